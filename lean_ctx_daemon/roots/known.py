"""What a root knows of each of its files, and how many of them are still to be analysed.

A `Known` never changes, a change is a new one, so that a shallow copy of the table may be read
by another thread. The table keeps the number of pending files, since it is asked for all the time.

What it does not: facts (roots.derive), or deciding what is stale.

Tests: tests/roots/test_known.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lean_ctx_daemon.core.types import Signature, SkipReason


@dataclass(frozen=True, slots=True)
class Known:
    """How a file looked when it was read, and under which ticket.

    `digest` is that of the facts ("" in bytes: none). `skip`: listed without facts. Pending: on the
    roster, and its content not looked at yet.
    """

    signature: Signature | None
    digest: bytes = b""
    skip: SkipReason | None = None
    ticket: int = 0
    is_pending: bool = False

    @property
    def size(self) -> int:
        """Size in bytes; 0 where nobody looked."""
        return self.signature.size if self.signature else 0


class KnownFiles:
    """The roster: path → Known."""

    def __init__(self) -> None:
        self._files: dict[str, Known] = {}
        self.n_pending = 0

    def __contains__(self, path: object) -> bool:
        return path in self._files

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def get(self, path: str) -> Known | None:
        """What is known of a file, None where it is not on the roster."""
        return self._files.get(path)

    def put(self, path: str, known: Known) -> Known | None:
        """Replace what is known of a file; what was known before."""
        before = self._files.get(path)
        self.n_pending += known.is_pending - (before is not None and before.is_pending)
        self._files[path] = known
        return before

    def pop(self, path: str) -> Known | None:
        """Take a file off the roster; what was known of it."""
        before = self._files.pop(path, None)
        self.n_pending -= before is not None and before.is_pending
        return before

    def copy(self) -> dict[str, Known]:
        """The table as it is now, to be read elsewhere."""
        return self._files.copy()
