from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from lean_ctx_daemon.core.relevance.relevance import PARTS, rank
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import StructuredIntent

RootOf = Callable[..., Snapshot]

TEXTS = {
    "src/auth.ts": "def authenticate\nchecks the authentication token",
    "src/login.ts": "def login\nauthentication of a user by password",
    "src/middleware.ts": "def before_request\npasses on or rejects",
    "src/session.ts": "def open_session\nkeeps state",
    "src/db.ts": "def query\nrows",
    **{f"src/page{i:02}.ts": f"def render{i}\nshows something" for i in range(17)},
    "src/theme.ts": "def colours\npalette",
}
IMPORTS = {
    "src/middleware.ts": ("src/auth.ts",),
    "src/auth.ts": ("src/session.ts",),
    "src/session.ts": ("src/db.ts",),
    **{f"src/page{i:02}.ts": ("src/db.ts",) for i in range(17)},
}


def test_two_matches_become_five_files(root_of: RootOf, fix_bug: StructuredIntent) -> None:
    """The specification's example: heat adds neighbours, PageRank the hub of this task."""
    ranking = rank(root_of(TEXTS, IMPORTS), "fix authentication bug", fix_bug)
    assert {file.path for file in ranking.files[:2]} == {"src/auth.ts", "src/login.ts"}
    assert {file.path for file in ranking.files} == {
        "src/auth.ts",
        "src/login.ts",
        "src/middleware.ts",
        "src/session.ts",
        "src/db.ts",
    }


def test_heat_finds_neighbours_and_pagerank_the_hub(
    root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    root = root_of(TEXTS, IMPORTS)
    cold = {f.path for f in rank(root, "fix authentication bug", fix_bug, without={"heat"}).files}
    assert "src/middleware.ts" not in cold
    flat = {
        f.path for f in rank(root, "fix authentication bug", fix_bug, without={"pagerank"}).files
    }
    assert "src/db.ts" not in flat


def test_the_best_file_has_relevance_one_and_order_is_by_relevance_then_path(
    root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    texts = {f"src/{name}.py": "def total price" for name in "dbca"}
    files = rank(root_of(texts), "total price", fix_bug).files
    assert [file.path for file in files] == ["src/a.py", "src/b.py", "src/c.py", "src/d.py"]
    assert {file.relevance for file in files} == {1.0}


def test_every_ranked_file_has_a_score_for_each_chunk(
    root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    root = root_of(TEXTS, IMPORTS)
    ranking = rank(root, "fix authentication bug", fix_bug)
    for file in ranking.files:
        facts = root.files[file.path].facts
        assert facts is not None
        scores = ranking.chunks[file.path]
        assert len(scores) == len(facts.chunks)
        assert (scores > 0).all()


@pytest.mark.parametrize("part", sorted(PARTS))
def test_every_part_can_be_switched_off(
    part: str, root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    ranking = rank(root_of(TEXTS, IMPORTS), "fix authentication bug", fix_bug, without={part})
    assert {file.path for file in ranking.files[:2]} == {"src/auth.ts", "src/login.ts"}


@pytest.mark.parametrize("task", ["", "zebra", "?!", "的"])
def test_a_task_without_any_match_ranks_nothing(
    task: str, root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    assert rank(root_of(TEXTS, IMPORTS), task, fix_bug).files == ()
    assert rank(root_of({}), task, fix_bug).files == ()


SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:]
from tests.core.relevance.conftest import _root
from tests.core.relevance.test_relevance import IMPORTS, TEXTS
from lean_ctx_daemon.core.relevance.relevance import rank
from lean_ctx_daemon.core.types import Scope, StructuredIntent, TaskType
intent = StructuredIntent(TaskType.FIX_BUG, 0.9, (), Scope.MULTI_FILE, None, 0.8, "fix", 0.5)
ranking = rank(_root(TEXTS, IMPORTS), "fix authentication of a session user query", intent)
print([(f, ranking.chunks[f.path].tobytes()) for f in ranking.files])
"""


def test_any_process_and_hash_seed_give_the_same_ranking() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, os.getcwd(), os.path.join(os.getcwd(), "client")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
