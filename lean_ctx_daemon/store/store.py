"""The persistent cache: facts by content, states by root. The only face of this room to others.

Reads see every earlier put at once. Puts are written behind by a thread, in batches, one
transaction each; a kill loses what was not written yet and nothing else. A record that does not
check is a miss, counted, and removed. Where the disk cannot be written, `degraded` says why, what
was put last stays readable from memory (up to MAX_WAITING_BYTES), and writing is tried again after
1, 2, 4 … seconds, at most every five minutes.

What it does not: compute facts, decide what is worth keeping (the budget does), or promise that a
put survives. No method raises for what the disk does or holds.

Thread-safe: every method may be called from any thread. `get`, `get_many`, `load_root`, `flush`,
`purge`, `close` touch the disk: not on the event loop. `put`, `touch`, `save_root` only take a lock
for a moment (`put` encodes first, 0.2 ms for a file of 170 lines).

Tests: tests/store/test_store.py, tests/faults/test_f33_killed_writer.py
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.rrf import CacheEntry
from lean_ctx_daemon.core.types import FileFacts
from lean_ctx_daemon.store import filefacts, rootstate
from lean_ctx_daemon.store.budget import DEFAULT_BYTES, Uses
from lean_ctx_daemon.store.database import Batch
from lean_ctx_daemon.store.disk import Disk
from lean_ctx_daemon.store.record import BadRecord
from lean_ctx_daemon.store.rootstate import RootId, RootState

log = logging.getLogger(__name__)

WRITE_DELAY_S: Final = 1.0  # a burst becomes one transaction
MAX_BATCH_BYTES: Final = 4 << 20  # a transaction holds readers of the old state's log this long
MAX_WAITING_BYTES: Final = 32 << 20  # of records that the disk does not take
FIRST_RETRY_S: Final = 1.0
LAST_RETRY_S: Final = 300.0
READ_KEYS: Final = 256  # per query round, so that a reader of many lets others in between


@dataclass(frozen=True, slots=True)
class StoreStats:
    """Figures of this process, but for `n_records` and `n_bytes`, which are the disk's."""

    n_records: int
    n_bytes: int
    budget_bytes: int
    n_hits: int
    n_misses: int
    n_written: int
    n_waiting: int
    n_damaged: int
    n_dropped: int
    n_evicted: int
    n_set_aside: int
    degraded: str


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A record that is not on disk yet."""

    data: bytes
    entry: CacheEntry


class Store:
    """See the module. Made by `Store.open`."""

    def __init__(self, folder: str, budget_bytes: int = DEFAULT_BYTES) -> None:
        self._disk = Disk(folder, budget_bytes)
        self._budget_bytes = budget_bytes
        self._max_batch_bytes = max(1, min(MAX_BATCH_BYTES, budget_bytes // 16))
        self._changed = threading.Condition()  # guards all that follows
        self._waiting: dict[bytes, _Waiting] = {}
        self._n_waiting_bytes = 0
        self._roots: dict[RootId, RootState] = {}
        self._removed: set[bytes] = set()
        self._uses = Uses()
        self._uses.start_after(self._disk.last_use)
        self._is_closing = False
        self._n_hits = self._n_misses = self._n_written = self._n_damaged = self._n_dropped = 0
        self._flushing = threading.Lock()  # held while a batch is on its way
        self._retry_s = FIRST_RETRY_S
        self._thread = threading.Thread(target=self._write_behind, name="store", daemon=True)
        self._thread.start()

    @classmethod
    def open(cls, folder: str, budget_bytes: int = DEFAULT_BYTES) -> Store:
        """The store below a cache folder, on disk at most `budget_bytes` large. Errors: none."""
        return cls(folder, budget_bytes)

    @property
    def degraded(self) -> str:
        """Why nothing is kept on disk at the moment; "" while all is well."""
        return self._disk.degraded

    @property
    def size_bytes(self) -> int:
        """What is on disk as far as this process knows, without looking: for the event loop."""
        return self._disk.used_bytes

    @property
    def budget_bytes(self) -> int:
        """The most that may be on disk."""
        return self._budget_bytes

    # ------------------------------------------------------------------ facts

    def get(self, key: bytes) -> FileFacts | None:
        """The facts under a key, None on a miss."""
        return self.get_many([key]).get(key)

    def get_many(self, keys: Collection[bytes]) -> dict[bytes, FileFacts]:
        """The facts of those keys that are there."""
        found: dict[bytes, FileFacts] = {}
        damaged: list[bytes] = []
        for some in _batched(keys, READ_KEYS):
            for key, data in self.records(some).items():
                try:
                    found[key] = filefacts.decoded(key, data)
                except BadRecord:
                    damaged.append(key)
        with self._changed:
            self._n_hits += len(found)
            self._n_misses += len(set(keys)) - len(found)
            self._with_lock__note_damaged(damaged)
            if found:
                self._uses.note(found)
                self._changed.notify_all()
        return found

    def records(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        """The records of those keys that are there, neither checked nor counted as uses."""
        with self._changed:
            found = {key: self._waiting[key].data for key in keys if key in self._waiting}
            absent = [key for key in keys if key not in found and key not in self._removed]
        return found | self._disk.records(absent) if absent else found

    def put(self, key: bytes, facts: FileFacts) -> None:
        """Keep facts under their key; written behind."""
        try:
            self.put_record(key, filefacts.encoded(key, facts), facts.n_bytes)
        except ValueError:
            log.exception("the facts of %s cannot be kept", facts.digest.hex())

    def put_record(self, key: bytes, data: bytes, cost: int) -> None:
        """Keep facts that `filefacts.encoded` made into a record, perhaps in another process.

        `cost` is the size of the source in bytes: parsing and tokenising grow with it.
        """
        with self._changed:
            entry = CacheEntry(key, self._uses.now(), 1, len(data), cost)
            self._with_lock__discard(key)
            self._waiting[key] = _Waiting(data, entry)
            self._n_waiting_bytes += len(data)
            self._removed.discard(key)
            while self._n_waiting_bytes > MAX_WAITING_BYTES:
                self._with_lock__discard(next(iter(self._waiting)))
                self._n_dropped += 1
            self._changed.notify_all()

    def touch(self, keys: Iterable[bytes]) -> None:
        """Somebody else (a worker's Reader) has used these."""
        with self._changed:
            self._uses.note(keys)
            self._changed.notify_all()

    # ------------------------------------------------------------------ roots

    def load_root(self, root: RootId) -> RootState | None:
        """The state that was saved last for this root, None if there is none."""
        with self._changed:
            if root in self._roots:
                return self._roots[root]
        data = self._disk.root(root.key)
        if data is None:
            return None
        try:
            return rootstate.decoded(root, data)
        except BadRecord:
            with self._changed:
                self._n_damaged += 1
            return None

    def save_root(self, root: RootId, state: RootState) -> None:
        """Keep a root's state; written behind, the last one counts. Do not change it afterwards."""
        with self._changed:
            self._roots[root] = state
            self._changed.notify_all()

    # ------------------------------------------------------------------ life

    def flush(self) -> bool:
        """Write all that waits, now; whether it is all on disk."""
        while True:
            with self._changed:
                if not self._with_lock__has_work():
                    return not self.degraded
            if not self._write_batch():
                return False

    def purge(self) -> int:
        """Forget everything, on disk and in memory; how many bytes the files took."""
        with self._flushing:
            with self._changed:
                self._waiting.clear()
                self._roots.clear()
                self._removed.clear()
                self._uses.taken()
                self._n_waiting_bytes = 0
            return self._disk.purge()

    def stats(self) -> StoreStats:
        """Figures for `status` and `cache show`."""
        n_records, n_bytes = self._disk.size()
        with self._changed:
            return StoreStats(
                n_records=n_records,
                n_bytes=n_bytes,
                budget_bytes=self._budget_bytes,
                n_hits=self._n_hits,
                n_misses=self._n_misses,
                n_written=self._n_written,
                n_waiting=len(self._waiting),
                n_damaged=self._n_damaged,
                n_dropped=self._n_dropped,
                n_evicted=self._disk.n_evicted,
                n_set_aside=self._disk.n_set_aside,
                degraded=self.degraded,
            )

    def close(self) -> None:
        """Write what waits, if that is possible, and close. Callable twice."""
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._thread.join()
        self.flush()
        self._disk.close()

    # ------------------------------------------------------------------ writing behind

    def _write_behind(self) -> None:
        """The thread: wait for work, let a burst gather, write it; after a fault, wait longer."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing or self._with_lock__has_work())
                self._changed.wait_for(self._with_lock__is_urgent, WRITE_DELAY_S)
                if self._is_closing:
                    return
            if self._write_batch():
                self._retry_s = FIRST_RETRY_S
                continue
            with self._changed:
                self._changed.wait_for(lambda: self._is_closing, self._retry_s)
            self._retry_s = min(2 * self._retry_s, LAST_RETRY_S)

    def _with_lock__has_work(self) -> bool:
        return bool(self._waiting or self._roots or self._removed or len(self._uses))

    def _with_lock__is_urgent(self) -> bool:
        return self._is_closing or self._n_waiting_bytes >= self._max_batch_bytes

    def _write_batch(self) -> bool:
        """Write one batch; what waits goes on being readable until it is on disk."""
        with self._flushing:
            batch, states = self._taken()
            if not self._disk.write(batch):
                with self._changed:
                    self._removed.update(batch.removed)
                return False
            with self._changed:
                self._n_written += len(batch.facts)
                for key, data in batch.facts.items():
                    if key in self._waiting and self._waiting[key].data is data:
                        self._with_lock__discard(key)
                for root, state in states.items():
                    if self._roots.get(root) is state:
                        del self._roots[root]
            return True

    def _taken(self) -> tuple[Batch, dict[RootId, RootState]]:
        """The next batch, and the states in it."""
        batch = Batch()
        with self._changed:
            n_bytes = 0
            for key, waiting in self._waiting.items():
                if n_bytes and n_bytes + len(waiting.data) > self._max_batch_bytes:
                    break
                n_bytes += len(waiting.data)
                batch.facts[key] = waiting.data
                batch.entries.append(waiting.entry)
            batch.removed = list(self._removed)
            batch.touched = self._uses.taken()
            states = dict(self._roots)
            self._removed.clear()
        for root, state in states.items():
            try:
                batch.roots[root.key] = rootstate.encoded(root, state)
            except ValueError:
                log.exception("the state of %s cannot be kept", root.path)
                batch.roots[root.key] = None  # rather none than an old one
        return batch, states

    def _with_lock__discard(self, key: bytes) -> None:
        waiting = self._waiting.pop(key, None)
        if waiting is not None:
            self._n_waiting_bytes -= len(waiting.data)

    def _with_lock__note_damaged(self, keys: Collection[bytes]) -> None:
        self._n_damaged += len(keys)
        self._removed.update(key for key in keys if key not in self._waiting)
        if keys:
            self._changed.notify_all()


def _batched(keys: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    iterator = iter(keys)
    while some := list(itertools.islice(iterator, size)):
        yield some
