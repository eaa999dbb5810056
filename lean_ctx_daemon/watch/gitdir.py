"""Where git keeps its own files for a root, found without calling git.

`.git` is a directory, or (in a worktree or a submodule) a file that names one elsewhere. What it
names is believed only if it looks like git's: repository content is data. Nothing is read here but
the two small pointer files.

Tests: tests/watch/test_gitdir.py
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import Final

# A pointer file holds one path; Linux' PATH_MAX and its keyword fit.
MAX_POINTER_BYTES: Final = 8_192


@dataclass(frozen=True, slots=True)
class GitDirectories:
    """`private`: HEAD and index of this very checkout; `common`: refs, objects, info/exclude."""

    private: str
    common: str


def git_directories(root: str) -> GitDirectories | None:
    """Git's directories of the checkout at `root` (absolute), or None if there are none."""
    entry = os.path.join(root, ".git")
    private = entry if _is_real_directory(entry) else _pointed_to(entry, "gitdir: ")
    if private is None or not os.path.isfile(os.path.join(private, "HEAD")):
        return None
    common = _pointed_to(os.path.join(private, "commondir"), "") or private
    if not os.path.isdir(os.path.join(common, "objects")):
        return None
    return GitDirectories(private, common)


def bounded_text(path: str, max_bytes: int, *, dir_fd: int | None = None) -> str | None:
    """The text of a small regular file; None if it is not that, or not readable. Follows no link.

    Bytes that are not UTF-8 come as surrogates (surrogateescape).
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags, dir_fd=dir_fd)
    except OSError:
        return None
    try:
        # A read of a regular file is only short at its end.
        is_regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        data = os.read(descriptor, max_bytes + 1) if is_regular else None
    except OSError:
        data = None
    finally:
        os.close(descriptor)
    if data is None or len(data) > max_bytes:
        return None
    return data.decode("utf-8", "surrogateescape")


def _pointed_to(file: str, keyword: str) -> str | None:
    """The absolute path that a pointer file holds after its keyword."""
    text = bounded_text(file, MAX_POINTER_BYTES)
    if text is None or not text.startswith(keyword):
        return None
    target = text.removeprefix(keyword).strip("\r\n")
    if not target or "\0" in target:
        return None
    return os.path.normpath(os.path.join(os.path.dirname(file), target))


def _is_real_directory(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (OSError, ValueError):
        return False
