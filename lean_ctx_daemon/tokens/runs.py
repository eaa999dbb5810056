"""Cuts in very long runs of similar characters, which the tokenizer cannot take in one piece.

What it does not: tokenise. A run of a million letters takes the merge loop 0.3 s, a million spaces
make its regular expression overflow (tiktoken #15, #195, #245). Ordinary text is returned whole, so
its counts are the published tokenizer's own; only within a run of more than `MAX_RUN` characters of
one class can a cut change a count, by at most a token or two per cut.

Tests: tests/tokens/test_runs.py
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import numpy as np

# Precedent: tiktoken's own README helper for untrusted text splits runs at 25,000; 1,000 keeps the
# worst case linear with room to spare and is longer than any run in code that people wrote.
MAX_RUN: Final = 1000

# A run of over MAX_RUN bytes contains a whole block, wherever it begins.
_BLOCK: Final = MAX_RUN // 2

# The classes follow the pattern's alternatives: white space, ASCII digits (cut after three by the
# pattern itself), ASCII punctuation, everything else (letters, and all that is not ASCII).
_RUN: Final = re.compile(
    rf"\s{{{MAX_RUN}}}|[!-/:-@\[-`{{-~]{{{MAX_RUN}}}|[^\s0-9!-/:-@\[-`{{-~]{{{MAX_RUN}}}"
)


def _byte_classes() -> bytes:
    classes = bytearray([3]) * 256
    for code in range(128):
        char = chr(code)
        if char.isspace():
            classes[code] = 0
        elif char.isdigit():
            classes[code] = 1
        elif not char.isalpha():
            classes[code] = 2
    return bytes(classes)


_CLASSES: Final = _byte_classes()


def has_long_run(data: bytes) -> bool:
    """Whether UTF-8 bytes hold a run that may be over the limit (in bytes: never too late)."""
    if len(data) <= MAX_RUN:
        return False
    classes = np.frombuffer(data.translate(_CLASSES), dtype=np.uint8)
    # A run over the limit fills one of these blocks; ordinary text fills none, and that is all.
    blocks = classes[: len(data) // _BLOCK * _BLOCK].reshape(-1, _BLOCK)
    if not (blocks.max(axis=1) == blocks.min(axis=1)).any():
        return False
    # Control characters that only Unicode calls white space are letters' class here and white
    # space's in the pattern; both are one class by themselves, so no long run escapes.
    edges = np.flatnonzero(classes[1:] != classes[:-1])
    lengths = np.diff(edges, prepend=-1, append=len(data) - 1)
    return bool(lengths.max() > MAX_RUN)


def pieces(text: str, data: bytes) -> list[str]:
    """`text` (its UTF-8 bytes are `data`) in pieces without a run of over MAX_RUN characters."""
    if not has_long_run(data):
        return [text]
    ends = [match.end() for match in _RUN.finditer(text)]
    cuts = [0, *(end for end in ends if end < len(text)), len(text)]
    return [text[a:b] for a, b in pairwise(cuts)]
