"""One daemon per user: the lock, the socket, and giving both back.

Order: open the lock file, `flock` it for life, probe the address, unlink what is stale there, bind
under umask 0177, listen, remember (device, inode), write the address into the lock. A supervisor
may hand the socket over instead (`$LISTEN_FDS`); then a daemon that some client started gives way.

What it does not: accept a connection, or import anything slow: a start that finds another daemon
costs a few milliseconds.

Tests: tests/app/test_lifecycle.py, tests/faults/test_f40_*.py … test_f47_*.py
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import time
from dataclasses import dataclass
from typing import Final

from lctx import wire
from lctx.address import lock_path, make_dir, recorded_path, socket_path, state_dir
from lean_ctx_daemon.server.limits import BACKLOG

LOCK_TIMEOUT_S: Final = 6.0  # a daemon that is ending needs 5 at most
_POLL_S: Final = 0.02
_PROBE_TIMEOUT_S: Final = 1.0
_FIRST_PASSED_FD: Final = 3  # SD_LISTEN_FDS_START


class AlreadyRunningError(Exception):
    """Another daemon serves this user; the message is its address."""


class CannotStartError(Exception):
    """There is a reason why no daemon can run. The message says it, and the way out."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What makes this process the user's daemon. `is_passed`: the socket is the supervisor's."""

    sock: socket.socket
    path: str
    lock_fd: int
    socket_identity: tuple[int, int]
    lock_identity: tuple[int, int]
    is_passed: bool

    def is_ours(self) -> bool:
        """Whether lock and socket are still the files we made: else nobody finds us any more."""
        is_socket_ours = self.is_passed or _identity(self.path) == self.socket_identity
        return is_socket_ours and _identity(lock_path()) == self.lock_identity

    def release(self) -> None:
        """Remove the socket, if it is still ours, and let the lock go."""
        if not self.is_passed and _identity(self.path) == self.socket_identity:
            os.unlink(self.path)
        self.sock.close()
        os.close(self.lock_fd)


def claimed(timeout_s: float = LOCK_TIMEOUT_S) -> Claim:
    """Become the daemon. Errors: AlreadyRunningError, CannotStartError, UnsafeError, OSError."""
    passed = _passed_socket()
    lock_fd = _locked(timeout_s, passed)
    try:
        sock = passed or _bound(socket_path())
        path = str(sock.getsockname())
        os.ftruncate(lock_fd, 0)
        os.pwrite(lock_fd, os.fsencode(f"{path}\n{os.getpid()}\n"), 0)
    except BaseException:
        os.close(lock_fd)
        raise
    return Claim(
        sock=sock,
        path=path,
        lock_fd=lock_fd,
        socket_identity=_identity(path),
        lock_identity=_identity(lock_path()),
        is_passed=passed is not None,
    )


def is_answering(path: str) -> bool:
    """Whether a process listens at `path`: it is connected to, and hung up on."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(_PROBE_TIMEOUT_S)
        try:
            sock.connect(path)
        except BlockingIOError:  # its backlog is full: busy, but alive
            return True
        except OSError:
            return False
    return True


def _locked(timeout_s: float, passed: socket.socket | None) -> int:
    """The descriptor of the lock file, locked.

    One that a live daemon holds ends us, unless a supervisor started us: then that one gives way.
    """
    deadline = time.monotonic() + timeout_s
    is_told = False
    os.makedirs(state_dir(), mode=0o700, exist_ok=True)
    while True:
        fd = os.open(lock_path(), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        if _has_flock(fd):
            if _identity(lock_path()) == _identity(fd):
                return fd
            os.close(fd)  # somebody removed the file between open and flock
            continue
        os.close(fd)
        path = recorded_path()
        if passed is None:
            if path and is_answering(path):
                raise AlreadyRunningError(path)
        elif path and not is_told and path != passed.getsockname():
            is_told = True
            _tell_to_stop(path)
        if time.monotonic() > deadline:
            raise CannotStartError(f"another daemon holds {lock_path()} and does not answer")
        time.sleep(_POLL_S)


def _has_flock(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as error:
        os.close(fd)
        raise CannotStartError(
            f"{lock_path()} cannot be locked ({error.strerror}); "
            "fix: set LCTX_HOME to a folder on a local disk"
        ) from None
    return True


def _bound(path: str) -> socket.socket:
    """A listening socket at `path`, in place of what a dead daemon left there."""
    make_dir(os.path.dirname(path))
    if is_answering(path):  # with the lock ours, somebody removed the lock file of a live daemon
        raise AlreadyRunningError(path)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    umask = os.umask(0o177)
    try:
        sock.bind(path)
    finally:
        os.umask(umask)
    sock.listen(BACKLOG)
    return sock


def _passed_socket() -> socket.socket | None:
    """The socket that the supervisor opened for us, if it did."""
    pid, count = os.environ.get("LISTEN_PID"), os.environ.get("LISTEN_FDS")
    for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"):  # not for our children
        os.environ.pop(name, None)
    if pid != str(os.getpid()) or count is None:
        return None
    if count != "1":
        raise CannotStartError(f"the supervisor passed {count} sockets; one is expected")
    os.set_inheritable(_FIRST_PASSED_FD, False)  # noqa: FBT003  # its signature
    return socket.socket(fileno=_FIRST_PASSED_FD)


def _tell_to_stop(path: str) -> None:
    """Ask a daemon that a client started to give way to the supervisor's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock, contextlib.suppress(OSError):
        sock.settimeout(_PROBE_TIMEOUT_S)
        sock.connect(path)
        sock.sendall(wire.frame(wire.STOP))


def _identity(file: str | int) -> tuple[int, int]:
    """(device, inode), or (0, 0) when nothing is there."""
    try:
        status = os.stat(file) if isinstance(file, int) else os.lstat(file)
    except FileNotFoundError:
        return (0, 0)
    return (status.st_dev, status.st_ino)
