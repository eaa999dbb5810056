"""What a root needs from the rest of the house, as types: roots imports no sibling room.

The daemon hands in a crawler (watch), an analyser (worker processes running facts and tokens), a
resolver (facts) and a history reader. Everything here is a value or a callable's shape.

Tests: tests/roots/test_root.py (with the real ones)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.types import FileFacts, ImportRef, Roster, Signature, SkipReason


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to read. With the `digest` already known, unchanged content is not analysed again."""

    path: str
    digest: bytes | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What reading one file gave; exactly one of the following holds.

    `signature` is None: the file is gone. `skip` is set: it is there and has no facts.
    `facts` is set: analysed. None of them: its content still has the digest that was asked about.
    `imports`: what the facts' imports resolve to, where that is remembered of *all* files.
    """

    path: str
    signature: Signature | None
    digest: bytes = b""
    facts: FileFacts | None = None
    skip: SkipReason | None = None
    imports: tuple[str, ...] | None = None


class Crawled(Protocol):
    """The files of a root as a crawl found them."""

    @property
    def files(self) -> Mapping[str, Signature]:
        """Readable files with their signatures."""
        ...

    @property
    def skipped(self) -> Mapping[str, SkipReason]:
        """Files that are listed without being read, with the reason."""
        ...


class Analyser(Protocol):
    """Reads and analyses files in worker processes."""

    async def __call__(
        self,
        root: str,
        wanted: Sequence[Wanted],
        on_batch: Callable[[Sequence[Analysis]], None],
    ) -> None:
        """Analyse all; `on_batch` is called on the event loop with results as they come.

        Errors: none for a file (it is skipped with its reason); cancellation passes through.
        """
        ...


class Recall(Protocol):
    """What is remembered of files from an earlier life of the daemon."""

    def __call__(self, found: Mapping[str, Signature], /) -> Sequence[Analysis]:
        """Analyses of those files whose content was known under exactly these signatures.

        Blocking; called in a thread. Errors: none, what is not remembered is left out.
        """
        ...


def nothing_recalled(_found: Mapping[str, Signature]) -> Sequence[Analysis]:
    """The memory of a root that was never open before."""
    return ()


Crawler = Callable[[str], Crawled]
Resolver = Callable[[str, str, ImportRef, str, Roster], tuple[str, ...]]
HistoryReader = Callable[[], History]
