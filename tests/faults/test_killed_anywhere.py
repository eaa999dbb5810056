"""P5: the daemon, or its workers, killed at any instant: what is said afterwards is what an
instance that never knew anything says."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.processes import (
    client_command,
    daemon_pid,
    environment,
    instance,
    is_alive,
    run_client,
    wait_until,
)

TASK = "fix the retry of expired sessions in the loader"
N_PYTHON, N_TYPESCRIPT, N_GO = 60, 50, 40
Answers = tuple[str, ...]
QUESTIONS = (
    ("rank", TASK, "--root", "ROOT"),
    ("preload", TASK, "--budget", "3000", "--root", "ROOT"),
    ("read", "-m", "map", "ROOT/py/m11.py"),
    ("read", "-m", "full", "ROOT/py/m1.py"),
)

PYTHON = '''\
"""Module {n} of the {word}."""

from py import m{other}


class Session{n}:
    """A session."""

    def is_expired(self, now_s):
        return now_s > {value}

    def retry_{word}(self, times):
        for _ in range(times):
            m{other}.load_{other}(self)


def load_{n}(session):
    """Load a session with the loader."""
    return session.is_expired({value})
'''
TYPESCRIPT = """\
import {{ load{other} }} from "./t{other}";

export interface Session{n} {{
  expired: boolean;
}}

export function load{n}(session: Session{n}): number {{
  if (session.expired) {{
    return load{other}({{ expired: false }}) + {value};
  }}
  return {value};
}}
"""
GO = """\
package {word}

// Retry{n} runs the loader again.
func Retry{n}(times int) int {{
	total := {value}
	for i := 0; i < times; i++ {{
		total += i
	}}
	return total
}}
"""


def texts(state: int) -> dict[str, str]:
    """The tree in one of its two states: a tenth of the files differ, and two come and go."""
    made: dict[str, str] = {"py/__init__.py": ""}
    kinds = (("py/m{}.py", PYTHON, N_PYTHON), ("web/t{}.ts", TYPESCRIPT, N_TYPESCRIPT))
    for name, text, count in (*kinds, ("go/g{}.go", GO, N_GO)):
        for n in range(count):
            moved = state if n % 10 == 1 else 0
            made[name.format(n)] = text.format(
                n=n, other=(n + 1 + moved) % count, value=n + 100 * moved, word="loader"
            )
    made[f"py/only{state}.py"] = f"from py import m{state}\n\n\ndef only():\n    return m{state}\n"
    return made


def switch(folder: Path, state: int) -> None:
    """Make the tree what it is in `state`, as a checkout does."""
    wanted = texts(state)
    for name in texts(1 - state).keys() - wanted.keys():
        (folder / name).unlink(missing_ok=True)
    for name, text in wanted.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed") / "repository"
    folder.mkdir()
    switch(folder, 0)
    for argv in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "Add the loader"]):
        who = ["-c", "user.name=A", "-c", "user.email=a@example.invalid"]
        subprocess.run(["git", "-C", str(folder), *who, *argv], check=True)
    return folder.resolve()


def answers(home: str, folder: Path) -> Answers:
    """What the daemon at `home` says once it knows the tree."""
    run_client(home, "sync", "--root", str(folder)).check_returncode()
    said = []
    for question in QUESTIONS:
        argv = [part.replace("ROOT", str(folder)) for part in question]
        done = run_client(home, *argv)
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    return tuple(said)


@pytest.fixture(scope="module")
def truth(repository: Path) -> Mapping[int, Answers]:
    """What an instance with an empty cache says of each state."""
    said = {}
    for state in (0, 1):
        switch(repository, state)
        with instance() as home:
            said[state] = answers(home, repository)
    assert all(map(str.__ne__, said[0], said[1]))  # else no answer could be a wrong one
    return said


@contextlib.contextmanager
def asking(home: str, *argv: str, n_clients: int = 1) -> Iterator[None]:
    """Clients that are being answered, and are not waited for."""
    running = [
        subprocess.Popen(
            client_command(*argv),
            env=environment(home),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(n_clients)
    ]
    try:
        yield
    finally:
        for client in running:
            client.kill()
            client.wait()


def children(pid: int) -> list[int]:
    """The processes that this one has started, from whichever of its threads."""
    found: list[int] = []
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found.extend(map(int, listed.read_text().split()))
    return found


def kill(*pids: int) -> None:
    for pid in pids:
        assert pid > 1, "there is no such process yet"
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not any(map(is_alive, pids)))


class Killer:
    """One repository, a daemon that is killed, and what came of it."""

    def __init__(self, repository: Path, truth: Mapping[int, Answers], seed: int) -> None:
        self.repository = repository
        self.truth = truth
        self.instants = random.Random(seed)
        self.kills: Counter[str] = Counter()
        self.wrong: list[tuple[str, int]] = []
        self.state = 0

    def switched(self) -> None:
        self.state = 1 - self.state
        switch(self.repository, self.state)

    def pause(self, longest_s: float) -> None:
        time.sleep(self.instants.uniform(0.0, longest_s))

    def judge(self, phase: str, home: str) -> None:
        self.kills[phase] += 1
        if answers(home, self.repository) != self.truth[self.state]:
            self.wrong.append((phase, self.kills[phase]))

    def while_indexing(self) -> None:
        """A first index without a store: nothing, some or all of it is written."""
        with instance() as home:
            run_client(home, "ping").check_returncode()
            with asking(home, "sync", "--root", str(self.repository)):
                self.pause(1.2)
                kill(daemon_pid(home))
            self.switched()
            self.judge("indexing", home)

    def workers(self) -> None:
        """Workers go while they index; the daemon stays and is asked."""
        with instance() as home:
            run_client(home, "ping").check_returncode()
            daemon = daemon_pid(home)
            with asking(home, "sync", "--root", str(self.repository)):
                wait_until(lambda: bool(children(daemon)))
                self.pause(0.8)
                kill(*children(daemon))
                self.judge("workers", home)
            assert daemon_pid(home) == daemon

    def while_writing(self, home: str) -> None:
        """New content of a tenth of the files is analysed, stored, and the root saved."""
        self.switched()
        with asking(home, "sync", "--root", str(self.repository)):
            self.pause(2.5 if self.instants.random() < 0.2 else 0.5)  # a root is saved after 2 s
            kill(daemon_pid(home))
        self.judge("writing", home)

    def while_answering(self, home: str) -> None:
        argv = ["preload", TASK, "--root", str(self.repository)]
        with asking(home, *argv, n_clients=4):
            self.pause(0.2)
            kill(daemon_pid(home))
        self.judge("answering", home)


@pytest.mark.skipif(sys.platform != "linux", reason="the workers are found below /proc")
@pytest.mark.parametrize(
    "n_kills", [5, pytest.param(200, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_killed_at_random_instants(
    repository: Path, truth: Mapping[int, Answers], n_kills: int
) -> None:
    killer = Killer(repository, truth, n_kills)
    switch(repository, 0)
    with instance() as home:
        answers(home, repository)
        turns: list[Callable[[], None]] = [
            killer.while_indexing,
            killer.workers,
            lambda: killer.while_writing(home),
            lambda: killer.while_answering(home),
            lambda: killer.while_writing(home),
        ]
        for turn in range(n_kills):
            turns[turn % len(turns)]()
    sys.stdout.write(f"kills: {dict(killer.kills)}, wrong answers: {len(killer.wrong)}\n")
    assert killer.wrong == []
    assert killer.kills.total() == n_kills
