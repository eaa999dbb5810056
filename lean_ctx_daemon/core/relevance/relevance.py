"""Spectral relevance: which files matter for a task, and which of their definitions.

evidence → seeds → heat (0.7) and personalised PageRank (0.3), each normalised to a maximum of 1 →
files in the community of a target are raised → threshold → best first, ties by path. Heat starts
in proportion to the evidence and decays fast, and rank restarts at the heated files, so that a
clear match stays ahead of the hubs around it and the graph fills the tail with the rest of the
blast radius (SPEC's measured warning).

What it does not: cut lines, allocate tokens or read files.

Tests: tests/core/relevance/test_relevance.py
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.relevance.centrality import personalised_pagerank
from lean_ctx_daemon.core.relevance.communities import NO_COMMUNITY, communities
from lean_ctx_daemon.core.relevance.evidence import Evidence, evidence
from lean_ctx_daemon.core.relevance.heat import heat
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import FileRelevance, StructuredIntent

HEAT_SHARE: Final = 0.7
PAGERANK_SHARE: Final = 0.3
# Files that spread heat; the rest of the evidence keeps its own.
N_SEEDS: Final = 8
# Restarts prefer the clear matches: their evidence to this power.
RESTART_SHARPNESS: Final = 2.0
COMMUNITY_RAISE: Final = 1.05
THRESHOLD: Final = 0.02
# More files than any budget or reader takes: 32,000 tokens at 128 a file.
MAX_RANKED: Final = 250
# A definition's own score to this power: the clear ones stand out from those that merely share a
# word with the task (a little better than 1 and than 2).
CHUNK_CONTRAST: Final = 1.25
# Part of a chunk's score that comes from its file: files found by history or graph alone have
# chunks worth packing, too. More of it fills the budget with whole files.
FILE_SMOOTHING: Final = 0.01

PARTS: Final = frozenset(
    {
        "heat",
        "pagerank",
        "history",
        "communities",
        "mentions",
        "names",
        "paths",
        "docs",
        "tests",
    }
)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Files above the threshold, best first, and a score ≥ 0 for each of their chunks."""

    files: tuple[FileRelevance, ...]
    chunks: Mapping[str, NDArray[np.float32]]


def rank(
    snapshot: Snapshot,
    task: str,
    intent: StructuredIntent,
    *,
    without: AbstractSet[str] = frozenset(),
) -> Ranking:
    """The files of a snapshot that matter for a task.

    Shapes: relevance, heat and pagerank in [0, 1], the best file's relevance 1.
    `without` names parts (PARTS) that are switched off, for the ablation.
    """
    found = evidence(snapshot, task, intent, without)
    heats = _heats(snapshot, found, without)
    ranks = _ranks(snapshot, found, without)
    groups = communities(snapshot.graph)
    raised = set() if "communities" in without else _target_communities(found, groups)
    total: dict[str, float] = {}
    for path in sorted({*heats, *ranks}):
        value = HEAT_SHARE * heats.get(path, 0.0) + PAGERANK_SHARE * ranks.get(path, 0.0)
        total[path] = value * (COMMUNITY_RAISE if groups.get(path) in raised else 1.0)
    top = max(total.values(), default=1.0)
    ordered = sorted(total, key=lambda path: (-total[path], path))[:MAX_RANKED]
    files = tuple(
        FileRelevance(
            path=path,
            relevance=total[path] / top,
            heat=heats.get(path, 0.0),
            pagerank=ranks.get(path, 0.0),
            community=groups.get(path, NO_COMMUNITY),
        )
        for path in ordered
        if total[path] >= THRESHOLD * top
    )
    return Ranking(files, {file.path: _chunk_scores(snapshot, found, file) for file in files})


def _heats(snapshot: Snapshot, found: Evidence, without: AbstractSet[str]) -> dict[str, float]:
    top = max(found.files.values(), default=1.0)
    own = {path: value / top for path, value in found.files.items()}
    if "heat" in without:
        return own
    seeds = sorted(own, key=lambda path: (-own[path], path))[:N_SEEDS]
    spread = heat(snapshot.graph, {path: own[path] for path in seeds})
    return {path: max(own.get(path, 0.0), spread.get(path, 0.0)) for path in {**own, **spread}}


def _ranks(snapshot: Snapshot, found: Evidence, without: AbstractSet[str]) -> dict[str, float]:
    if "pagerank" in without:
        return {}
    top = max(found.files.values(), default=1.0)
    restart = {path: (value / top) ** RESTART_SHARPNESS for path, value in found.files.items()}
    return personalised_pagerank(snapshot.graph, restart)


def _target_communities(found: Evidence, groups: Mapping[str, int]) -> set[int]:
    """Communities of the files the task names, or of the clearest match."""
    best = min(found.files, key=lambda path: (-found.files[path], path), default=None)
    targets = list(found.named) or ([best] if best is not None else [])
    return {groups[path] for path in targets if groups.get(path, NO_COMMUNITY) != NO_COMMUNITY}


def _chunk_scores(snapshot: Snapshot, found: Evidence, file: FileRelevance) -> NDArray[np.float32]:
    """A definition's own score, smoothed by its file's relevance."""
    facts = snapshot.files[file.path].facts if file.path in snapshot.files else None
    n_chunks = len(facts.chunks) if facts is not None else 0
    own = found.chunks.get(file.path)
    base = np.full(n_chunks, FILE_SMOOTHING * file.relevance, np.float32)
    if own is None:
        return base
    return base + (own / np.float32(found.best_chunk)) ** np.float32(CHUNK_CONTRAST)
