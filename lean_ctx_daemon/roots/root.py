"""One watched repository kept true: roster → facts → graph → immutable Snapshot.

The event loop's thread owns a Root; nobody else calls it. Reading and analysing happen in worker
processes, deriving in a thread; their results are *committed* on the loop, one commit at a time,
and each commit swaps in a new Snapshot. Readers keep the one they took.

Terms. *Roster*: the files of the root with their signatures. *Ticket*: a number that grows with
every request to analyse; the result of an older ticket never replaces that of a newer one, so the
order in which workers finish does not matter. *Pending*: known to the roster, not analysed yet.

What it does not: watch (it is told what is dirty), parse, or answer requests.

Invariants:
- A snapshot's facts are those of bytes that were on disk when they were read, under the signature
  that was read with them.
- Analysing unchanged content commits nothing: the snapshot object stays the same.

Tests: tests/roots/test_root.py
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeVar

from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.relevance.kinds import FileKind, kind_of
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.text import decode
from lean_ctx_daemon.core.types import Signature, SkipReason
from lean_ctx_daemon.roots import reading
from lean_ctx_daemon.roots.commit import Changes, State, next_state
from lean_ctx_daemon.roots.known import Known, KnownFiles
from lean_ctx_daemon.roots.ports import (
    Analyser,
    Analysis,
    Crawled,
    Crawler,
    HistoryReader,
    Recall,
    Resolver,
    Wanted,
    nothing_recalled,
)
from lean_ctx_daemon.roots.roster import MANIFEST_MAX_BYTES, RosterView

FIRST_PUBLISH_FILES = 64  # a first index publishes after this many files, then at each doubling
SLICE_FILES = 1000  # the loop takes over a crawl in steps of about 2 ms
FEW_FILES = 64  # so many are put in order where they are: less than a thread's round trip

T = TypeVar("T")

# An early answer should be made of code, so that comes first.
_ORDER = {
    kind: place
    for place, kind in enumerate(
        (
            FileKind.SOURCE,
            FileKind.TEST,
            FileKind.EXAMPLE,
            FileKind.CONFIG,
            FileKind.DOC,
            FileKind.GENERATED,
            FileKind.VENDORED,
        )
    )
}


class _Publisher:
    """Commits while results come in: after FIRST_PUBLISH_FILES files, then at each doubling."""

    def __init__(self, commit: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._commit = commit
        self._n_done = 0
        self._publish_at = FIRST_PUBLISH_FILES
        self._publishing: asyncio.Task[None] | None = None

    def on_done(self, n_files: int) -> None:
        """So many more results were taken over."""
        self._n_done += n_files
        is_free = self._publishing is None or self._publishing.done()
        if self._n_done >= self._publish_at and is_free:
            self._publish_at = self._n_done * 2
            self._publishing = asyncio.create_task(self._commit())

    async def finished(self) -> None:
        """No commit of ours is under way any more.

        Errors: none; what a failed commit was to publish waits for the next one, which reports.
        """
        if self._publishing is not None:
            await asyncio.wait([self._publishing])
            if not self._publishing.cancelled():
                self._publishing.exception()  # looked at, so that asyncio does not log it


class Root:
    """A repository and its current Snapshot."""

    def __init__(
        self,
        path: str,
        *,
        crawl: Crawler,
        analyse: Analyser,
        resolve: Resolver,
        history: HistoryReader,
        recall: Recall = nothing_recalled,
    ) -> None:
        self.path = path
        self.instance = secrets.token_hex(8)
        self.degraded: dict[str, str] = {}
        self._crawl = crawl
        self._analyse = analyse
        self._resolve = resolve
        self._read_history = history
        self._recall = recall
        self._history = History.empty()
        self._known = KnownFiles()
        self._reading: dict[str, asyncio.Future[None]] = {}  # what is being analysed, until when
        self._state = State(RosterView((), self._manifest))
        self._waiting = Changes()
        self._ticket = 0
        self._commit_lock = asyncio.Lock()
        self._crawl_lock = asyncio.Lock()
        self.crawled = asyncio.Event()  # set once the first crawl has given the roster
        self.snapshot = self._new_snapshot(0)

    # ------------------------------------------------------------------ what callers ask for

    async def recrawl(self) -> None:
        """Make the set of files, and every file whose signature moved, equal to the disk."""
        async with self._crawl_lock:
            as_of = self._ticket
            crawled = await asyncio.to_thread(self._crawl, self.path)
            is_first = not self.is_crawled
            stale, elsewhere = await self._crawl_applied(crawled, as_of)
            if is_first:
                stale = await self._remembered(stale)
        await self._analysed(stale)
        if elsewhere:
            await asyncio.wait(elsewhere)
        await self._commit()

    async def refresh(self, paths: Collection[str]) -> None:
        """Read these files again, whatever their signatures say; unknown ones are added.

        The caller has checked that the paths are not ignored.
        """
        await self._analysed(sorted(paths))
        await self._commit()

    def forget(self, path: str) -> None:
        """Take a file off the roster; effective with the next refresh or recrawl."""
        self._forget(path)

    def list_skipped(self, path: str, reason: SkipReason) -> None:
        """List a file without reading it; effective with the next refresh or recrawl."""
        self._set_skipped(path, None, reason)

    async def reload_history(self) -> None:
        """Read git's history again and swap it in."""
        history = await asyncio.to_thread(self._read_history)
        if history is not self._history:
            self._history = history
            self._waiting.is_history_changed = True
            await self._commit()

    def memory(self) -> tuple[dict[str, Known], State]:
        """What a later life needs: what is known of each file, and what was derived from it.

        Both are safe to read in another thread.
        """
        return self._known.copy(), self._state

    def signature(self, path: str) -> Signature | None:
        """The signature under which the current facts of a file were read."""
        known = self._known.get(path)
        return known.signature if known else None

    def skip_reason(self, path: str) -> SkipReason | None:
        """Why a listed file has no facts, None if it has or is not listed."""
        known = self._known.get(path)
        return known.skip if known else None

    def is_pending(self, path: str) -> bool:
        """Whether a file is known and not analysed yet."""
        known = self._known.get(path)
        return known is not None and known.is_pending

    def __contains__(self, path: object) -> bool:
        return path in self._known

    @property
    def is_crawled(self) -> bool:
        """Whether the roster is known."""
        return self.crawled.is_set()

    @property
    def pending(self) -> int:
        """Files known and not analysed yet."""
        return self._known.n_pending

    @property
    def n_files(self) -> int:
        """Files on the roster, skipped ones included."""
        return len(self._known)

    # ------------------------------------------------------------------ crawl

    async def _crawl_applied(
        self, crawled: Crawled, as_of: int
    ) -> tuple[list[str], set[asyncio.Future[None]]]:
        """Take over the crawl's set of files, in slices.

        Files to be read; and what to wait for where somebody is reading the same ones already.
        `as_of` is the ticket at which the crawl began: what was read later is newer than the crawl.
        """
        stale: list[str] = []
        elsewhere: set[asyncio.Future[None]] = set()
        for path in [p for p in self._known if p not in crawled.files and p not in crawled.skipped]:
            known = self._known.get(path)
            if known is not None and known.ticket <= as_of:
                self._forget(path)
        for path, reason in crawled.skipped.items():
            self._set_skipped(path, None, reason)
        for some in _slices(crawled.files.items()):
            for path, signature in some:
                known = self._known.get(path)
                if known is None or (known.is_pending and known.signature != signature):
                    self._put(path, Known(signature, is_pending=True))
                    stale.append(path)
                elif known.is_pending and path in self._reading:
                    elsewhere.add(self._reading[path])
                elif known.is_pending or known.signature != signature:
                    stale.append(path)
            await asyncio.sleep(0)
        self.crawled.set()
        return stale, elsewhere

    async def _remembered(self, paths: Sequence[str]) -> list[str]:
        """Take over what an earlier life knew of these files; those that have to be read."""
        self._ticket += 1
        ticket = self._ticket
        known = self._known.copy()
        found = {path: s for path in paths if (k := known.get(path)) and (s := k.signature)}
        for some in _slices(await asyncio.to_thread(self._recall, found)):
            for result in some:
                self._take(result, ticket)
            await asyncio.sleep(0)
        return [path for path in paths if (k := self._known.get(path)) and k.is_pending]

    def _put(self, path: str, known: Known) -> None:
        """Replace what is known of a file, and note what of it readers see."""
        before = self._known.put(path, known)
        if before is None or before.skip is not known.skip or before.size != known.size:
            self._waiting.listed.add(path)
        if before is None or before.skip is not known.skip:
            self._waiting.is_membership_changed = True

    def _forget(self, path: str) -> None:
        known = self._known.pop(path)
        if known is not None:
            self._waiting.listed.add(path)
            self._waiting.is_membership_changed = True
            if known.skip is None:
                self._waiting.facts[path] = None

    def _set_skipped(self, path: str, signature: Signature | None, reason: SkipReason) -> None:
        known = self._known.get(path)
        if known is not None and known.skip is reason:
            self._put(path, replace(known, signature=signature or known.signature))
            return
        self._ticket += 1
        self._put(path, Known(signature, skip=reason, ticket=self._ticket))
        self._waiting.facts[path] = None

    # ------------------------------------------------------------------ analysis

    async def _analysed(self, paths: Sequence[str]) -> None:
        """Analyse the files and take the results over; publishes as it goes when they are many."""
        while paths:
            paths = await self._analysed_once(paths)

    async def _analysed_once(self, paths: Sequence[str]) -> list[str]:
        """As `_analysed`; the files that have to be read once more (see `_take`)."""
        self._ticket += 1
        ticket = self._ticket
        again: list[str] = []
        publisher = _Publisher(self._commit)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reading.update(dict.fromkeys(paths, done))

        def on_batch(results: Sequence[Analysis]) -> None:
            again.extend(one.path for one in results if not self._take(one, ticket))
            publisher.on_done(len(results))

        try:
            if len(paths) <= FEW_FILES:
                wanted = _wanted(paths, {p: k for p in paths if (k := self._known.get(p))})
            else:
                wanted = await asyncio.to_thread(_wanted, paths, self._known.copy())
            await self._analyse(self.path, wanted, on_batch)
        finally:
            done.set_result(None)
            for path in paths:
                if self._reading.get(path) is done:
                    del self._reading[path]
            await publisher.finished()
        return again

    def _take(self, result: Analysis, ticket: int) -> bool:
        """Take a result over, unless a newer one is there.

        False: it says that a file still has the content that was asked about, and since then the
        file was found to have another: there are no facts to go with what it has now.
        """
        known = self._known.get(result.path)
        if known is not None and known.ticket > ticket:
            return True
        if result.signature is None:
            self._forget(result.path)
        elif result.skip is not None:
            self._set_skipped(result.path, result.signature, result.skip)
        elif known is not None and known.digest == result.digest:
            unchanged = Known(result.signature, known.digest, ticket=ticket)
            self._put(result.path, unchanged)
        elif result.facts is None:
            return False
        else:
            self._put(result.path, Known(result.signature, result.digest, ticket=ticket))
            self._waiting.facts[result.path] = result.facts
            if result.imports is not None:
                self._waiting.remembered[result.path] = (result.facts, result.imports)
        return True

    # ------------------------------------------------------------------ commit

    async def _commit(self) -> None:
        """Derive what follows from the waiting results and swap in the new snapshot."""
        async with self._commit_lock:
            changes, self._waiting = self._waiting, Changes()
            if not changes:
                return
            try:
                self._state = await asyncio.to_thread(
                    next_state,
                    self._state,
                    changes,
                    self._known.copy(),
                    self._resolve,
                    self._manifest,
                )
            except BaseException:  # nothing is committed, and nothing is lost
                self._waiting = changes.followed_by(self._waiting)
                raise
            self.snapshot = self._new_snapshot(self.snapshot.generation + 1)

    def _new_snapshot(self, generation: int) -> Snapshot:
        return Snapshot(
            root=self.path,
            instance=self.instance,
            generation=generation,
            files=self._state.files,
            index=self._state.derived.index,
            graph=self._state.derived.graph,
            history=self._history,
            pending=self.pending,
            degraded=tuple(self.degraded.values()),
        )

    def _manifest(self, path: str) -> str:
        data, _ = reading.read_file(self.path, path, MANIFEST_MAX_BYTES)
        return decode(data)


def _slices(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while some := list(islice(rest, SLICE_FILES)):
        yield some


def _wanted(paths: Iterable[str], known: Mapping[str, Known]) -> list[Wanted]:
    """The files in the order in which they are best read, with the digests known."""
    ordered = sorted(paths, key=lambda path: (_ORDER[kind_of(path)], path))
    return [Wanted(p, k.digest or None if (k := known.get(p)) else None) for p in ordered]
