"""Replies as plain JSON values: the contract of SPEC's "Faces", in one place.

What it does not: compute, read, or render for a terminal. Core's types are not serialisable on
purpose; this module owns the shape that callers see.

Tests: tests/app/test_answers.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lean_ctx_daemon.app.config import Settings
from lean_ctx_daemon.core.delivery.overview import Overview
from lean_ctx_daemon.core.pipeline import Preload
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import (
    FileRelevance,
    Metric,
    Rendered,
    Span,
    StructuredIntent,
)
from lean_ctx_daemon.store import StoreStats

SCORE_DIGITS = 6  # enough to order 50,000 files, few enough to read

Json = dict[str, Any]


def intent(value: StructuredIntent) -> Json:
    """A StructuredIntent under SPEC's slot names."""
    return {
        "task_type": value.task_type.value,
        "confidence": round(value.confidence, 2),
        "targets": list(value.targets),
        "scope": value.scope.value,
        "language": value.language,
        "urgency": round(value.urgency, 2),
        "action_verb": value.action_verb,
        "specificity": round(value.specificity, 2),
    }


def ranked(file: FileRelevance) -> Json:
    """One row of `rank`."""
    return {
        "path": file.path,
        "relevance": round(file.relevance, SCORE_DIGITS),
        "heat": round(file.heat, SCORE_DIGITS),
        "pagerank": round(file.pagerank, SCORE_DIGITS),
    }


def ranges(spans: Iterable[Span]) -> list[list[int]]:
    """`[[first, last], …]`, 1-based and inclusive."""
    return [[span.first, span.last] for span in spans]


def metric(value: Metric) -> Json:
    """One layer's figures."""
    return {
        "layer": value.layer,
        "tokens_in": value.tokens_in,
        "tokens_out": value.tokens_out,
        "ms": round(value.ms, 3),
    }


def preload(task: str, budget: int, answer: Preload) -> Json:
    """The reply to `preload`, without its freshness."""
    files = [
        ranked(file.relevance)
        | {
            "community": file.relevance.community,
            "budget": file.budget,
            "mode": file.mode,
            "tokens": file.tokens,
            "ranges": ranges(file.ranges),
        }
        for file in answer.files
    ]
    return {
        "task": task,
        "intent": intent(answer.intent),
        "budget": budget,
        "tokens": answer.tokens,
        "files": files,
        "text": answer.text,
        "metrics": [metric(m) for m in answer.metrics],
    }


def read(path: str, shown: Rendered, reason: str, *, original_tokens: int, digest: bytes) -> Json:
    """The reply to `read` for one file."""
    reply = {
        "path": path,
        "mode": str(shown.mode),
        "tokens": shown.tokens,
        "original_tokens": original_tokens,
        "ranges": ranges(shown.ranges),
        "text": shown.text,
        "digest": digest.hex(),
    }
    return reply | {"reason": reason} if reason else reply


def overview(shown: Overview) -> Json:
    """The reply to `overview`, without its freshness; `root_tokens` are those of the whole root."""
    totals = {"root_tokens": shown.data["tokens"]}
    return shown.data | totals | {"text": shown.text, "tokens": shown.tokens}


def freshness(snapshot: Snapshot, notes: Sequence[str], *, is_fresh: bool) -> Json:
    """What every reply says about the state that it was answered from."""
    return {
        "root": snapshot.root,
        "fresh": is_fresh,
        "generation": snapshot.generation,
        "notes": list(notes),
    }


def cache(stats: StoreStats, folder: str) -> Json:
    """The reply to `cache show`; counts but for `records` are this process's."""
    return {
        "folder": folder,
        "records": stats.n_records,
        "bytes": stats.n_bytes,
        "budget_bytes": stats.budget_bytes,
        "hits": stats.n_hits,
        "misses": stats.n_misses,
        "written": stats.n_written,
        "waiting": stats.n_waiting,
        "damaged": stats.n_damaged + stats.n_set_aside,
        "dropped": stats.n_dropped,
        "evicted": stats.n_evicted,
        "notes": [stats.degraded] if stats.degraded else [],
    }


def config(settings: Settings, now: Settings) -> Json:
    """The reply to `config show`: what is in effect, and what is wrong with the file `now`."""
    rows = [
        {"key": key, "value": _plain(value), "default": _plain(usual), "origin": origin}
        for key, value, usual, origin in settings.rows()
    ]
    changed = f"{now.file} has changed since the daemon started: `lctx stop` lets the next one obey"
    notes = [] if now == settings else [changed]
    return {"keys": rows, "problems": list(now.problems), "notes": notes}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def nothing_found(snapshot: Snapshot, within: str = "") -> str:
    """Why an answer names no file: one sentence, with a way out where there is one."""
    entries = snapshot.files.values()
    if any(entry.facts for entry in entries):
        where = f"below {within}/" if within else f"in {snapshot.root}"
        return f"nothing {where} matches the task: use words that stand in its code or its paths"
    if any(entry.skip is None for entry in entries):
        return "no file is analysed yet: ask again, or wait with `lctx sync`"
    return f"no file of {snapshot.root} can be shown" if entries else "no file is known here"


def related(snapshot: Snapshot, path: str, top: int) -> Json:
    """The reply to `graph related`: neighbours on the graph with the edges that make them so."""
    graph = snapshot.graph
    weights: dict[str, float] = {}
    edges: dict[str, list[str]] = {}
    for edge, found in (
        ("imports", dict.fromkeys(graph.imports(path), 1.0)),
        ("imported by", dict.fromkeys(graph.importers(path), 1.0)),
        ("names", graph.references(path)),
        ("named by", graph.referrers(path)),
    ):
        for other, weight in found.items():
            weights[other] = weights.get(other, 0.0) + weight
            edges.setdefault(other, []).append(edge)
    order = sorted(weights, key=lambda other: (-weights[other], other))
    rows = [
        {"path": other, "weight": round(weights[other], SCORE_DIGITS), "edges": edges[other]}
        for other in order[:top]
    ]
    return {"path": path, "related": rows, "total": len(order)}
