"""One task put to the daemon, and what came back, measured.

Tests: tests/eval/test_measurement.py
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from lean_ctx_daemon import tokens
from tests.eval.daemon import RpcError
from tests.eval.dataset import Task, gold_file
from tests.eval.metrics import Figures, accuracy, recall, selection

N_RANKED = 20  # as deep as a figure looks


class Caller(Protocol):
    """What a measurement asks: a method by name with parameters, and gets a result."""

    def call(self, method: str, **params: Any) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """A task's figures. `n_tokens` is recounted here; `preload_ms` is what the client waited."""

    task: Task
    figures: Figures
    n_tokens: int = 0
    is_count_true: bool = True
    preload_ms: float = 0.0
    ranked: tuple[str, ...] = ()
    shown: tuple[str, ...] = field(default=())
    error: str = ""


def measured(
    client: Caller, task: Task, tree: Path, budget: int, without: Sequence[str] = ()
) -> Measured:
    """`task` put to the daemon. An error of the daemon gives zeros and its message."""
    asked: dict[str, Any] = {"task": task.text, "root": str(tree)}
    switched_off: dict[str, Any] = {"without": list(without)} if without else {}
    try:
        rank = client.call("ctx_rank", **asked, top=N_RANKED, **switched_off)
        started = time.perf_counter()
        preload = client.call("ctx_preload", **asked, budget=budget, **switched_off)
        preload_ms = (time.perf_counter() - started) * 1000
    except RpcError as error:
        return Measured(task, Figures(), error=str(error))
    ranked = tuple(file["path"] for file in rank["files"])
    ranges = {
        file["path"]: [(first, last) for first, last in file["ranges"]] for file in preload["files"]
    }
    gold = [gold_file(tree, path, task.edited[path]) for path in task.gold]
    file_share, line_share = selection(gold, ranges, preload["text"])
    n_tokens = tokens.count(preload["text"])
    return Measured(
        task=task,
        figures=Figures(
            acc1=accuracy(ranked, task.gold, 1),
            acc5=accuracy(ranked, task.gold, 5),
            acc10=accuracy(ranked, task.gold, 10),
            recall20=recall(ranked, task.gold, N_RANKED),
            file=file_share,
            lines=line_share,
        ),
        n_tokens=n_tokens,
        is_count_true=n_tokens == preload["tokens"],
        preload_ms=preload_ms,
        ranked=ranked,
        shown=tuple(ranges),
    )
