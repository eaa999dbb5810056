"""Heat diffusion: from the files that match the task to the files around them.

Seeds bring heat in proportion to their evidence. At distance d a file passes on e^(-alpha·d) of its
heat, shared out among its neighbours by the weight of the edges, so that a hub with a thousand
importers warms each of them by next to nothing. Edges are imports (both ways) and references by
name. What a neighbour receives in all stays below e^(-alpha·d) of the hottest seed: no neighbour
outshines a clear match.

What it does not: find seeds, or rank.

Tests: tests/core/relevance/test_heat.py
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from lean_ctx_daemon.core.relevance.graph import DependencyGraph

ALPHA: Final = 2.0
HOPS: Final = 2
IMPORT_WEIGHT: Final = 1.0
REFERENCE_WEIGHT: Final = 0.5
# One file's references to another count up to here: many calls are still one relation.
MAX_REFERENCES: Final = 4.0
# Sources per hop, and the least heat that a source must be able to give to a sole neighbour: both
# bound the work on hubs, and what they leave out is not visible in any ranking.
MAX_SOURCES: Final = 8
VISIBLE: Final = 0.005


def heat(
    graph: DependencyGraph,
    seeds: Mapping[str, float],
    *,
    alpha: float = ALPHA,
    hops: int = HOPS,
) -> dict[str, float]:
    """Seed heat diffused along the edges.

    Shapes: seeds {file: ≥ 0}; one entry per file with heat, in path order, the hottest 1.
    Units:  dimensionless; distance in hops.
    Errors: none; seeds that the graph does not know keep their heat and give none.
    """
    top = max(seeds.values(), default=0.0)
    if top <= 0:
        return {}
    warm = {path: value / top for path, value in sorted(seeds.items()) if value > 0}
    frontier = dict(warm)
    for distance in range(1, hops + 1):
        decay = math.exp(-alpha * distance)
        received = _received(graph, {p: v for p, v in frontier.items() if v * decay >= VISIBLE})
        frontier = {path: min(received[path], 1.0) for path in received if path not in warm}
        for path in sorted(received):
            warm[path] = warm.get(path, 0.0) + decay * min(received[path], 1.0)
    hottest = max(warm.values())
    return {path: warm[path] / hottest for path in sorted(warm)}


def _received(graph: DependencyGraph, sources: Mapping[str, float]) -> dict[str, float]:
    received: dict[str, float] = {}
    hottest = sorted(sources, key=lambda path: (-sources[path], path))[:MAX_SOURCES]
    for source in hottest:
        edges = neighbours(graph, source)
        total = sum(edges.values())
        for target, weight in edges.items():
            received[target] = received.get(target, 0.0) + sources[source] * weight / total
    return received


def neighbours(graph: DependencyGraph, path: str) -> dict[str, float]:
    """The files next to `path` with the weight of all edges between them, in path order."""
    edges: dict[str, float] = {}
    for other in (*graph.imports(path), *graph.importers(path)):
        edges[other] = edges.get(other, 0.0) + IMPORT_WEIGHT
    for references in (graph.references(path), graph.referrers(path)):
        for other, count in references.items():
            weight = REFERENCE_WEIGHT * min(count, MAX_REFERENCES)
            edges[other] = edges.get(other, 0.0) + weight
    edges.pop(path, None)
    return dict(sorted(edges.items()))
