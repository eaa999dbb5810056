"""Many small numbers and many short strings as one run of bytes each, and back in a few calls.

Decoding thousands of records must not execute Python per number. So integer columns are joined to
one array and written in planes: all low bytes, then all second bytes, as many planes as the largest
number needs. Line numbers thus take one or two bytes, and what compresses stands together. Strings
are joined by a separator that none of them contains; it is the text's first character.

What it does not: know what a column means. Everything read is checked against the lengths and the
limits that the caller derives from the record, so whatever indexes something else is in range.

Tests: tests/store/test_columns.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.store.record import BadRecord

UNLIMITED: Final = 1 << 31  # what int32 holds
INT_BYTES: Final = 4
_LITTLE: Final = np.dtype("<i4")

Ints = NDArray[np.int32]


def packed_ints(columns: Sequence[NDArray[np.integer]]) -> bytes:
    """The columns as planes of bytes.

    Errors: ValueError for a number that is negative or needs more than 31 bits.
    """
    joined = np.concatenate(columns) if columns else np.zeros(0, np.int32)
    if not len(joined):
        return b""
    largest = int(joined.max())
    if int(joined.min()) < 0 or largest >= UNLIMITED:
        raise ValueError("a column holds a number out of range")
    n_planes = max(1, (largest.bit_length() + 7) // 8)
    return joined.astype(_LITTLE).view(np.uint8).reshape(-1, INT_BYTES)[:, :n_planes].T.tobytes()


def unpacked_ints(data: bytes, lengths: Sequence[int], limits: Sequence[int]) -> list[Ints]:
    """The columns of these lengths, each number below its column's limit (at most UNLIMITED).

    The arrays are read-only views of one. Errors: BadRecord.
    """
    total = sum(lengths)
    if min(lengths, default=0) < 0 or total > len(data):
        raise BadRecord("columns longer than their bytes")
    n_planes = len(data) // total if total else 0
    if n_planes * total != len(data) or n_planes > INT_BYTES:
        raise BadRecord("columns shorter than their bytes")
    planes = np.zeros((total, INT_BYTES), np.uint8)
    planes[:, :n_planes] = np.frombuffer(data, np.uint8).reshape(n_planes, total).T
    numbers = planes.view("<u4").ravel().astype(np.uint32, copy=False)
    if (numbers >= np.repeat(np.array(limits, np.uint32), lengths)).any():
        raise BadRecord("a number out of range")
    joined = numbers.view(np.int32)
    joined.setflags(write=False)
    columns: list[Ints] = []
    start = 0
    for length in lengths:
        columns.append(joined[start : start + length])
        start += length
    return columns


def packed_strings(strings: Iterable[str]) -> str:
    """The strings as one text."""
    listed = list(strings)
    if not listed:
        return ""
    joined = "\n".join(listed)
    if joined.count("\n") == len(listed) - 1:
        return "\n" + joined
    separator = next(c for c in map(chr, count()) if c not in joined)
    return separator + separator.join(listed)


def unpacked_strings(text: str, n_strings: int) -> list[str]:
    """The strings of a text, of which there are `n_strings`. Errors: BadRecord."""
    strings = text[1:].split(text[0]) if text else []
    if len(strings) != n_strings:
        raise BadRecord("more or fewer strings than there should be")
    return strings
