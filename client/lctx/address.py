"""Where the daemon is: the lock's place, and the socket's address, derived alike on both sides.

The lock's folder depends on the account alone (its home in the password database), or on LCTX_HOME
for a second instance, so that a shell, cron and a supervisor find the same lock; the daemon writes
the socket's address into it. The socket's own folder is the first that is there of
`$XDG_RUNTIME_DIR/lctx`, macOS' `$TMPDIR/lctx-<uid>` and `~/.cache/lctx/run`. With LCTX_HOME it is
`$LCTX_HOME/run`. A path too long for a socket becomes a hashed name in the runtime folder, or,
where that is too long as well, in `/tmp/lctx-<uid>`.

What it does not: connect, lock or start anything. Imports `os` and `sys` only, because the client
does; `pwd` (built in) and `hashlib` where the case needs them.

Tests: tests/client/test_address.py
"""

import os
import sys

MAX_PATH_BYTES = 103 if sys.platform == "darwin" else 107  # sun_path less its final NUL, measured


class UnsafeError(Exception):
    """A folder that others could have put there. The message says what to do."""


def state_dir() -> str:
    """Folder of the lock, the logs and the list of roots: `$LCTX_HOME`, or in the home."""
    home = os.environ.get("LCTX_HOME")
    return os.path.abspath(home) if home else _account_home() + "/.local/state/lctx"


def lock_path() -> str:
    """The file whose `flock` is the daemon's life, and whose text is the socket's address."""
    return state_dir() + "/lock"


def socket_path() -> str:
    """Where a daemon started from this environment listens, and a client looks first."""
    home = os.environ.get("LCTX_HOME")
    path = (os.path.abspath(home) + "/run" if home else _runtime_dir()) + "/s"
    return path if _fits(path) else _hashed(path)


def recorded_path() -> str:
    """The address that the running (or last) daemon wrote into the lock, or ""."""
    try:
        with open(lock_path(), encoding="utf-8", errors="surrogateescape") as file:
            return file.read(4096).partition("\n")[0]
    except OSError:
        return ""


def check_dir(path: str) -> None:
    """Raise UnsafeError unless the folder `path` is ours, private, and no symlink.

    Errors: FileNotFoundError when nothing is there; NotADirectoryError never (it is unsafe).
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise UnsafeError(
            f"{path} is no folder of ours ({error.strerror}); fix: rm {path}"
        ) from None
    try:
        status = os.fstat(fd)
    finally:
        os.close(fd)
    if status.st_uid != os.geteuid():
        raise UnsafeError(f"{path} belongs to uid {status.st_uid}; fix: remove it, as that user")
    if status.st_mode & 0o077:
        raise UnsafeError(f"{path} is open to others; fix: chmod 700 {path}")


def make_dir(path: str) -> None:
    """Create the folder `path` (0700, with its parents) if need be, and check it."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    try:  # noqa: SIM105  # `contextlib` costs the client a millisecond
        os.mkdir(path, 0o700)
    except FileExistsError:
        pass
    check_dir(path)


def _runtime_dir() -> str:
    """The folder for the socket: the best one that can be ours."""
    for parent, name in (
        (os.environ.get("XDG_RUNTIME_DIR"), "lctx"),
        (os.environ.get("TMPDIR") if sys.platform == "darwin" else None, f"lctx-{os.geteuid()}"),
    ):
        # `sudo -u` leaves the other user's XDG_RUNTIME_DIR behind: not ours, not used.
        if parent and parent[0] == "/" and _is_ours(parent):
            return f"{parent.rstrip('/')}/{name}"
    return _account_home() + "/.cache/lctx/run"


def _is_ours(path: str) -> bool:
    try:
        status = os.stat(path)
    except OSError:
        return False
    return status.st_uid == os.geteuid()


def _account_home() -> str:
    import pwd

    try:
        home = pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        home = ""
    if home[:1] != "/":
        raise UnsafeError(
            "this account has no home folder; fix: set LCTX_HOME to a folder of yours"
        )
    return home.rstrip("/")


def _fits(path: str) -> bool:
    return len(os.fsencode(path)) <= MAX_PATH_BYTES


def _hashed(path: str) -> str:
    from hashlib import sha256

    name = sha256(os.fsencode(path)).hexdigest()[:16]
    for directory in (_runtime_dir(), f"/tmp/lctx-{os.geteuid()}"):  # noqa: S108  # made 0700, checked
        short = f"{directory}/{name}"
        if _fits(short):
            return short
    raise UnsafeError(f"{path} is too long for a socket; fix: set LCTX_HOME to a shorter path")
