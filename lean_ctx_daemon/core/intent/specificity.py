"""How narrowly a task says what it is about, in [0, 1]: Boltzmann's sharpness.

Each piece of evidence (a file, an identifier, a traceback, a content word) closes a share of the
distance to 1, so that evidence only ever adds; words of breadth ("the codebase") scale the result
down. "fix the auth bug in login.ts" comes out sharp, "refactor the codebase" even.

Law: an added file name or identifier never lowers it.

Tests: tests/core/intent/test_specificity.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_BASE: Final = 0.25  # somebody took the trouble to write a task
_FILE: Final = 0.6
_IDENTIFIER: Final = 0.35
_FAILURE: Final = 0.35  # a traceback, a panic: it happened at a place
_WORD: Final = 0.2  # a word of content: neither action, politeness nor breadth
_ACRONYM: Final = 0.35  # JWT, NaN: a word with one meaning
_MAX_WORDS: Final = 8  # words of content that count: a long text is not a narrow one
_BREADTH: Final = 0.5


@dataclass(frozen=True, slots=True)
class Evidence:
    """Counts of distinct things that a task names; `n_words` without acronyms and names."""

    n_files: int = 0
    n_identifiers: int = 0
    n_acronyms: int = 0
    n_words: int = 0
    has_failure: bool = False
    has_breadth: bool = False


def specificity(evidence: Evidence) -> float:
    """Specificity in [0, 1]."""
    distance = (
        (1 - _BASE)
        * (1 - _FILE) ** min(evidence.n_files, 4)
        * (1 - _IDENTIFIER) ** min(evidence.n_identifiers, 6)
        * (1 - _ACRONYM) ** min(evidence.n_acronyms, 2)
        * (1 - _WORD) ** min(evidence.n_words, _MAX_WORDS)
        * (1 - _FAILURE * evidence.has_failure)
    )
    share = 1 - distance
    return round(share * _BREADTH if evidence.has_breadth else share, 4)
