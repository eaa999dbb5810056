"""The pipeline on a small real tree: analysed by the worker's own function, counted for real."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon import tokens
from lean_ctx_daemon.app.jobs import Job
from lean_ctx_daemon.app.texts import current_texts
from lean_ctx_daemon.app.worker import analysis
from lean_ctx_daemon.core import pipeline
from lean_ctx_daemon.core.compression.reading import Wanted
from lean_ctx_daemon.core.pipeline import Preload, Request, StaleSources
from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.facts.registry import resolve
from lean_ctx_daemon.roots.ports import Analysis
from lean_ctx_daemon.roots.ports import Wanted as WantedFile
from lean_ctx_daemon.roots.root import Root
from lean_ctx_daemon.watch.crawl import crawl

LIMIT_BYTES = 1 << 20

FILES = {
    "src/auth.ts": (
        "import { hash } from './crypto';\n\n"
        "export function validateToken(token: string): boolean {\n"
        "  return hash(token) === token.slice(1);\n}\n\n"
        "export function deleteUser(name: string): void {\n  drop(name);\n}\n"
    ),
    "src/crypto.ts": "export function hash(text: string): string {\n  return text;\n}\n",
    "src/cart.ts": "export function total(prices: number[]): number {\n  return prices[0];\n}\n",
    "README.md": "# Shop\n\nSells things.\n",
}


async def analyse(
    root: str, wanted: Sequence[WantedFile], on_batch: Callable[[Sequence[Analysis]], None]
) -> None:
    on_batch([analysis(Job(root, (one,), LIMIT_BYTES), one) for one in wanted])


def snapshot_of(tree: Path) -> Snapshot:
    root = Root(str(tree), crawl=crawl, analyse=analyse, resolve=resolve, history=History.empty)
    asyncio.run(root.recrawl())
    return root.snapshot


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Snapshot:
    tree = tmp_path_factory.mktemp("shop")
    for name, text in FILES.items():
        (tree / name).parent.mkdir(exist_ok=True)
        (tree / name).write_text(text)
    return snapshot_of(tree)


def preloaded(snapshot: Snapshot, request: Request) -> Preload:
    def texts(paths: Sequence[str]) -> Mapping[str, str]:
        return current_texts(snapshot, paths, LIMIT_BYTES)

    ticks = itertools.count()
    return pipeline.preload(
        snapshot, request, texts, tokens.count, lambda: float(next(ticks)) / 1000
    )


def test_the_named_function_comes_first_and_its_import_follows(snapshot: Snapshot) -> None:
    answer = preloaded(snapshot, Request("fix the token validation in validateToken"))
    paths = [file.relevance.path for file in answer.files]
    assert paths[0] == "src/auth.ts"
    assert "src/crypto.ts" in paths
    assert "export function validateToken(token: string): boolean {" in answer.text
    assert answer.intent.task_type == "FixBug"


def test_ranges_are_the_lines_shown(snapshot: Snapshot) -> None:
    answer = preloaded(snapshot, Request("fix the token validation in validateToken"))
    shown = set(answer.text.split("\n"))
    for file in answer.files:
        lines = FILES[file.relevance.path].split("\n")
        for span in file.ranges:
            assert set(lines[span.first - 1 : span.last]) <= shown


@settings(deadline=None, max_examples=40)
@given(budget=st.integers(1, 600), task=st.sampled_from(["fix hash", "explain total", "cart shop"]))
def test_tokens_are_exact_and_within_the_budget(snapshot: Snapshot, budget: int, task: str) -> None:
    answer = preloaded(snapshot, Request(task, budget))
    assert answer.tokens == tokens.count(answer.text) <= budget


def test_the_same_request_gives_the_same_bytes(snapshot: Snapshot) -> None:
    request = Request("total of the cart")
    assert preloaded(snapshot, request) == preloaded(snapshot, request)


def test_an_answer_may_be_kept_inside_a_folder(snapshot: Snapshot) -> None:
    answer = preloaded(snapshot, Request("shop readme hash", within="src"))
    assert answer.files
    assert all(file.relevance.path.startswith("src/") for file in answer.files)


def test_every_layer_leaves_a_metric_with_its_time(snapshot: Snapshot) -> None:
    metrics = preloaded(snapshot, Request("fix hash")).metrics
    assert [m.layer for m in metrics] == ["input", "intent", "relevance", "compression", "delivery"]
    assert all(m.ms > 0 for m in metrics)
    assert metrics[-1].tokens_out == preloaded(snapshot, Request("fix hash")).tokens


def test_a_file_that_changed_since_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def token():\n    return 1\n")
    snapshot = snapshot_of(tmp_path)
    (tmp_path / "a.py").write_text("def other():\n    return 2\n")
    with pytest.raises(StaleSources) as stale:
        preloaded(snapshot, Request("token"))
    assert stale.value.paths == ("a.py",)


def test_a_file_is_read_in_the_mode_asked_for(snapshot: Snapshot) -> None:
    text = FILES["src/auth.ts"]
    shown, reason = pipeline.read_file(
        snapshot, "src/auth.ts", text, Wanted("lines:3-5"), tokens.count
    )
    assert shown.text == "".join(text.splitlines(keepends=True)[2:5])
    assert reason == ""
