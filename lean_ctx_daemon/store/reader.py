"""Reading records, from any process: the daemon's store and each worker have one Reader.

Every record is checked when it is read; what does not check is a miss. A database that is not
there (yet), cannot be read or is damaged gives misses, and is opened again when another file has
taken its place: the writer sets damaged files aside, a deleted folder comes back.

What it does not: write, delete, or count uses (a worker reports what it used to the daemon).
Thread-safe: one lock around the connection.

Tests: tests/store/test_reader.py
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import TypeVar

from lean_ctx_daemon.core.types import FileFacts
from lean_ctx_daemon.store import filefacts
from lean_ctx_daemon.store.database import FILE_NAME, Database, DiskFault, identity_of
from lean_ctx_daemon.store.folder import version_folder
from lean_ctx_daemon.store.record import BadRecord

T = TypeVar("T")


class Reader:
    """The records below a cache folder, read only."""

    def __init__(self, folder: str) -> None:
        """`folder` is the cache folder that the Store was opened with. Opens nothing yet."""
        self._path = f"{version_folder(folder)}/{FILE_NAME}"
        self._lock = threading.Lock()
        self._database: Database | None = None
        self._damaged: tuple[int, int] | None = None  # identity of a file not worth opening again

    def get(self, key: bytes) -> FileFacts | None:
        """The facts under a key, None on a miss. Errors: none."""
        data = self.records([key]).get(key)
        if data is None:
            return None
        try:
            return filefacts.decoded(key, data)
        except BadRecord:
            return None

    def records(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        """The records of those keys that are there, not yet checked. Errors: none."""
        with self._lock:
            return self._with_lock__attempt(lambda database: database.records(keys), {})

    def root(self, key: bytes) -> bytes | None:
        """The record of a root, not yet checked. Errors: none."""
        with self._lock:
            return self._with_lock__attempt(lambda database: database.root(key), None)

    @property
    def is_damaged(self) -> bool:
        """Whether the file that is there now has proved to be damaged."""
        return self._damaged is not None and self._damaged == identity_of(self._path)

    def close(self) -> None:
        """Close the connection; reading again opens it again."""
        with self._lock:
            self._with_lock__close()

    # ------------------------------------------------------------------ internals

    def _with_lock__attempt(self, query: Callable[[Database], T], otherwise: T) -> T:
        try:
            database = self._with_lock__opened()
            return otherwise if database is None else query(database)
        except DiskFault as fault:
            if fault.is_damage:
                self._damaged = self._database.identity if self._database else None
            self._with_lock__close()
            return otherwise

    def _with_lock__opened(self) -> Database | None:
        """A connection to the file that is at the path now; None where there is none worth it."""
        identity = identity_of(self._path)
        if self._database is not None and self._database.identity == identity:
            return self._database
        self._with_lock__close()
        if identity is None or identity == self._damaged:
            return None
        self._database = Database(self._path, is_writer=False)
        return self._database

    def _with_lock__close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None
