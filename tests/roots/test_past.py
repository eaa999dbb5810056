from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from lean_ctx_daemon.core.relevance.query import query_terms
from lean_ctx_daemon.roots.past import PastCommits


def git(repository: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words],
        cwd=repository,
        check=True,
        capture_output=True,
    )


def commit(repository: Path, name: str, message: str) -> None:
    (repository / name).write_text(message)
    git(repository, "add", "-f", name)
    git(repository, "commit", "-m", message)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-b", "main")
    commit(tmp_path, "token.py", "validate the token")
    return tmp_path


def test_history_is_the_same_object_until_head_moves(repository: Path) -> None:
    past = PastCommits(str(repository))
    first = past.history()
    assert past.history() is first
    commit(repository, "login.py", "throttle the login")
    second = past.history()
    assert second is not first
    assert "login.py" in second.evidence(query_terms("throttle"))
    assert "token.py" in second.evidence(query_terms("validate"))


def test_another_branch_replaces_the_history(repository: Path) -> None:
    git(repository, "checkout", "-b", "side")
    commit(repository, "side.py", "sideways motion")
    past = PastCommits(str(repository))
    assert "side.py" in past.history().evidence(query_terms("sideways"))
    git(repository, "checkout", "main")
    assert past.history().evidence(query_terms("sideways")) == {}
    assert "token.py" in past.history().evidence(query_terms("validate"))


def test_without_git_there_is_no_history(tmp_path: Path) -> None:
    past = PastCommits(str(tmp_path))
    assert past.history().evidence(query_terms("token")) == {}
    assert past.tracked == frozenset()


def test_files_tracked_against_the_rules_are_known(repository: Path) -> None:
    (repository / ".gitignore").write_text("*.gen.py\n")
    commit(repository, "kept.gen.py", "keep it")
    past = PastCommits(str(repository))
    past.history()
    assert past.tracked == {"kept.gen.py"}
