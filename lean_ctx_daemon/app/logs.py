"""The last lines of the daemon's log, over its rotated files.

What it does not: write the log or rotate it (daemon.py), or follow it as it grows.

Tests: tests/app/test_logs.py
"""

from __future__ import annotations

import os
from typing import Final

MAX_READ_BYTES: Final = 2 << 20  # of one file; they are rotated at 1 MiB


def last_lines(path: str, n_lines: int, n_rotated: int) -> list[str]:
    """The last `n_lines` of the log at `path` and of `path.1` … `path.n_rotated`, oldest first.

    A file is read once even if it is rotated meanwhile; one that is gone is empty. Of a file larger
    than MAX_READ_BYTES only the end is read. Blocks. Errors: OSError, but for files that are gone.
    """
    lines: list[str] = []
    seen: set[tuple[int, int]] = set()
    for name in (path, *(f"{path}.{number}" for number in range(1, n_rotated + 1))):
        if len(lines) >= n_lines:
            break
        lines = _lines_of(name, seen) + lines
    return lines[-n_lines:]


def _lines_of(path: str, seen: set[tuple[int, int]]) -> list[str]:
    try:
        file = open(path, "rb")  # noqa: SIM115  # closed below
    except FileNotFoundError:
        return []
    with file:
        found = os.fstat(file.fileno())
        if (found.st_dev, found.st_ino) in seen:
            return []
        seen.add((found.st_dev, found.st_ino))
        start = max(0, found.st_size - MAX_READ_BYTES)
        file.seek(start)
        data = file.read(MAX_READ_BYTES)
    lines = data.decode("utf-8", "replace").split("\n")
    return [line for line in lines[1 if start else 0 :] if line]
