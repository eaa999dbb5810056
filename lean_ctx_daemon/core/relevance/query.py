"""A task's words and what each is worth as a query, before any statistics of the repository.

Repetition counts ever less, the first line counts more. Function words of English are left out:
code hardly has them, so that idf would take them for rare and telling. Verbs like "fix" and
"add" stay: idf knows what they are worth in this repository.

What it does not: idf (lexical.py has it), or finding what the task names outright (mentions.py).

Tests: tests/core/relevance/test_query.py
"""

from __future__ import annotations

import math
from typing import Final

from lean_ctx_daemon.core.relevance.terms import split, words

TITLE_WEIGHT: Final = 2.0

_FUNCTION_WORDS: Final = """
    a about after again all also an and any are as at be because been before being both but by can
    cannot could did do does doing don done during each either else etc even ever every for from had
    has have having he her here how however i if in instead into is isn it its just let like ll may
    me might more most much must my no nor not now of off often on once one only or other our out
    over own per rather re really same shall she should since so some such than that the their them
    then there these they this those though through thus to too until up upon us use used uses using
    ve very via was we well were what when where whether which while who whom whose why will with
    within without won would yes yet you your"""
FUNCTION_WORDS: Final = frozenset(_FUNCTION_WORDS.split())


def content_words(text: str) -> list[str]:
    """The words of a text that carry meaning, in order, as written."""
    return [word for word in words(text) if word.lower() not in FUNCTION_WORDS]


def query_terms(text: str) -> dict[str, float]:
    """Terms of a task with weights > 0. Empty for a text without words."""
    counts: dict[str, float] = {}
    title, _, rest = text.strip().partition("\n")
    for part, weight in ((title, TITLE_WEIGHT), (rest, 1.0)):
        for word in content_words(part):
            for term in split(word):
                counts[term] = counts.get(term, 0.0) + weight
    return {term: math.log1p(count) for term, count in counts.items()}
