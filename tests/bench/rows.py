"""One row of the table: a figure, the floor measured in the same run, and their ratio.

Tests: tests/bench/test_bench.py
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """`figure` and `floor` in `unit`; no floor: a bound of QUALITY's kind stands alone."""

    name: str
    figure: float
    unit: str
    floor: float | None = None
    floor_name: str = ""

    def __str__(self) -> str:
        text = f"{self.name:<44}{self.figure:>10.1f} {self.unit:<4}"
        if self.floor is None:
            return text.rstrip()
        ratio = f"{self.figure / self.floor:.2f}" if self.floor else "-"
        return f"{text}{self.floor:>10.1f} {self.unit:<4} x {ratio:<7}{self.floor_name}"


def median_of(n: int, measure: Callable[[], float]) -> float:
    """The median of `n` measurements, which a busy machine disturbs less than the mean."""
    return statistics.median(measure() for _ in range(n))


def quantiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Median, 95th percentile, maximum."""
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[last // 2], ordered[round(last * 0.95)], ordered[last]
