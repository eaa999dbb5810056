"""The tables that `make eval` prints.

Tests: tests/eval/test_report.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from statistics import median
from typing import Any

from tests.eval.measurement import Measured
from tests.eval.metrics import Figures, mean_figures

_HEAD = (
    f"{'repository':<24}{'tasks':>6}{'acc@1':>7}{'acc@5':>7}{'acc@10':>7}{'rec@20':>7}"
    f"{'file':>7}{'lines':>7}{'tokens':>8}{'ms':>7}"
)


def table(rows: Sequence[Measured], budget: int) -> str:
    """Figures per repository, their mean, and the mean of tasks with one and with more gold files.

    `tokens` is the most that a preload had, `ms` the median wait for one.
    """
    by_repository = _grouped(rows)
    lines = [f"budget {budget}", _HEAD]
    lines += [_row(name, group) for name, group in by_repository.items()]
    lines.append(_mean_row("mean of repositories", by_repository, lambda _row: True))
    lines.append(_mean_row("  one gold file", by_repository, lambda r: len(r.task.gold) == 1))
    lines.append(_mean_row("  several", by_repository, lambda r: len(r.task.gold) > 1))
    return "\n".join([*lines, *_complaints(rows, budget)])


def _grouped(rows: Iterable[Measured]) -> dict[str, list[Measured]]:
    groups: dict[str, list[Measured]] = {}
    for row in rows:
        groups.setdefault(row.task.repository, []).append(row)
    return groups


def _row(name: str, rows: Sequence[Measured]) -> str:
    return _line(name, rows, mean_figures([row.figures for row in rows]))


def _mean_row(
    name: str, groups: Mapping[str, Sequence[Measured]], is_wanted: Callable[[Measured], bool]
) -> str:
    wanted = [[row for row in group if is_wanted(row)] for group in groups.values()]
    means = [mean_figures([row.figures for row in group]) for group in wanted if group]
    return _line(name, [row for group in wanted for row in group], mean_figures(means))


def _line(name: str, rows: Sequence[Measured], figures: Figures) -> str:
    shares = "".join(f"{value:>7.3f}" for value in asdict(figures).values())
    n_tokens = max((row.n_tokens for row in rows), default=0)
    wait_ms = median(row.preload_ms for row in rows) if rows else 0.0
    return f"{name:<24}{len(rows):>6}{shares}{n_tokens:>8}{wait_ms:>7.1f}"


def _complaints(rows: Iterable[Measured], budget: int) -> Iterable[str]:
    for row in rows:
        if row.error:
            yield f"ERROR {row.task.id}: {row.error}"
        if row.n_tokens > budget:
            yield f"OVER BUDGET {row.task.id}: {row.n_tokens} tokens of {budget}"
        if not row.is_count_true:
            yield f"WRONG COUNT {row.task.id}: `tokens` is not what the text has ({row.n_tokens})"


def misses(rows: Sequence[Measured], n: int) -> str:
    """The `n` tasks with the fewest gold lines shown: the task's id, where its gold stands."""
    worst = sorted(rows, key=lambda r: (r.figures.lines + r.figures.file, r.task.id))[:n]
    return "\n".join(line for row in worst for line in _miss(row))


def _miss(row: Measured) -> Iterable[str]:
    figures = row.figures
    yield f"{row.task.id}  file {figures.file:.2f}  lines {figures.lines:.2f}"
    for path in row.task.gold:
        place = row.ranked.index(path) + 1 if path in row.ranked else 0
        rank = f"rank {place}" if place else "not ranked"
        yield f"    {path}: {rank}, {'shown' if path in row.shown else 'not shown'}"


def as_json(rows: Sequence[Measured], budget: int) -> dict[str, Any]:
    """Everything measured, for a file: no task texts."""
    return {
        "budget": budget,
        "mean": asdict(
            mean_figures(
                [mean_figures([r.figures for r in group]) for group in _grouped(rows).values()]
            )
        ),
        "tasks": [
            {
                "id": row.task.id,
                "repository": row.task.repository,
                "n_gold": len(row.task.gold),
                **asdict(row.figures),
                "tokens": row.n_tokens,
                "ms": round(row.preload_ms, 2),
                "error": row.error,
            }
            for row in rows
        ],
    }
