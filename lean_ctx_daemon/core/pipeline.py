"""The context pipeline: a task and a snapshot in, the text a model should see out.

Input → Intent → Relevance → Compression → Delivery. This is the only module that composes the
layers; each layer is a pure function elsewhere, and each leaves a Metric. Nothing here reads a
file or a clock: the texts of the files that will be shown come from `TextReader`, which checks
that they are the bytes the snapshot's facts describe, and raises StaleSources where they are not.

What it does not: keep a session, render for a terminal, or decide how fresh is fresh enough.

Tests: tests/core/test_pipeline.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from lean_ctx_daemon.core.compression import packing
from lean_ctx_daemon.core.compression.packing import Candidate, Choice
from lean_ctx_daemon.core.compression.reading import Wanted, read
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.delivery.assembly import Assembly, assemble, frame_tokens
from lean_ctx_daemon.core.intent.intent import structured_intent
from lean_ctx_daemon.core.relevance.allocation import MIN_TOKENS, budgets
from lean_ctx_daemon.core.relevance.relevance import Ranking, rank
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import (
    FileFacts,
    FileRelevance,
    Metric,
    Rendered,
    Span,
    StructuredIntent,
    TokenCounter,
)

Clock = Callable[[], float]
TextReader = Callable[[Sequence[str]], Mapping[str, str]]

MAX_PRELOADED_FILES: Final = 40
"""More files than this are a list, not a context; 8,000 tokens hold 62 of the smallest share."""


class StaleSources(Exception):
    """These files are not what the snapshot says; whoever raised it knows which."""

    def __init__(self, paths: Iterable[str]) -> None:
        super().__init__()
        self.paths = tuple(paths)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked.

    `within` limits the answer to files below a folder; `without` names parts of relevance that
    are switched off (for measurements).
    """

    task: str
    budget: int = 8000
    within: str = ""
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PreloadedFile:
    """One file of the answer: why, how much it might use, how it is shown."""

    relevance: FileRelevance
    budget: int
    mode: str
    tokens: int
    ranges: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Preload:
    """The answer. `tokens` counts `text` exactly and never exceeds the budget."""

    intent: StructuredIntent
    files: tuple[PreloadedFile, ...]
    text: str
    tokens: int
    metrics: tuple[Metric, ...]
    note: str = ""


@dataclass(slots=True)
class _Meter:
    """Collects one Metric per layer."""

    clock: Clock
    metrics: list[Metric] = field(default_factory=list)
    _since: float = 0.0

    def start(self) -> None:
        self._since = self.clock()

    def layer(self, name: str, tokens_in: int, tokens_out: int) -> None:
        now = self.clock()
        self.metrics.append(Metric(name, tokens_in, tokens_out, (now - self._since) * 1000))
        self._since = now


def ranking(snapshot: Snapshot, request: Request) -> tuple[StructuredIntent, Ranking]:
    """The task's intent and the snapshot's files ranked for it, best first, within the folder."""
    intent = structured_intent(request.task, snapshot.files.keys())
    return intent, _ranked(snapshot, request, intent)


def preload(
    snapshot: Snapshot, request: Request, texts: TextReader, count: TokenCounter, clock: Clock
) -> Preload:
    """What a model should see for the task, in at most `request.budget` tokens.

    Errors: StaleSources, when a file to be shown is not the one the snapshot knows.
    """
    meter = _Meter(clock)
    meter.start()
    root_tokens = sum(e.facts.n_tokens for e in snapshot.files.values() if e.facts)
    meter.layer("input", root_tokens, root_tokens)
    intent = structured_intent(request.task, snapshot.files.keys())
    task_tokens = count(request.task)
    meter.layer("intent", task_tokens, task_tokens)
    ranked = _ranked(snapshot, request, intent)
    candidates = _candidates(snapshot, ranked, intent, request.budget, count)
    selected_tokens = sum(c.facts.n_tokens for c in candidates)
    meter.layer("relevance", root_tokens, selected_tokens)
    choices = packing.pack(candidates, request.budget)
    assembly = _assembled(snapshot, choices, texts, request.budget, count)
    meter.layer("compression", selected_tokens, assembly.tokens)
    relevances = {f.path: f for f in ranked.files}
    budget_of = {c.path: c.budget for c in candidates}
    files = tuple(
        PreloadedFile(relevances[d.path], budget_of[d.path], d.mode, d.tokens, d.ranges)
        for d in assembly.files
    )
    meter.layer("delivery", assembly.tokens, assembly.tokens)
    return Preload(
        intent, files, assembly.text, assembly.tokens, tuple(meter.metrics), assembly.note
    )


def read_file(
    snapshot: Snapshot, path: str, text: str, wanted: Wanted, count: TokenCounter
) -> tuple[Rendered, str]:
    """One file in one mode, and why in that mode. The text is that of the snapshot's facts."""
    facts = snapshot.files[path].facts
    if facts is None:
        raise StaleSources([path])
    return read(Source.of(path, text, facts), wanted, count)


def _ranked(snapshot: Snapshot, request: Request, intent: StructuredIntent) -> Ranking:
    ranked = rank(snapshot, request.task, intent, without=request.without)
    if not request.within:
        return ranked
    prefix = request.within.rstrip("/") + "/"
    files = tuple(f for f in ranked.files if f.path.startswith(prefix))
    return Ranking(files=files, chunks=ranked.chunks)


def _candidates(
    snapshot: Snapshot,
    ranked: Ranking,
    intent: StructuredIntent,
    total: int,
    count: TokenCounter,
) -> list[Candidate]:
    """The files that get a share of the budget, best first."""
    n_files = min(MAX_PRELOADED_FILES, max(total // MIN_TOKENS, 1))
    known = [(f, facts) for f in ranked.files if (facts := _facts(snapshot, f.path))][:n_files]
    shares = budgets([f.relevance for f, _ in known], intent.specificity, total)
    return [
        Candidate(
            path=file.path,
            relevance=file.relevance,
            budget=share,
            facts=facts,
            scores=ranked.chunks[file.path],
            frame_tokens=frame_tokens(file.path, facts.n_lines, count),
        )
        for (file, facts), share in zip(known, shares, strict=True)
    ]


def _facts(snapshot: Snapshot, path: str) -> FileFacts | None:
    entry = snapshot.files.get(path)
    return entry.facts if entry else None


def _assembled(
    snapshot: Snapshot,
    choices: Sequence[Choice],
    texts: TextReader,
    budget: int,
    count: TokenCounter,
) -> Assembly:
    sources = texts([choice.path for choice in choices])
    shown = [
        (Source.of(choice.path, sources[choice.path], facts), choice)
        for choice in choices
        if (facts := _facts(snapshot, choice.path))
    ]
    return assemble(shown, budget, count)
