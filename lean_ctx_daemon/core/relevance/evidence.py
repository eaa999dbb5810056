"""Evidence: how strongly each file matches the task, before the graph is asked.

One number per file from independent witnesses, each normalised to its best file: the words (fielded
BM25), the history (past messages with these words, and what is worked on now), the file's own
name among the task's words; then the kind of file weighs in, and a file that the task names
outright stands at the top.

What it does not: look at edges (heat.py and centrality.py do).

Tests: tests/core/relevance/test_evidence.py
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.relevance.kinds import kind_of
from lean_ctx_daemon.core.relevance.lexical import FIELD_WEIGHTS
from lean_ctx_daemon.core.relevance.mentions import Mentions, mentions
from lean_ctx_daemon.core.relevance.priors import kind_weights
from lean_ctx_daemon.core.relevance.query import query_terms
from lean_ctx_daemon.core.relevance.terms import path_terms
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import StructuredIntent

# Weights of the witnesses, relative to the words.
HISTORY_WEIGHT: Final = 0.35
CHURN_WEIGHT: Final = 0.03
BASE_NAME_WEIGHT: Final = 0.2
MENTION_WEIGHT: Final = 1.5
# An identifier spelled as code counts more than a word of prose.
CODE_TERM_WEIGHT: Final = 1.25
# Files that the words alone bring into play: bounds the request. 128, 256 and 512 rank alike.
MAX_CANDIDATES: Final = 256


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for each file.

    Shapes: `files` {path: > 0} in path order, without unit; `chunks` one score ≥ 0 per chunk,
    of which `best_chunk` is the highest; `named` are the files that the task names outright.
    """

    files: dict[str, float]
    chunks: dict[str, NDArray[np.float32]]
    best_chunk: float
    named: Mapping[str, float]


def evidence(
    snapshot: Snapshot, task: str, intent: StructuredIntent, without: AbstractSet[str]
) -> Evidence:
    """The evidence for every file that has any. `without` as in relevance.rank."""
    named = Mentions({}, frozenset()) if "mentions" in without else mentions(task, snapshot.files)
    terms = query_terms(task)
    for term in named.terms & terms.keys():
        terms[term] *= CODE_TERM_WEIGHT
    words = snapshot.index.scores(terms, weights=_field_weights(without), limit=MAX_CANDIDATES)
    best = max(words.files.values(), default=1.0)
    files = {path: score / best for path, score in words.files.items()}
    if "history" not in without:
        _add_history(files, snapshot, terms)
    if "paths" not in without:
        _add_base_names(files, terms)
    if "tests" not in without:
        weights = kind_weights(intent)
        for path in files:
            files[path] *= weights[kind_of(path)]
    for path, strength in named.files.items():
        if path in snapshot.index:
            files[path] = files.get(path, 0.0) + MENTION_WEIGHT * strength
    return Evidence(dict(sorted(files.items())), words.chunks, words.best_chunk, named.files)


def _add_history(files: dict[str, float], snapshot: Snapshot, terms: Mapping[str, float]) -> None:
    """Past messages with these words bring their files in; churn only tips the balance."""
    for path, share in snapshot.history.evidence(terms).items():
        if path in snapshot.index:
            files[path] = files.get(path, 0.0) + HISTORY_WEIGHT * share
    for path in files:
        files[path] += CHURN_WEIGHT * math.log1p(snapshot.history.churn(path))


def _field_weights(without: AbstractSet[str]) -> tuple[float, ...]:
    switches = (None, "names", "docs", "paths")
    return tuple(
        0.0 if switch in without else weight
        for switch, weight in zip(switches, FIELD_WEIGHTS, strict=True)
    )


def _add_base_names(files: dict[str, float], terms: Mapping[str, float]) -> None:
    """A file whose base name is a word of the task; a name that many files bear says less."""
    bearers = {path: _base_term(path) for path in files}
    shared = Counter(bearers.values())
    for path, term in bearers.items():
        if term in terms:
            files[path] += BASE_NAME_WEIGHT / math.sqrt(shared[term])


@lru_cache(maxsize=1 << 16)
def _base_term(path: str) -> str:
    """The compound of a path's base name."""
    found = path_terms(path.rpartition("/")[2].lstrip(".").partition(".")[0])
    return found[0] if found else ""
