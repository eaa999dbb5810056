"""The dependency graph of a root: who imports whom, and who names whose definitions.

Two kinds of edges. *Imports* are facts of the files' headers; PageRank and communities read only
them, so that editing a body never changes either (`digest` speaks of imports alone).
*References* (calls, inheritance by name: references.py) carry weights and steer how heat flows.

What it does not: resolve imports (facts and roots do), rank, or change. A new graph is a new value.

Tests: tests/core/relevance/test_graph.py
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import rustworkx

from lean_ctx_daemon.core.relevance.references import ReferenceIndex


class _Imports:
    """The import edges, shared by every graph that has the same ones."""

    __slots__ = ("digest", "importers", "imports", "native", "number", "paths")

    def __init__(self, imports: Mapping[str, Iterable[str]]) -> None:
        self.paths: tuple[str, ...] = tuple(sorted(imports))
        self.number = {path: i for i, path in enumerate(self.paths)}
        self.imports = {p: _targets(p, imports[p], imports) for p in self.paths}
        self.importers = _reversed(self.imports)
        self.digest: bytes = _digest(self.imports)
        self.native: rustworkx.PyDiGraph[str, None] | None = None


class DependencyGraph:
    """Immutable. Nodes are paths in sorted order; imports point from importer to imported."""

    __slots__ = ("_edges", "_references")

    def __init__(self, edges: _Imports, references: ReferenceIndex) -> None:
        self._edges = edges
        self._references = references

    @classmethod
    def build(
        cls,
        imports: Mapping[str, tuple[str, ...]],
        references: ReferenceIndex | None = None,
    ) -> DependencyGraph:
        """The graph of a root; targets that are no files of it are left out.

        Shapes: every file is a key of `imports`.
        """
        return cls(_Imports(imports), references or ReferenceIndex.empty())

    @classmethod
    def empty(cls) -> DependencyGraph:
        """The graph of a root without files."""
        return cls.build({})

    def with_references(self, references: ReferenceIndex) -> DependencyGraph:
        """The same imports (shared, with what was computed on them) beside other references."""
        return DependencyGraph(self._edges, references)

    @property
    def paths(self) -> tuple[str, ...]:
        """All files, sorted."""
        return self._edges.paths

    @property
    def number(self) -> Mapping[str, int]:
        """Each file's place in `paths`."""
        return self._edges.number

    @property
    def digest(self) -> bytes:
        """Of the import edges alone: the key of whatever is computed on them."""
        return self._edges.digest

    def __contains__(self, path: object) -> bool:
        return path in self._edges.imports

    def __len__(self) -> int:
        return len(self._edges.paths)

    def imports(self, path: str) -> tuple[str, ...]:
        """Files that `path` imports, sorted; none for a file the graph does not know."""
        return self._edges.imports.get(path, ())

    def importers(self, path: str) -> tuple[str, ...]:
        """Files that import `path`, sorted."""
        return self._edges.importers.get(path, ())

    def references(self, path: str) -> Mapping[str, float]:
        """Files whose definitions `path` names, with weights, sorted by path."""
        return self._references.uses(path)

    def referrers(self, path: str) -> Mapping[str, float]:
        """Files that name definitions of `path`, with weights, sorted by path."""
        return self._references.used_by(path)

    def native(self) -> rustworkx.PyDiGraph[str, None]:
        """The import edges for rustworkx; node i is `paths[i]`. Built on first use, then shared."""
        edges = self._edges
        if edges.native is None:
            node = edges.number
            native: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph(multigraph=False)
            native.add_nodes_from(edges.paths)
            native.add_edges_from_no_data(
                [(node[p], node[t]) for p in edges.paths for t in edges.imports[p]]
            )
            edges.native = native
        return edges.native


class SameImports:
    """A cache key: equal for graphs of the same files and import edges, whatever they reference."""

    __slots__ = ("graph",)

    def __init__(self, graph: DependencyGraph) -> None:
        self.graph = graph

    def __hash__(self) -> int:
        return hash(self.graph.digest)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SameImports):
            return NotImplemented
        mine, others = self.graph, other.graph
        return mine.digest == others.digest and mine.paths == others.paths


def _targets(
    path: str, targets: Iterable[str], known: Mapping[str, Iterable[str]]
) -> tuple[str, ...]:
    return tuple(sorted({t for t in targets if t in known and t != path}))


def _reversed(edges: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for source, targets in edges.items():
        for target in targets:
            found.setdefault(target, []).append(source)
    return {target: tuple(sources) for target, sources in found.items()}


def _digest(imports: Mapping[str, tuple[str, ...]]) -> bytes:
    """Of the edges and of nothing else: a file without edges changes no rank of another."""
    digest = hashlib.blake2b(digest_size=16)
    for path, targets in imports.items():
        if targets:
            digest.update("\0".join((path, *targets, "\n")).encode("utf-8", "surrogatepass"))
    return digest.digest()
