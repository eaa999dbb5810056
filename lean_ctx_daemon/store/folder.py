"""The store's folder: one subfolder per version, and nobody else's left behind.

A subfolder is named after the schema and the algorithm version, so two versions of the daemon can
share a cache folder and never read each other's records. Whoever uses one holds a shared lock on a
file in it; a subfolder of another version that nobody has locked is deleted. No clock is asked.

What it does not: know what the files in it are, beyond deleting them.

Tests: tests/store/test_folder.py, tests/faults/test_f37_versions.py
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
from typing import Final

from lean_ctx_daemon.store.record import SCHEMA
from lean_ctx_daemon.store.version import algorithm_version

LOCK_NAME: Final = "lock"
_NAME: Final = re.compile(r"store-\d+-[0-9a-f]{16}")


def version_folder(folder: str) -> str:
    """Where this version keeps its records below a cache folder."""
    return f"{folder}/store-{SCHEMA}-{algorithm_version().hex()[:16]}"


class Claim:
    """This version's folder, made (0700) and in use until closed."""

    def __init__(self, folder: str) -> None:
        """Make, lock and tidy up. Errors: OSError, where the folder cannot be made."""
        self.path = version_folder(folder)
        os.makedirs(self.path, mode=0o700, exist_ok=True)
        self._lock = _opened_lock(self.path, os.O_CREAT)
        with contextlib.suppress(OSError):  # a file system without locks: nothing is deleted then
            fcntl.flock(self._lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            _remove_others(folder, os.path.basename(self.path))

    def close(self) -> None:
        """Let go of the folder. Callable twice."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _opened_lock(path: str, flags: int) -> int:
    return os.open(f"{path}/{LOCK_NAME}", os.O_RDWR | os.O_NOFOLLOW | flags, 0o600)


def _remove_others(folder: str, ours: str) -> None:
    """Delete the folders of other versions that nobody uses."""
    for name in os.listdir(folder):
        path = f"{folder}/{name}"
        if name == ours or not _NAME.fullmatch(name) or os.path.islink(path):
            continue
        try:
            lock = _opened_lock(path, 0)
        except FileNotFoundError:  # somebody is just making it, or deleted it halfway: next time
            with contextlib.suppress(OSError):
                os.close(_opened_lock(path, os.O_CREAT))
            continue
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue
        else:
            shutil.rmtree(path, ignore_errors=True)
        finally:
            os.close(lock)
