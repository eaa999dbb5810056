"""How much the records may take, and which go when they take more; and who used what.

Uses are counted in memory and written with the next batch, so that reading writes nothing by
itself. Recency is a counter that goes on where the last process left it: no clock, so none can
jump. What exceeds the budget is evicted down to FULL_SHARE of it in the order of core.rrf, so
that eviction runs once per tenth of the budget written and never while idle.

What it does not: delete, or know what a record holds.

Tests: tests/store/test_budget.py, tests/faults/test_f39_budget.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from lean_ctx_daemon.core.rrf import CacheEntry, eviction_order

DEFAULT_BYTES: Final = 1 << 30  # gopls' file cache too keeps 1 GiB on disk
FULL_SHARE: Final = 0.9


class Uses:
    """Uses that are not on disk yet. Not thread-safe: its owner locks."""

    def __init__(self) -> None:
        self._counter = 0
        self._uses: dict[bytes, list[int]] = {}  # key → [last use, how often]

    def __len__(self) -> int:
        return len(self._uses)

    def start_after(self, last_use: int) -> None:
        """Go on counting where the disk's last use stands."""
        self._counter = max(self._counter, last_use)

    def note(self, keys: Iterable[bytes]) -> None:
        """All these keys were used now, at once."""
        self._counter += 1
        for key in keys:
            use = self._uses.setdefault(key, [0, 0])
            use[0] = self._counter
            use[1] += 1

    def now(self) -> int:
        """The counter's next value: when a new record is used first."""
        self._counter += 1
        return self._counter

    def taken(self) -> list[tuple[int, int, bytes]]:
        """What to write (last use, how often, key); forgotten here."""
        rows = [(last, n, key) for key, (last, n) in self._uses.items()]
        self._uses.clear()
        return rows


def victims(entries: Sequence[CacheEntry], used_bytes: int, budget_bytes: int) -> list[bytes]:
    """The keys to evict so that about FULL_SHARE of the budget stays in use, first victims first.

    `used_bytes` is what all entries take together with their overhead, which is shared out by
    their sizes. Errors: none.
    """
    if used_bytes <= budget_bytes or not entries:
        return []
    sizes = {e.key: e.n_bytes for e in entries}
    overhead = used_bytes / max(1, sum(sizes.values()))
    excess = used_bytes - FULL_SHARE * budget_bytes
    evicted: list[bytes] = []
    for key in eviction_order(entries):
        if excess <= 0:
            break
        evicted.append(key)
        excess -= sizes[key] * overhead
    return evicted
