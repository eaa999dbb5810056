from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.heat import heat

NAMES = ["a", "b", "c", "d", "e", "f"]
GRAPHS = st.dictionaries(
    st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=5).map(tuple)
).map(lambda edges: DependencyGraph.build({name: edges.get(name, ()) for name in NAMES}))
SEEDS = st.dictionaries(st.sampled_from(NAMES), st.floats(0, 10))


def test_heat_flows_both_ways_and_decays_with_distance() -> None:
    graph = DependencyGraph.build({"app": ("auth",), "auth": ("db",), "db": (), "far": ()})
    found = heat(graph, {"auth": 2.0}, alpha=1.0, hops=1)
    assert found == {"app": math.exp(-1) / 2, "auth": 1.0, "db": math.exp(-1) / 2}


def test_a_hub_warms_each_of_its_many_neighbours_by_little() -> None:
    users = {f"user{i:02}": ("hub",) for i in range(50)}
    found = heat(DependencyGraph.build({**users, "hub": ()}), {"hub": 1.0}, alpha=1.0)
    assert found["user07"] < 0.01


@given(GRAPHS, SEEDS)
def test_no_neighbour_outshines_a_clear_match(
    graph: DependencyGraph, seeds: dict[str, float]
) -> None:
    found = heat(graph, seeds, alpha=2.0, hops=2)
    assert list(found) == sorted(found)
    if not found:
        assert not any(seeds.values())
        return
    assert max(found.values()) == 1.0
    assert all(found[path] < 0.25 for path in found if not seeds.get(path))


@given(GRAPHS, SEEDS)
def test_the_order_of_seeds_is_irrelevant(graph: DependencyGraph, seeds: dict[str, float]) -> None:
    assert heat(graph, seeds) == heat(graph, dict(reversed(seeds.items())))


def test_a_seed_outside_the_graph_keeps_its_heat() -> None:
    assert heat(DependencyGraph.empty(), {"x": 3.0}) == {"x": 1.0}
