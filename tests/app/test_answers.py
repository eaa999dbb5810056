"""The shapes that callers see."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from lean_ctx_daemon import tokens
from lean_ctx_daemon.app import answers
from lean_ctx_daemon.app.texts import current_texts
from lean_ctx_daemon.core import pipeline
from lean_ctx_daemon.core.delivery.overview import Overview
from lean_ctx_daemon.core.intent.intent import structured_intent
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import FileRelevance, Metric, Rendered, Span
from tests.support.spaces import repository, workspace

TASK = "the total of the cart is wrong"


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    """Of a shop in which one file imports another."""
    texts = {
        "cart.py": "from db import connect\n\n\ndef cart_total(cart):\n    return connect(cart)\n",
        "db.py": "def connect(name):\n    return name\n",
        "unused.py": "UNUSED = 1\n",
    }

    async def run() -> Snapshot:
        async with workspace(repository(tmp_path / "shop", texts)) as space:
            return space.root.snapshot

    return asyncio.run(run())


def test_a_preload_has_the_fields_of_the_contract(snapshot: Snapshot) -> None:
    def texts(paths: Sequence[str]) -> Mapping[str, str]:
        return current_texts(snapshot, paths, 10_000)

    request = pipeline.Request(TASK, 500)
    answer = pipeline.preload(snapshot, request, texts, tokens.count, time.perf_counter)
    reply = answers.preload(TASK, 500, answer)
    assert list(reply) == ["task", "intent", "budget", "tokens", "files", "text", "metrics"]
    assert reply["tokens"] == tokens.count(reply["text"]) <= 500
    first = reply["files"][0]
    assert list(first) == [
        *("path", "relevance", "heat", "pagerank"),
        *("community", "budget", "mode", "tokens", "ranges"),
    ]
    assert (first["path"], first["ranges"]) == ("cart.py", [[1, 5]])
    assert list(reply["metrics"][0]) == ["layer", "tokens_in", "tokens_out", "ms"]
    assert json.loads(json.dumps(reply)) == reply  # plain values only


def test_an_intent_has_the_slots_of_the_contract() -> None:
    assert answers.intent(structured_intent("fix the NaN bug in entropy.rs", ())) == {
        "task_type": "FixBug",
        "confidence": 0.95,
        "targets": ["entropy.rs"],
        "scope": "SingleFile",
        "language": "Rust",
        "urgency": 0.8,
        "action_verb": "fix",
        "specificity": pytest.approx(0.85, abs=0.1),
    }


def test_a_file_that_was_read_has_a_reason_only_where_the_mode_was_chosen() -> None:
    shown = Rendered("x = 1\n", (Span(3, 3), Span(7, 9)), 5, "map")
    reply = answers.read("a.py", shown, "", original_tokens=50, digest=b"\x01\xff")
    assert reply == {
        "path": "a.py",
        "mode": "map",
        "tokens": 5,
        "original_tokens": 50,
        "ranges": [[3, 3], [7, 9]],
        "text": "x = 1\n",
        "digest": "01ff",
    }
    reply = answers.read("a.py", shown, "it is large", original_tokens=50, digest=b"")
    assert reply["reason"] == "it is large"


def test_scores_and_times_are_short_enough_to_read() -> None:
    row = answers.ranked(FileRelevance("a.py", 1 / 3, 2 / 3, 0.0, 4))
    assert row == {"path": "a.py", "relevance": 0.333333, "heat": 0.666667, "pagerank": 0.0}
    assert answers.metric(Metric("input", 3, 2, 1.23456))["ms"] == 1.235


def test_relations_are_said_with_their_edges_nearest_first(snapshot: Snapshot) -> None:
    of_cart = answers.related(snapshot, "cart.py", 10)
    assert [row["path"] for row in of_cart["related"]] == ["db.py"]
    assert of_cart["related"][0]["edges"] == ["imports", "names"]
    of_db = answers.related(snapshot, "db.py", 10)
    assert of_db["related"][0]["edges"] == ["imported by", "named by"]
    assert answers.related(snapshot, "unused.py", 10)["related"] == []
    assert answers.related(snapshot, "db.py", 0) == {"path": "db.py", "related": [], "total": 1}


def test_an_overview_tells_its_own_tokens_from_those_of_the_root() -> None:
    reply = answers.overview(Overview("x\n", 2, {"files": 3, "tokens": 900}))
    assert reply == {"files": 3, "root_tokens": 900, "text": "x\n", "tokens": 2}


def test_every_reply_says_how_true_it_is(snapshot: Snapshot) -> None:
    assert answers.freshness(snapshot, ["still indexing"], is_fresh=False) == {
        "root": snapshot.root,
        "fresh": False,
        "generation": snapshot.generation,
        "notes": ["still indexing"],
    }


def test_an_answer_without_files_says_why(snapshot: Snapshot, tmp_path: Path) -> None:
    assert answers.nothing_found(snapshot) == (
        f"nothing in {snapshot.root} matches the task: "
        "use words that stand in its code or its paths"
    )
    assert answers.nothing_found(snapshot, "web").startswith("nothing below web/ matches")

    async def run() -> None:
        async with workspace(repository(tmp_path / "none", {})) as space:
            assert answers.nothing_found(space.root.snapshot) == "no file is known here"
            (Path(space.path) / "image.png").write_bytes(b"\0")
            await space.refresh(["image.png"])
            assert answers.nothing_found(space.root.snapshot).endswith("can be shown")

    asyncio.run(run())
