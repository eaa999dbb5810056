r"""Bytes to text to lines: the one decoding and the one line numbering every room uses.

What it does not: read files, detect binaries (a NUL in the first 8 KiB is the caller's matter) or
guess exotic encodings. Terms: a *line* ends with `\n`; a `\r` before it belongs to the line end,
a lone `\r` elsewhere is an ordinary character, as it is to grep, git and tree-sitter.

Invariants: `decode` never fails and is deterministic; line i of `lines_of(text)` is element i - 1
of `text.split("\n")` without a final `\r`.

Tests: tests/core/test_text.py
"""

from __future__ import annotations

import codecs
from typing import Final

BOM: Final = "\ufeff"

_UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, else UTF-16 where a byte order mark says so, else Latin-1.

    A UTF-8 byte order mark stays as the first character (`BOM`), so that what is shown is what
    the file holds; whoever parses drops it. Errors: none, Latin-1 takes every byte.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    if data.startswith(_UTF16_BOMS):
        return data.decode("utf-16", errors="replace")
    return data.decode("latin-1")


def lines_of(text: str) -> list[str]:
    """The lines without their ends; the empty rest after a final line end is no line."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return lines
