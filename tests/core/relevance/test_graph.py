from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.graph import DependencyGraph, SameImports
from lean_ctx_daemon.core.relevance.references import ReferenceIndex

NAMES = st.sampled_from(["a", "b", "c", "d"])
IMPORTS = st.dictionaries(NAMES, st.lists(NAMES, max_size=4).map(tuple), max_size=4)


@given(IMPORTS)
def test_importers_are_imports_reversed(imports: dict[str, tuple[str, ...]]) -> None:
    graph = DependencyGraph.build(imports)
    forth = {(p, t) for p in graph.paths for t in graph.imports(p)}
    back = {(p, t) for t in graph.paths for p in graph.importers(t)}
    assert forth == back
    assert all(p != t and p in graph and t in graph for p, t in forth)
    native = graph.native()
    assert {(graph.paths[i], graph.paths[j]) for i, j in native.edge_list()} == forth


@given(IMPORTS)
def test_the_digest_speaks_of_edges_alone(imports: dict[str, tuple[str, ...]]) -> None:
    graph = DependencyGraph.build(imports)
    backwards = DependencyGraph.build(dict(reversed(imports.items())))
    assert backwards.digest == graph.digest
    assert DependencyGraph.build({**imports, "alone": ()}).digest == graph.digest
    assert DependencyGraph.build({**imports, "y": (), "x": ("y",)}).digest != graph.digest


def test_other_references_share_the_imports() -> None:
    graph = DependencyGraph.build({"a": ("b",), "b": ()})
    other = graph.with_references(ReferenceIndex.empty())
    assert other.native() is graph.native()
    assert SameImports(other) == SameImports(graph)
    assert hash(SameImports(other)) == hash(SameImports(graph))


def test_an_unknown_file_has_no_neighbours() -> None:
    graph = DependencyGraph.empty()
    assert len(graph) == 0
    assert graph.imports("x") == graph.importers("x") == ()
    assert graph.references("x") == graph.referrers("x") == {}
