"""PageRank on the import graph: globally, and as seen from the files of one task.

Rank flows from the importer to the imported: what many files lean on ranks high. The personalised
rank restarts at the heated files, so it promotes the hub of *this* task and not every repository's
`utils`.

What it does not: read references (imports only: editing a body changes no rank), or decide seeds.

Tests: tests/core/relevance/test_centrality.py
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import rustworkx

from lean_ctx_daemon.core.relevance.graph import DependencyGraph, SameImports

DAMPING: Final = 0.85  # Brin and Page 1998
# With restarts this frequent rank stays within about two imports of the seeds; at the usual 0.85
# the repository's hubs come up for any task.
PERSONAL_DAMPING: Final = 0.3
TOLERANCE: Final = 1e-6
MAX_ITERATIONS: Final = 100
CACHED_GRAPHS: Final = 32


def global_pagerank(graph: DependencyGraph) -> Mapping[str, float]:
    """PageRank of every file, the highest 1. Computed once per set of import edges."""
    return _global(SameImports(graph))


def personalised_pagerank(graph: DependencyGraph, seeds: Mapping[str, float]) -> dict[str, float]:
    """PageRank that restarts at the seeds in proportion to their weights, the highest 1.

    Shapes: seeds {file: ≥ 0}; unknown files are ignored. Files that no rank reaches are left out.
    """
    number = graph.number
    restart = {number[p]: w for p, w in sorted(seeds.items()) if p in number and w > 0}
    if not restart:
        return {}
    ranks = rustworkx.pagerank(
        graph.native(),
        alpha=PERSONAL_DAMPING,
        personalization=restart,
        dangling=restart,
        tol=TOLERANCE,
        max_iter=MAX_ITERATIONS,
    )
    return _normalised(graph.paths, ranks)


@lru_cache(maxsize=CACHED_GRAPHS)
def _global(same: SameImports) -> Mapping[str, float]:
    graph = same.graph
    if not len(graph):
        return MappingProxyType({})
    ranks = rustworkx.pagerank(
        graph.native(), alpha=DAMPING, tol=TOLERANCE, max_iter=MAX_ITERATIONS
    )
    return MappingProxyType(_normalised(graph.paths, ranks))


def _normalised(paths: tuple[str, ...], ranks: Mapping[int, float]) -> dict[str, float]:
    top = max(ranks.values(), default=0.0)
    return {path: ranks[i] / top for i, path in enumerate(paths) if ranks[i] > TOLERANCE * top}
