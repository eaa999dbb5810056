from __future__ import annotations

from lean_ctx_daemon.core.relevance.communities import NO_COMMUNITY, communities
from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.references import ReferenceIndex

# Two triangles and one bridge.
GRAPH = DependencyGraph.build(
    {
        "a1": ("a2", "a3"),
        "a2": ("a3",),
        "a3": ("b1",),
        "b1": ("b2", "b3"),
        "b2": ("b3",),
        "b3": (),
        "alone": (),
    }
)


def test_two_triangles_are_two_communities() -> None:
    found = communities(GRAPH)
    assert found["a1"] == found["a2"] == found["a3"] == 0
    assert found["b1"] == found["b2"] == found["b3"] == 1
    assert found["alone"] == NO_COMMUNITY


def test_an_edited_body_finds_the_same_object() -> None:
    edited = GRAPH.with_references(ReferenceIndex.empty())
    assert communities(edited) is communities(GRAPH)


def test_a_root_without_edges_has_no_communities() -> None:
    assert communities(DependencyGraph.build({"a": (), "b": ()})) == {
        "a": NO_COMMUNITY,
        "b": NO_COMMUNITY,
    }
    assert communities(DependencyGraph.empty()) == {}
