"""store.budget: who used what, and who goes."""

from __future__ import annotations

from lean_ctx_daemon.core.rrf import CacheEntry, eviction_order
from lean_ctx_daemon.store.budget import FULL_SHARE, Uses, victims

ENTRIES = [CacheEntry(bytes([i]), last_use=i, n_uses=1, n_bytes=100, cost=1) for i in range(20)]


def test_uses_gather_until_they_are_taken() -> None:
    uses = Uses()
    uses.start_after(7)
    uses.note([b"a", b"b"])
    uses.note([b"a"])
    assert uses.now() == 10
    assert sorted(uses.taken()) == [(8, 1, b"b"), (9, 2, b"a")]
    assert uses.taken() == []
    uses.start_after(3)
    assert uses.now() == 11


def test_within_the_budget_nobody_goes() -> None:
    assert victims(ENTRIES, 2000, 2000) == []
    assert victims([], 3000, 2000) == []


def test_the_first_in_order_go_until_some_room_is_left() -> None:
    evicted = victims(ENTRIES, 4000, 3000)  # each record takes 200 with its overhead
    assert evicted == eviction_order(ENTRIES)[: len(evicted)]
    left = 4000 - 200 * len(evicted)
    assert FULL_SHARE * 3000 - 200 < left <= FULL_SHARE * 3000
