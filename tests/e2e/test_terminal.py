"""`lctx` in a terminal: progress on standard error, Ctrl-C, colours. A real pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.e2e.conftest import Stage

N_FILES = 3000  # seconds of indexing
SECONDS = 60


def lctx(stage: Stage, *argv: str, **environment: str) -> tuple[subprocess.Popen[bytes], int]:
    """`lctx ARGV…` with its standard output and error in a terminal, and our end of that."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        ["lctx", *argv],
        cwd=stage.folder,
        env=os.environ | stage.environment | {"TERM": "xterm-256color"} | environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    return process, ours


def seen(ours: int, is_enough: Callable[[bytes], object] = lambda _shown: False) -> bytes:
    """What the terminal shows until it is enough, or until the command has left it."""
    shown = b""
    with contextlib.suppress(OSError):  # EIO: the other end is closed
        while not is_enough(shown) and (data := os.read(ours, 1 << 16)):
            shown += data
    return shown


def large_repository(folder: Path) -> None:
    for n in range(N_FILES):
        path = folder / f"part{n % 50}" / f"module{n}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"def function_{n}(argument):\n    return argument + {n}\n")


def test_progress_is_shown_and_ctrl_c_leaves_the_daemon_at_work(stage: Stage) -> None:
    large_repository(stage.folder)
    process, ours = lctx(stage, "sync")
    shown = seen(ours, lambda text: b"indexing " in text)
    assert b"\r\x1b[Kindexing " in shown
    process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 130
    os.close(ours)

    end_s = time.monotonic() + SECONDS
    while b"watching" not in (status := one_line(stage, "root", "list")):
        assert time.monotonic() < end_s, status
        time.sleep(0.2)
    assert b"\t%d\t0\t" % (N_FILES + 10) in status


def one_line(stage: Stage, *argv: str) -> bytes:
    return subprocess.run(
        ["lctx", *argv],
        cwd=stage.folder,
        env=os.environ | stage.environment,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def test_tables_have_heads_and_colours_in_a_terminal_only(stage: Stage) -> None:
    one_line(stage, "sync")
    process, ours = lctx(stage, "status")
    shown = seen(ours)
    assert process.wait(SECONDS) == 0
    assert b"pending" in shown
    assert b"\x1b[36m" in shown
    os.close(ours)
    process, ours = lctx(stage, "status", NO_COLOR="1")
    assert b"\x1b[3" not in seen(ours)
    assert process.wait(SECONDS) == 0
    os.close(ours)
    assert b"\x1b" not in one_line(stage, "status")
