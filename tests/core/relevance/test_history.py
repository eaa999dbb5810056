from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.history import MAX_COMMIT_PATHS, Commit, History
from lean_ctx_daemon.core.relevance.query import query_terms

COMMITS = (
    Commit(1, "Fix login timeout", ("auth/login.ts", "auth/session.ts")),
    Commit(2, "Fix login redirect", ("auth/login.ts",)),
    Commit(3, "Render the chart", ("ui/chart.ts",)),
    Commit(4, "Chart colours", ("ui/chart.ts", "ui/theme.ts")),
)


def test_files_of_similar_messages_are_evidence_best_first() -> None:
    found = History.build(COMMITS).evidence(query_terms("login fails with a timeout"))
    assert found["auth/login.ts"] == 1.0
    assert 0 < found["auth/session.ts"] < 1
    assert "ui/chart.ts" not in found


def test_newer_commits_say_more() -> None:
    old_and_new = (Commit(1, "cache bug", ("old.py",)), Commit(2, "cache bug", ("new.py",)))
    found = History.build(old_and_new).evidence(query_terms("cache"))
    assert found["new.py"] > found["old.py"]
    history = History.build(old_and_new)
    assert history.churn("new.py") > history.churn("old.py") > history.churn("none.py") == 0


def test_a_very_large_commit_is_no_evidence() -> None:
    paths = tuple(f"f{i}.py" for i in range(MAX_COMMIT_PATHS + 1))
    history = History.build([Commit(1, "Update licence headers", paths)])
    assert len(history) == 0
    assert history.evidence(query_terms("licence")) == {}


def test_files_that_change_together() -> None:
    history = History.build(COMMITS)
    assert history.co_changed("auth/session.ts") == {"auth/login.ts": pytest.approx(0.5)}
    assert history.co_changed("auth/login.ts") == {"auth/session.ts": pytest.approx(0.25)}
    assert history.co_changed("absent.ts") == {}


def test_no_history_is_no_evidence() -> None:
    assert History.empty().evidence({"login": 1.0}) == {}
    assert History.build(COMMITS).evidence({"absent": 1.0}) == {}
    assert History.build([Commit(1, "", ("a.py",))]).evidence({"login": 1.0}) == {}


@given(st.permutations(COMMITS))
def test_the_order_in_which_commits_arrive_is_irrelevant(commits: list[Commit]) -> None:
    terms = query_terms("fix chart login")
    assert list(History.build(commits).evidence(terms).items()) == list(
        History.build(COMMITS).evidence(terms).items()
    )
