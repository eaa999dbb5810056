"""Whole-file writes that either happen or do not: temp file, fsync, rename, fsync of the folder.

A reader sees the old content or the new one, never a part. Parallel writers are allowed, the last
one wins. What it does not: promise anything about power failures beyond what fsync does.

Tests: tests/app/test_save.py
"""

from __future__ import annotations

import contextlib
import os
import tempfile

PRIVATE_MODE = 0o600
TEMPORARY_PREFIX = ".saving-"


def save_file(path: str, data: bytes) -> None:
    """Replace the file's content. Errors: OSError, with the old content kept and no temp left."""
    folder = os.path.dirname(path)
    descriptor, temporary = tempfile.mkstemp(prefix=TEMPORARY_PREFIX, dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(file.fileno(), PRIVATE_MODE)
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(folder)


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
