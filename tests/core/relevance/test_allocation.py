from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.allocation import MAX_TOKENS, MIN_TOKENS, beta, budgets

RELEVANCES = st.lists(st.floats(0, 1), max_size=40).map(lambda rs: sorted(rs, reverse=True))
SPECIFICITY = st.floats(0, 1)
TOTAL = st.integers(0, 40_000)


@given(RELEVANCES, SPECIFICITY, TOTAL)
def test_the_sum_never_exceeds_the_total_and_every_budget_is_in_bounds(
    relevances: list[float], specificity: float, total: int
) -> None:
    found = budgets(relevances, specificity, total)
    assert len(found) == len(relevances)
    assert sum(found) <= total
    if total >= MIN_TOKENS:
        assert all(b == 0 or MIN_TOKENS <= b <= MAX_TOKENS for b in found)
        n_served = sum(b > 0 for b in found)
        assert n_served == min(len(relevances), total // MIN_TOKENS)


@given(RELEVANCES, SPECIFICITY, TOTAL)
def test_a_more_relevant_file_never_gets_less(
    relevances: list[float], specificity: float, total: int
) -> None:
    found = budgets(relevances, specificity, total)
    assert found == sorted(found, reverse=True)


@given(RELEVANCES.filter(bool), SPECIFICITY, st.integers(MIN_TOKENS, 40_000))
def test_what_clamping_frees_is_given_to_the_others(
    relevances: list[float], specificity: float, total: int
) -> None:
    found = budgets(relevances, specificity, total)
    n_served = sum(b > 0 for b in found)
    usable = min(total, n_served * MAX_TOKENS)
    assert usable - sum(found) <= n_served  # rounding down, a token each


@given(st.floats(0, 1), st.floats(0, 1), SPECIFICITY)
def test_between_the_clamps_shares_follow_boltzmann(a: float, b: float, specificity: float) -> None:
    first, second = budgets([max(a, b), min(a, b)], specificity, 3000)
    if second > MIN_TOKENS:
        ratio = math.exp(beta(specificity) * abs(a - b))
        assert first / second == pytest.approx(ratio, rel=0.02)


def test_a_sharp_task_concentrates_and_an_even_one_spreads() -> None:
    relevances = [1.0, 0.7, 0.5, 0.3, 0.2]
    assert beta(0.85) == pytest.approx(4.2)
    sharp, even = budgets(relevances, 0.85, 8000), budgets(relevances, 0.0, 8000)
    assert sharp[0] == MAX_TOKENS
    assert sharp[0] > even[0]
    assert sharp[-1] < even[-1]
    assert even[0] < 3 * even[-1]
    assert sum(sharp) >= 7990


def test_a_small_total_takes_fewer_files_and_a_tiny_one_is_one_reference() -> None:
    assert budgets([1.0, 0.9, 0.8], 0.5, 300) == pytest.approx([172, 128, 0], abs=20)
    assert budgets([1.0, 0.9], 0.5, 100) == [100, 0]
    assert budgets([1.0, 0.9], 0.5, 0) == [0, 0]
    assert budgets([], 0.5, 8000) == []
