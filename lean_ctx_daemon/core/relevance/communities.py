"""Communities: files that import one another more than the rest (Leiden on modularity).

Computed cold with a fixed seed from the import edges alone, once per set of edges: equal edges give
equal communities in any process. A file without edges belongs to none (NO_COMMUNITY).

What it does not: read references or the task; smells and relevance use the result.

Tests: tests/core/relevance/test_communities.py
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import graspologic_native

from lean_ctx_daemon.core.relevance.graph import DependencyGraph, SameImports

NO_COMMUNITY: Final = -1
# Any constant would do; it is part of the result.
SEED: Final = 1
CACHED_GRAPHS: Final = 32


def communities(graph: DependencyGraph) -> Mapping[str, int]:
    """Each file's community, numbered from 0 by their first path; NO_COMMUNITY without edges.

    Errors: none. Source: Traag, Waltman, van Eck 2019.
    """
    return _communities(SameImports(graph))


@lru_cache(maxsize=CACHED_GRAPHS)
def _communities(same: SameImports) -> Mapping[str, int]:
    graph = same.graph
    # Undirected and without doubles: two files that import each other are one edge.
    edges = sorted({tuple(sorted((p, t))) for p in graph.paths for t in graph.imports(p)})
    if not edges:
        return MappingProxyType(dict.fromkeys(graph.paths, NO_COMMUNITY))
    _, found = graspologic_native.leiden([(a, b, 1.0) for a, b in edges], seed=SEED)
    number: dict[int, int] = {}
    for path in graph.paths:
        if path in found:
            number.setdefault(found[path], len(number))
    return MappingProxyType(
        {p: number[found[p]] if p in found else NO_COMMUNITY for p in graph.paths}
    )
