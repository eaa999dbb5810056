"""Boltzmann allocation: how many tokens each ranked file may use.

budget_i = total · e^(β·E_i) / Σ e^(β·E_j) with β = 0.8 + 4·s: the more specific the task, the
sharper. Then each budget is held between 128 and 4,096 tokens; what clamping frees goes to the
others in proportion; the sum never exceeds the total. A total below 128·n takes fewer files (the
best ones); below 128 there is one reference, so the first file gets what there is.

What it does not: know files or modes; it sees numbers.

Tests: tests/core/relevance/test_allocation.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

MIN_TOKENS: Final = 128
MAX_TOKENS: Final = 4096
BETA_EVEN: Final = 0.8
BETA_PER_SPECIFICITY: Final = 4.0


def beta(specificity: float) -> float:
    """The inverse temperature of a task: 0.8 (even) to 4.8 (sharp)."""
    return BETA_EVEN + BETA_PER_SPECIFICITY * min(max(specificity, 0.0), 1.0)


def budgets(relevances: Sequence[float], specificity: float, total: int) -> list[int]:
    """Token budgets for files in the order given, best first.

    Shapes: one budget per relevance (E_i in [0, 1]); 0 for a file that finds no room.
    Laws: Σ ≤ total; each is 0 or within 128..4,096 (unless total < 128: then only the first
    file has one); a more relevant file never gets less than a less relevant one.
    """
    n = min(len(relevances), max(total // MIN_TOKENS, 1))
    if total <= 0 or not n:
        return [0] * len(relevances)
    best = sorted(range(len(relevances)), key=lambda i: (-relevances[i], i))[:n]
    result = [0] * len(relevances)
    if total < MIN_TOKENS:
        result[best[0]] = total
        return result
    for i, share in zip(
        best, _clamped(_weights(relevances, best, specificity), total), strict=True
    ):
        result[i] = int(share)
    return result


def _weights(relevances: Sequence[float], best: Sequence[int], specificity: float) -> list[float]:
    """Boltzmann weights relative to the best file's, so that nothing overflows."""
    top = relevances[best[0]]
    return [math.exp(beta(specificity) * (relevances[i] - top)) for i in best]


def _clamped(weights: list[float], total: int) -> list[float]:
    """The shares min(max(λ·w, 128), 4,096) with the λ at which they sum to the total.

    Such a λ is what redistributing freed tokens until nothing changes arrives at; it is found
    between its break points. If all files together cannot use the total, each gets 4,096.
    """
    n = len(weights)
    if total >= n * MAX_TOKENS:
        return [float(MAX_TOKENS)] * n

    points = sorted({bound / w for w in weights for bound in (MIN_TOKENS, MAX_TOKENS)})
    low, high = 0, len(points) - 1
    while low < high:
        middle = (low + high) // 2
        if sum(_held(points[middle] * w) for w in weights) >= total:
            high = middle
        else:
            low = middle + 1
    upper = points[low]
    free = [w for w in weights if MIN_TOKENS < upper * w <= MAX_TOKENS]
    fixed = sum(_held(upper * w) for w in weights if not MIN_TOKENS < upper * w <= MAX_TOKENS)
    scale = (total - fixed) / sum(free) if free else upper
    return [_held(min(scale, upper) * w) for w in weights]


def _held(share: float) -> float:
    return min(max(share, float(MIN_TOKENS)), float(MAX_TOKENS))
