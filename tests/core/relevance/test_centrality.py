from __future__ import annotations

import pytest

from lean_ctx_daemon.core.relevance.centrality import global_pagerank, personalised_pagerank
from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.references import ReferenceIndex

GRAPH = DependencyGraph.build(
    {
        "app": ("auth", "utils"),
        "auth": ("session", "utils"),
        "session": ("utils",),
        "chart": ("theme", "utils"),
        "theme": ("utils",),
        "utils": (),
    }
)


def test_what_many_import_ranks_highest() -> None:
    ranks = global_pagerank(GRAPH)
    assert max(ranks, key=lambda path: ranks[path]) == "utils"
    assert ranks["utils"] == 1.0


def test_the_rank_of_a_task_restarts_at_its_files() -> None:
    ranks = personalised_pagerank(GRAPH, {"auth": 1.0})
    assert ranks["auth"] == 1.0
    assert ranks["session"] > ranks.get("theme", 0.0)
    assert "chart" not in ranks


def test_unknown_seeds_are_ignored() -> None:
    assert personalised_pagerank(GRAPH, {"absent": 1.0}) == {}
    assert personalised_pagerank(GRAPH, {"absent": 9.0, "auth": 1.0}) == pytest.approx(
        personalised_pagerank(GRAPH, {"auth": 1.0})
    )


def test_an_edited_body_ranks_nothing_anew() -> None:
    edited = GRAPH.with_references(ReferenceIndex.empty())
    assert global_pagerank(edited) is global_pagerank(GRAPH)


def test_a_root_without_files_has_no_ranks() -> None:
    assert global_pagerank(DependencyGraph.empty()) == {}
