"""The records on disk, whatever the disk does: faults make it say so and try again, never fail.

A damaged database is set aside (kept until the next start, for whoever wants to look) and a new
one begun. A folder that was deleted is made again. Where nothing can be written (full, read-only,
foreign), `degraded` says why, reads give what can be read, and the caller keeps its batch.

What it does not: decide when to write or how long to wait after a fault (store.py), or look into
records. Thread-safe: one lock for the reader, one for the writer; when both are taken, the
writer's comes first.

Tests: tests/store/test_disk.py, tests/faults/test_f34_damaged_records.py,
tests/faults/test_f35_disk_full.py, tests/faults/test_f36_folder_lost.py
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Collection
from typing import Final

from lean_ctx_daemon.core.rrf import CacheEntry
from lean_ctx_daemon.store.budget import victims
from lean_ctx_daemon.store.database import (
    COMPANIONS,
    FILE_NAME,
    WAL_BYTES,
    Batch,
    Database,
    DiskFault,
    identity_of,
)
from lean_ctx_daemon.store.folder import Claim, version_folder
from lean_ctx_daemon.store.reader import Reader

ASIDE: Final = ".damaged"
MAX_EVICTION_ROUNDS: Final = 4  # the overhead per record is an estimate; each round corrects it


class Disk:
    """The database below a cache folder: one writer, one reader, kept going."""

    def __init__(self, folder: str, budget_bytes: int) -> None:
        """Open, as far as that goes: see `degraded`."""
        self.degraded = ""
        self.n_set_aside = 0
        self.n_evicted = 0
        self.used_bytes = 0  # of the content, when something was written last
        self.last_use = 0
        self._folder = folder
        self._path = f"{version_folder(folder)}/{FILE_NAME}"
        # The log stands beside the file and counts too.
        self._budget_bytes = max(budget_bytes - WAL_BYTES, budget_bytes // 2)
        self._writing = threading.Lock()
        self._claim: Claim | None = None
        self._database: Database | None = None
        self._reader = Reader(folder)
        with contextlib.suppress(OSError):
            os.unlink(self._path + ASIDE)
        self.write(Batch())

    # ------------------------------------------------------------------ reading

    def records(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        """The records of those keys that are there, not yet checked. Errors: none."""
        found = self._reader.records(keys)
        self._replace_damaged()
        return found

    def root(self, key: bytes) -> bytes | None:
        """The record of a root, not yet checked. Errors: none."""
        found = self._reader.root(key)
        self._replace_damaged()
        return found

    def entries(self) -> list[CacheEntry]:
        """What eviction knows of each record; empty while the disk is not to be had."""
        with self._writing:
            try:
                return self._with_lock__opened().entries()
            except DiskFault:
                return []

    def size(self) -> tuple[int, int]:
        """How many records there are, and what they take in the file, in bytes. Errors: none."""
        with self._writing:
            try:
                database = self._with_lock__opened()
                return database.counts()[0], database.used_bytes()
            except DiskFault:
                return 0, 0

    # ------------------------------------------------------------------ writing

    def write(self, batch: Batch) -> bool:
        """Apply a batch wholly, then keep the budget; False (and `degraded`) if it was not.

        A damaged database is replaced and the batch written into the new one. Errors: none.
        """
        with self._writing:
            for attempt in (1, 2):
                try:
                    self._with_lock__opened().write(batch)
                    self._with_lock__evict()
                except DiskFault as fault:
                    self._with_lock__close()
                    if fault.is_damage and attempt == 1:
                        self._with_lock__set_aside()
                        continue
                    self.degraded = f"the cache cannot be written: {fault.reason}"
                    return False
                self.degraded = ""
                return True
        return False

    def purge(self) -> int:
        """Delete everything; the bytes that the files took. Errors: none."""
        with self._writing:
            self._with_lock__close()
            n_bytes = 0
            for suffix in ("", *COMPANIONS, ASIDE):
                with contextlib.suppress(OSError):
                    size = os.path.getsize(self._path + suffix)
                    os.unlink(self._path + suffix)
                    n_bytes += size
            self.used_bytes = 0
        self.write(Batch())
        return n_bytes

    def close(self) -> None:
        """Close both connections and let go of the folder. Callable twice."""
        with self._writing:
            self._with_lock__close()

    # ------------------------------------------------------------------ internals

    def _with_lock__opened(self) -> Database:
        """The writer, on the file that is at the path now. Errors: DiskFault."""
        if self._database is not None:
            if self._database.identity == identity_of(self._path):
                return self._database
            self._with_lock__close()  # the folder was deleted, or another file took its place
        try:
            self._claim = Claim(self._folder)
        except OSError as error:
            raise DiskFault(error.strerror or str(error)) from error
        self._database = Database(self._path, is_writer=True)
        self.last_use = self._database.counts()[1]
        return self._database

    def _with_lock__close(self) -> None:
        self._reader.close()
        if self._database is not None:
            self._database.close()
            self._database = None
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def _with_lock__evict(self) -> None:
        database = self._with_lock__opened()
        self.used_bytes = used_bytes = database.used_bytes()
        if used_bytes <= self._budget_bytes:
            return
        for _ in range(MAX_EVICTION_ROUNDS):
            keys = victims(database.entries(), used_bytes, self._budget_bytes)
            if not keys:
                break
            database.delete(keys)
            self.n_evicted += len(keys)
            self.used_bytes = used_bytes = database.used_bytes()
        database.shrink()

    def _replace_damaged(self) -> None:
        """Begin anew where the reader has found the file damaged."""
        if self._reader.is_damaged:
            with self._writing:
                if self._reader.is_damaged:  # nobody else was faster
                    self._with_lock__close()
                    self._with_lock__set_aside()
            self.write(Batch())

    def _with_lock__set_aside(self) -> None:
        """Move the damaged file out of the way, with nothing of its log left."""
        self.n_set_aside += 1
        for suffix in COMPANIONS:
            with contextlib.suppress(OSError):
                os.unlink(self._path + suffix)
        with contextlib.suppress(OSError):
            os.replace(self._path, self._path + ASIDE)
