"""core.rrf: the formula by hand, and its laws."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.rrf import CacheEntry, K, eviction_order

numbers = st.integers(min_value=0, max_value=6)
entries = st.lists(
    st.builds(
        CacheEntry,
        key=st.binary(min_size=1, max_size=3),
        last_use=numbers,
        n_uses=numbers,
        n_bytes=numbers,
        cost=numbers,
    ),
    max_size=12,
    unique_by=lambda e: e.key,
)


def exact_score(entry: CacheEntry, among: list[CacheEntry]) -> Fraction:
    """The definition, in exact arithmetic and quadratic time."""
    better = (
        sum(e.last_use > entry.last_use for e in among),
        sum(e.n_uses > entry.n_uses for e in among),
        sum(e.n_bytes < entry.n_bytes for e in among),
        sum(e.cost > entry.cost for e in among),
    )
    return sum((Fraction(1, K + 1 + n) for n in better), Fraction(0))


@given(entries)
def test_the_order_is_the_definitions(listed: list[CacheEntry]) -> None:
    expected = sorted(listed, key=lambda e: (exact_score(e, listed), e.key))
    assert eviction_order(listed) == [e.key for e in expected]


@given(entries.flatmap(lambda listed: st.tuples(st.just(listed), st.permutations(listed))))
def test_the_order_of_listing_does_not_matter(
    both: tuple[list[CacheEntry], list[CacheEntry]],
) -> None:
    listed, shuffled = both
    assert eviction_order(shuffled) == eviction_order(listed)


def test_each_signal_alone_decides() -> None:
    plain = CacheEntry(b"plain", last_use=5, n_uses=5, n_bytes=5, cost=5)
    for worse in (
        replace(plain, key=b"worse", last_use=4),
        replace(plain, key=b"worse", n_uses=4),
        replace(plain, key=b"worse", n_bytes=6),
        replace(plain, key=b"worse", cost=4),
    ):
        assert eviction_order([plain, worse]) == [b"worse", b"plain"]


def test_no_signal_outweighs_another() -> None:
    old_and_small = CacheEntry(b"b", last_use=1, n_uses=1, n_bytes=1, cost=1)
    new_and_large = CacheEntry(b"a", last_use=2, n_uses=1, n_bytes=2, cost=1)
    assert eviction_order([old_and_small, new_and_large]) == [b"a", b"b"]  # a tie: by key


def test_nothing_to_evict() -> None:
    assert eviction_order([]) == []
