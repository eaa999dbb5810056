"""What is measured on one task, as pure functions: ranks, whole definitions shown, lines shown.

A line counts as shown only if the reply's `ranges` claim it and its own text stands in the
reply's text: neither a claim without text nor a chance likeness is enough. White space at a line's
ends is not compared, since an answer may indent less than the file.

Tests: tests/eval/test_metrics.py
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import mean

Range = tuple[int, int]  # first and last line, 1-based, inclusive


@dataclass(frozen=True, slots=True)
class GoldFile:
    """A file that upstream edited: its lines as they are on disk, its definitions, the edits."""

    path: str
    lines: tuple[str, ...]
    definitions: tuple[Range, ...]
    edited: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one task, or a mean of several: shares in [0, 1]."""

    acc1: float = 0.0
    acc5: float = 0.0
    acc10: float = 0.0
    recall20: float = 0.0
    file: float = 0.0
    lines: float = 0.0


def mean_figures(rows: Collection[Figures]) -> Figures:
    """The mean of each figure; zeros for no rows."""
    if not rows:
        return Figures()
    return Figures(*(mean(getattr(row, field.name) for row in rows) for field in fields(Figures)))


def accuracy(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """1 if all gold files are among the first `k` ranked, else 0."""
    return float(set(gold) <= set(ranked[:k]))


def recall(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """Share of the gold files among the first `k` ranked."""
    return len(set(gold) & set(ranked[:k])) / len(set(gold))


def shown_lines(file: GoldFile, ranges: Iterable[Range], text_lines: Collection[str]) -> set[int]:
    """The lines of `file` that `ranges` claim and whose text is among `text_lines` (stripped)."""
    shown: set[int] = set()
    for first, last in ranges:
        for number in range(max(1, first), min(last, len(file.lines)) + 1):
            line = file.lines[number - 1].strip()
            if not line or line in text_lines:
                shown.add(number)
    return shown


def has_whole_definition(file: GoldFile, shown: Collection[int]) -> bool:
    """Whether all lines of at least one definition are shown.

    A file without any definition counts if an edited line is shown.
    """
    if not file.definitions:
        return any(first <= number <= last for first, last in file.edited for number in shown)
    return any(
        all(number in shown for number in range(first, last + 1))
        for first, last in file.definitions
    )


def selection(
    gold: Sequence[GoldFile], shown_ranges: Mapping[str, Sequence[Range]], text: str
) -> tuple[float, float]:
    """Share of gold files with a whole definition in `text`, and share of edited lines in it."""
    text_lines = {line.strip() for line in text.split("\n")}
    n_files = n_shown = n_edited = 0
    for file in gold:
        shown = shown_lines(file, shown_ranges.get(file.path, ()), text_lines)
        edited = {n for first, last in file.edited for n in range(first, last + 1)}
        n_files += has_whole_definition(file, shown)
        n_shown += len(edited & shown)
        n_edited += len(edited)
    return n_files / len(gold), n_shown / n_edited
