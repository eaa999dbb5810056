"""Real daemons and clients as processes, each below a temporary LCTX_HOME."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.support.serving import short_folder

REPOSITORY = Path(__file__).resolve().parents[2]
LCTX = REPOSITORY / "client" / "bin" / "lctx"
SECONDS = 20.0  # what a loaded machine may take before a test says that something hangs


def environment(home: str, **more: str) -> dict[str, str]:
    """The environment of this process for a daemon or a client of the instance at `home`."""
    path = os.pathsep.join([str(REPOSITORY), str(REPOSITORY / "client")])
    inherited = os.environ.get("PYTHONPATH")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LCTX_", "LISTEN_", "NOTIFY"))}
    python_path = path + (os.pathsep + inherited if inherited else "")
    return kept | {"LCTX_HOME": home, "PYTHONPATH": python_path, **more}


def client_command(*argv: str) -> list[str]:
    """The command line of `lctx ARGV…` under this interpreter."""
    return [sys.executable, str(LCTX), *argv]


def run_client(home: str, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run `lctx ARGV…`; its result."""
    return subprocess.run(
        client_command(*argv),
        env=environment(home, **more),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@contextlib.contextmanager
def instance() -> Iterator[str]:
    """A home for an instance; a daemon that lives there is ended afterwards."""
    with short_folder() as folder:
        try:
            yield folder
        finally:
            end_daemon(folder)


@contextlib.contextmanager
def echo_daemon(home: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """A running daemon with an EchoService, as a child of ours."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.echo_daemon"],
        env=environment(home, **more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        log = Path(home, "lctxd.log")
        wait_until(lambda: process.poll() is not None or _serves(log, process.pid))
        yield process
    finally:
        process.kill()
        process.communicate()


def _serves(log: Path, pid: int) -> bool:
    return log.exists() and f"as process {pid}" in log.read_text()


def daemon_pid(home: str) -> int:
    """The process that wrote the lock; 0 when there was none."""
    try:
        return int(Path(home, "lock").read_text().split("\n")[1])
    except (OSError, IndexError, ValueError):
        return 0


def address(home: str) -> str:
    """The address in the lock, "" when there is none."""
    with contextlib.suppress(OSError):
        return Path(home, "lock").read_text().split("\n")[0]
    return ""


def is_answering(path: str) -> bool:
    """Whether somebody accepts connections there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        try:
            sock.connect(path)
        except OSError:
            return False
        return True


def is_alive(pid: int) -> bool:
    """Whether the process exists, and is no zombie without threads, which holds nothing open."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with contextlib.suppress(OSError):
        is_zombie = ") Z " in Path(f"/proc/{pid}/stat").read_text()
        return not is_zombie or len(os.listdir(f"/proc/{pid}/task")) > 1
    return True


def end_daemon(home: str) -> None:
    """Kill the daemon at `home`, if there is one."""
    pid = daemon_pid(home)
    if pid not in {0, os.getpid()} and is_alive(pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not is_alive(pid))


def wait_until(is_done: Callable[[], bool], timeout_s: float = SECONDS) -> None:
    """Come back when `is_done()`; fail when it takes far too long."""
    deadline = time.monotonic() + timeout_s
    while not is_done():
        assert time.monotonic() < deadline, "waited too long"
        time.sleep(0.01)
