"""Which cached things go first: reciprocal rank fusion over four signals, without weights.

RRF(d) = Σ 1/(K + rank_i(d)), K = 60, over recency, frequency, size and cost to recompute; the
lowest fused score is evicted first. Rank 1 is the best a signal knows: most recently used, most
often used, smallest, dearest to recompute. Equal values share a rank (1, 1, 3), so that a score
depends on values alone and never on the order in which entries were listed.

What it does not: keep statistics, know a clock (recency is a counter), or delete anything.

Source: Cormack, Clarke, Büttcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009
(there too K = 60).

Tests: tests/core/test_rrf.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

K: Final = 60


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """What eviction needs to know of one cached thing.

    `last_use` is a counter's value, larger is later; `n_uses` how often it was used; `n_bytes`
    what it takes; `cost` what recomputing it takes, in any one unit.
    """

    key: bytes
    last_use: int
    n_uses: int
    n_bytes: int
    cost: int


def eviction_order(entries: Sequence[CacheEntry], *, k: int = K) -> list[bytes]:
    """The keys of all entries, those to evict first in front; ties break by key.

    Errors: none. Time: O(n log n).
    """
    if not entries:
        return []
    table = np.array([(e.last_use, e.n_uses, -e.n_bytes, e.cost) for e in entries], np.int64)
    shares = 1.0 / (k + _ranks(table))
    # Summed in the order of size: two entries with the same four ranks, whichever signals gave
    # them, get the very same float, and the key decides.
    scores = np.sort(shares, axis=1).cumsum(axis=1)[:, -1].tolist()
    keys = [e.key for e in entries]
    return [keys[i] for i in sorted(range(len(keys)), key=lambda i: (scores[i], keys[i]))]


def _ranks(table: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rank of each value in its column, largest first: 1 + how many are larger."""
    ranks = np.empty_like(table)
    for column in range(table.shape[1]):
        values = table[:, column]
        ranks[:, column] = 1 + len(values) - np.searchsorted(np.sort(values), values, side="right")
    return ranks
