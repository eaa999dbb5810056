"""The SQLite file that holds the records: one connection, plain operations, errors as DiskFault.

Three tables: `facts` (key → record), `uses` (key → what eviction needs, so that eviction never
reads a record) and `roots` (key → record). Write-ahead log, so that readers in other processes and
the one writer do not wait for each other, and so that a kill leaves the old or the new state.
`synchronous=NORMAL` gives up the last batch at a power cut, never consistency.

What it does not: look into records, retry, decide what to delete, or be safe from two threads at
once (reader.py and disk.py lock).

SQLite's own traps that are heeded here: the file is never opened by anything but SQLite once it
exists (closing another descriptor would drop its locks), and never memory-mapped (a truncated file
would kill the process with SIGBUS).

Tests: tests/store/test_database.py
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

from lean_ctx_daemon.core.rrf import CacheEntry

FILE_NAME: Final = "records.db"
COMPANIONS: Final = ("-wal", "-shm")
BUSY_S: Final = 2.0  # two daemons on one cache folder wait for each other at most this long
WAL_BYTES: Final = 4 << 20  # what the log is cut back to; SQLite checkpoints every 1,000 pages
MAX_ROOTS: Final = 256  # states kept; the longest unsaved goes first

_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT})
# No such table or column: not a file that we made, says the writer, who makes the tables; to a
# reader the same may mean that the writer has only just begun.
_WRITERS_DAMAGE: Final = _DAMAGE | {sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH}
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, record BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS uses (
    key BLOB PRIMARY KEY, last_use INTEGER NOT NULL, n_uses INTEGER NOT NULL,
    n_bytes INTEGER NOT NULL, cost INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS roots (
    number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, record BLOB NOT NULL
);
"""
_NOTE: Final = """
INSERT INTO uses VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    last_use = max(last_use, excluded.last_use), n_uses = n_uses + excluded.n_uses,
    n_bytes = excluded.n_bytes, cost = excluded.cost
"""
_TOUCH: Final = "UPDATE uses SET last_use = max(last_use, ?), n_uses = n_uses + ? WHERE key = ?"
_ONLY_NEWEST: Final = """
DELETE FROM roots WHERE number NOT IN (SELECT number FROM roots ORDER BY number DESC LIMIT ?)
"""


class DiskFault(Exception):
    """The database cannot be used at the moment, or (`is_damage`) not as it is.

    `reason` is a few words for the user.
    """

    def __init__(self, reason: str, *, is_damage: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_damage = is_damage


@dataclass(slots=True)
class Batch:
    """What one transaction changes. `entries` belong to the records of `facts`."""

    facts: dict[bytes, bytes] = field(default_factory=dict)
    entries: list[CacheEntry] = field(default_factory=list)
    roots: dict[bytes, bytes | None] = field(default_factory=dict)
    removed: list[bytes] = field(default_factory=list)
    touched: list[tuple[int, int, bytes]] = field(default_factory=list)  # last use, uses, key


def identity_of(path: str) -> tuple[int, int] | None:
    """(device, inode) of the file, None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextlib.contextmanager
def _faults(damage: frozenset[int]) -> Iterator[None]:
    """SQLite's and the kernel's errors as DiskFault."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        raise DiskFault(str(error), is_damage=code in damage) from error
    except sqlite3.Error as error:
        raise DiskFault(str(error)) from error
    except OSError as error:
        raise DiskFault(error.strerror or str(error)) from error


class Database:
    """One open connection."""

    def __init__(self, path: str, *, is_writer: bool) -> None:
        """Open the file; a writer creates it (0600). Errors: DiskFault."""
        self._damage = _WRITERS_DAMAGE if is_writer else _DAMAGE
        with _faults(self._damage):
            if is_writer and not os.path.lexists(path):
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
                with contextlib.suppress(FileExistsError):
                    os.close(os.open(path, flags, 0o600))
            self.identity = identity_of(path)
            self._connection = sqlite3.connect(
                f"file:{quote(os.fsencode(path))}?mode=rw",
                uri=True,
                timeout=BUSY_S,
                isolation_level=None,
                check_same_thread=False,  # its owner locks
            )
            try:
                self._prepare(is_writer=is_writer)
            except BaseException:
                self._connection.close()
                raise

    def _prepare(self, *, is_writer: bool) -> None:
        run = self._connection.execute
        if not is_writer:
            run("PRAGMA query_only = ON")
            return
        run("PRAGMA auto_vacuum = INCREMENTAL")
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = NORMAL")
        run(f"PRAGMA journal_size_limit = {WAL_BYTES}")
        self._connection.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the connection; the last one empties the log into the file. Errors: none."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()

    # ------------------------------------------------------------------ reading

    def records(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The records of those keys that are there. Errors: DiskFault."""
        return self._found("SELECT record FROM facts WHERE key = ?", keys)

    def root(self, key: bytes) -> bytes | None:
        """The record of a root. Errors: DiskFault."""
        return self._found("SELECT record FROM roots WHERE key = ?", [key]).get(key)

    def _found(self, query: str, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        with _faults(self._damage):
            for key in keys:
                row = self._connection.execute(query, (key,)).fetchone()
                if row is not None and isinstance(row[0], bytes):
                    found[key] = row[0]
        return found

    def entries(self) -> list[CacheEntry]:
        """What eviction needs to know, of all records. Errors: DiskFault."""
        query = "SELECT key, last_use, n_uses, n_bytes, cost FROM uses"
        with _faults(self._damage):
            return [CacheEntry(*row) for row in self._connection.execute(query)]

    def counts(self) -> tuple[int, int]:
        """How many records there are, and the largest `last_use`. Errors: DiskFault."""
        query = "SELECT count(*), coalesce(max(last_use), 0) FROM uses"
        with _faults(self._damage):
            n_records, last_use = self._connection.execute(query).fetchone()
        return n_records, last_use

    def used_bytes(self) -> int:
        """What the content takes in the file, free pages not counted. Errors: DiskFault."""
        with _faults(self._damage):
            pages, free, page_bytes = (
                self._connection.execute(f"PRAGMA {name}").fetchone()[0]
                for name in ("page_count", "freelist_count", "page_size")
            )
        return int((pages - free) * page_bytes)

    # ------------------------------------------------------------------ writing

    def write(self, batch: Batch) -> None:
        """Apply a batch, wholly or not at all. Errors: DiskFault."""
        with _faults(self._damage):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._apply(batch)
                self._connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    def _apply(self, batch: Batch) -> None:
        many = self._connection.executemany
        removed = [(key,) for key in batch.removed]
        many("DELETE FROM facts WHERE key = ?", removed)
        many("DELETE FROM uses WHERE key = ?", removed)
        many("REPLACE INTO facts VALUES (?, ?)", batch.facts.items())
        many(_NOTE, [(e.key, e.last_use, e.n_uses, e.n_bytes, e.cost) for e in batch.entries])
        many(_TOUCH, batch.touched)
        if batch.roots:
            many("DELETE FROM roots WHERE key = ?", [(key,) for key in batch.roots])
            kept = [(key, record) for key, record in batch.roots.items() if record is not None]
            many("INSERT INTO roots (key, record) VALUES (?, ?)", kept)
            many(_ONLY_NEWEST, [(MAX_ROOTS,)])

    def delete(self, keys: Sequence[bytes]) -> None:
        """Delete records. Errors: DiskFault."""
        self.write(Batch(removed=list(keys)))

    def shrink(self) -> None:
        """Give free pages back to the file system, and empty the log. Errors: DiskFault."""
        with _faults(self._damage):
            # Not execute: it takes one step, and each step of this pragma frees one page.
            self._connection.executescript("PRAGMA incremental_vacuum")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
