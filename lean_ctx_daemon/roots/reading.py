"""Opening files below a root, and nowhere else.

A path from outside is data: it may climb, be absolute, pass through links, or name something that
blocks when opened. `resolve_inside` turns it into the root-relative path of something that lies in
the root by the file system's own account; `read_file` then opens it component by component without
following any link, so that what is swapped in between is refused rather than read.

What this does not: decide what is secret or ignored (the root's policy does, before reading), nor
decode. Every error is one sentence and a way out.

Tests: tests/roots/test_reading.py, tests/faults/test_f59_escape.py
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from typing import Final

from lean_ctx_daemon.core.paths import escape, unescape
from lean_ctx_daemon.core.types import Refused, Signature, SkipReason

_DIRECTORY: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
# A save replaces a file once; what changes this often is being written all the time.
MAX_ATTEMPTS: Final = 4
DIGEST_BYTES: Final = 16  # 128 bits: no accidental collision in any number of files
_KINDS: Final = (
    (stat.S_ISDIR, "is a directory"),
    (stat.S_ISLNK, "is a symbolic link"),
    (stat.S_ISFIFO, "is a named pipe"),
    (stat.S_ISSOCK, "is a socket"),
    (stat.S_ISCHR, "is a device"),
    (stat.S_ISBLK, "is a device"),
)


class OutsideRoot(Refused):
    """The path does not lie in the root, by the file system's account."""


def resolve_inside(root: str, path: str) -> str:
    """The root-relative path of what `path` (absolute, or relative to the root) leads to.

    Links are followed as far as they stay in the root: the result names no link. The last
    components need not exist. `root` is absolute. Errors: OutsideRoot.
    """
    try:
        raw = unescape(path)
    except ValueError:
        raise OutsideRoot(f"{path!r} is no file name") from None
    if b"\0" in raw:
        raise OutsideRoot(f"{path!r} is no file name: it contains NUL")
    real_root = os.path.realpath(os.fsencode(root))
    try:
        real = os.path.realpath(os.path.join(real_root, raw))
    except OSError as error:
        raise OutsideRoot(f"{path} cannot be resolved: {error.strerror}") from None
    if real == real_root:
        return ""
    # By components: /repo-evil is not below /repo.
    if not real.startswith(real_root.rstrip(b"/") + b"/"):
        raise OutsideRoot(
            f"{path} is outside of {root}",
            hint="name a file of the repository, or add its directory with `lctx root add`",
        )
    return escape(real[len(real_root.rstrip(b"/")) + 1 :])


def read_file(root: str, path: str, max_bytes: int) -> tuple[bytes, Signature]:
    """The bytes of a regular file, and the signature that belongs to exactly these bytes.

    `path` is root-relative and names no link (`resolve_inside`). The file is read again when it
    changed meanwhile. Errors: Refused when it is missing, no regular file, larger than
    `max_bytes`, not permitted, or never holds still.
    """
    for _ in range(MAX_ATTEMPTS):
        found = _attempt(root, path, max_bytes)
        if found is not None:
            return found
    raise Refused(f"{path} changes while it is read", hint="try again when its writer is done")


def digest_of(data: bytes) -> bytes:
    """The identity of a file's content."""
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).digest()


def signature_of(root: str, path: str) -> Signature | None:
    """What lstat says of a root-relative path now; None if nothing is there."""
    try:
        return signature(os.lstat(os.path.join(os.fsencode(root), unescape(path))))
    except (OSError, ValueError):
        return None


def signature(status: os.stat_result) -> Signature:
    """What a stat result says of a file's identity and content."""
    return Signature(
        status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev
    )


def _attempt(root: str, path: str, max_bytes: int) -> tuple[bytes, Signature] | None:
    """One reading; None if the file was another before than after it."""
    *parents, name = _components(path)
    with _refusals(path), contextlib.ExitStack() as stack:
        directory = _opened(stack, os.fsencode(root), _DIRECTORY & ~os.O_NOFOLLOW, None)
        for parent in parents:
            directory = _opened(stack, parent, _DIRECTORY, directory)
        # Looked at before it is opened: opening some devices does something.
        _require_regular(path, os.lstat(name, dir_fd=directory))
        file = _opened(stack, name, _FILE, directory)
        before = os.fstat(file)
        _require_regular(path, before)
        _require_size(path, before.st_size, max_bytes)
        data = _content(file, max_bytes)
        _require_size(path, len(data), max_bytes)
        # The name may lead to another file by now: an atomic save replaced it.
        after = os.lstat(name, dir_fd=directory)
    was = signature(before)
    return (data, was) if signature(after) == was and len(data) == was.size else None


def _components(path: str) -> list[bytes]:
    components = unescape(path).split(b"/") if path else []
    if not components:
        raise Refused("the root is a directory", hint="name a file in it")
    if any(c in {b"", b".", b".."} or b"\0" in c for c in components):
        raise OutsideRoot(f"{path!r} is no plain path below the root")
    return components


def _opened(stack: contextlib.ExitStack, name: bytes, flags: int, directory: int | None) -> int:
    descriptor = os.open(name, flags, dir_fd=directory)
    stack.callback(os.close, descriptor)
    return descriptor


def _content(descriptor: int, max_bytes: int) -> bytes:
    """All bytes, or one more than the limit."""
    parts = []
    left = max_bytes + 1
    while left > 0:
        part = os.read(descriptor, left)
        if not part:
            break
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _require_regular(path: str, status: os.stat_result) -> None:
    if stat.S_ISREG(status.st_mode):
        return
    is_what = next((text for test, text in _KINDS if test(status.st_mode)), "is no regular file")
    hint = "name a file in it" if stat.S_ISDIR(status.st_mode) else "only regular files are read"
    reason = SkipReason.SYMLINK if stat.S_ISLNK(status.st_mode) else SkipReason.NOT_REGULAR
    raise Refused(
        f"{path} {is_what}", hint=hint, reason=None if stat.S_ISDIR(status.st_mode) else reason
    )


def _require_size(path: str, size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise Refused(
            f"{path} is too large: {size:,} bytes, the limit is {max_bytes:,}",
            hint="read a part of it with another tool, or add it to the ignore file",
            reason=SkipReason.SIZE,
        )


@contextlib.contextmanager
def _refusals(path: str) -> Iterator[None]:
    """Turns the system's errors into sentences about `path`."""
    try:
        yield
    except FileNotFoundError:
        raise Refused(f"{path} does not exist", hint="was it renamed or deleted?") from None
    except PermissionError:
        raise Refused(
            f"{path} may not be read: permission denied",
            hint="check its permissions and those of the folders above it",
            reason=SkipReason.PERMISSION,
        ) from None
    except OSError as error:
        # O_NOFOLLOW on a link: ELOOP for a file, ENOTDIR for a directory.
        if error.errno in {errno.ELOOP, errno.ENOTDIR}:
            raise Refused(
                f"{path} leads through a symbolic link or a file",
                hint="name the file itself",
                reason=SkipReason.SYMLINK if error.errno == errno.ELOOP else None,
            ) from None
        raise Refused(f"{path} cannot be read: {error.strerror}", reason=SkipReason.IO) from None
