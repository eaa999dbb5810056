"""Starting a daemon that outlives its starter, and waiting until one is gone.

Used by the client when nobody answers, and by `lctxd` when it is to detach itself. Of a hundred
clients that find no daemon at the same moment one starts it, under a lock of its own; the others
wait for the socket. The daemon gets no descriptor, folder, session or terminal of ours, so that
`lctx x | cat` ends when lctx ends; what it prints before its log is open goes to startup.log.

What it does not: decide whether a daemon is wanted, or speak to it.

Tests: tests/client/test_spawn.py
"""

import fcntl
import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from lctx.address import lock_path, state_dir

Found = TypeVar("Found")

START_TIMEOUT_S = 5.0
STOP_TIMEOUT_S = 6.0  # the daemon promises 5
_POLL_S = 0.01
_PATIENT_POLL_S = 0.05  # a hundred that wait must leave the processor to the one that starts

# What belongs to the caller's surroundings and must not steer a daemon for the rest of the day.
_PRIVATE_ENVIRONMENT = ("GIT_", "LISTEN_", "NOTIFY_SOCKET", "WATCHDOG_", "LCTX_SESSION")


def startup_log_path() -> str:
    """The file with what the last started daemon printed before its own log was open."""
    return state_dir() + "/startup.log"


def start_daemon(
    is_up: Callable[[], Found | None], timeout_s: float = START_TIMEOUT_S
) -> Found | None:
    """Start a daemon unless somebody else is at it; what `is_up` found, None when it did not start.

    `is_up` is asked again and again until it finds something, the started daemon fails, or
    `timeout_s` is over. Errors: OSError when the state folder cannot be written.
    """
    deadline = time.monotonic() + timeout_s
    os.makedirs(state_dir(), mode=0o700, exist_ok=True)
    pid = 0
    with open(state_dir() + "/starting", "ab") as lock:
        while True:
            # Asked with the lock in hand, so that the daemon of the last starter is not missed.
            is_starter = pid != 0 or _is_locked_now(lock.fileno())
            found = is_up()
            if found is not None or time.monotonic() > deadline:
                return found
            if is_starter and pid == 0:
                pid = _spawned()
            elif is_starter and _has_failed(pid):
                return is_up()
            time.sleep(_POLL_S if is_starter else _PATIENT_POLL_S)


def is_gone(timeout_s: float = STOP_TIMEOUT_S) -> bool:
    """Wait until no daemon holds the lock; False when one still does after `timeout_s`."""
    deadline = time.monotonic() + timeout_s
    try:
        file = open(lock_path(), "rb")  # noqa: SIM115  # closed two lines on
    except FileNotFoundError:
        return True
    with file:
        while not _is_locked_now(file.fileno()):
            if time.monotonic() > deadline:
                return False
            time.sleep(_POLL_S)
    return True


def _is_locked_now(fd: int) -> bool:
    """Whether this process has the lock, after trying."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _has_failed(pid: int) -> bool:
    """Whether the daemon ended with an error; ended with 0, another one is already running."""
    try:
        done, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:  # it ended well and was seen to before
        return False
    return done != 0 and status != 0


def _spawned() -> int:
    """Fork the daemon into a session of its own; its process id."""
    argv = [sys.executable, "-P", "-m", "lean_ctx_daemon", "--foreground"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith(_PRIVATE_ENVIRONMENT)}
    log = os.open(startup_log_path(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    null = os.open("/dev/null", os.O_RDONLY)
    pid = os.fork()
    if pid:
        os.close(log)
        os.close(null)
        return pid
    try:
        os.setsid()
        os.chdir("/")
        os.dup2(null, 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.closerange(3, min(os.sysconf("SC_OPEN_MAX"), 1 << 16))
        os.execve(sys.executable, argv, environment)  # noqa: S606  # our own interpreter
    finally:
        os._exit(127)
