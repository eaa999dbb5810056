"""One root at work: opened once, watched, indexed, and kept true until it is closed.

Opening crawls (which yields the ignore policy), starts the watcher, crawls again for what
happened in between, and indexes. From then on batches of changes are looked into one at a time.
Where events cannot be had (no inotify instance, no watches left, a dead watcher), the root says so
and is crawled at intervals instead. A failure in the background makes the root say that it is in
doubt, and the next request opens it anew: stale it may be, but never silently.

What it does not: choose a root for a request (workspaces.py), hold an answer against the disk
(fresh.py), speak to the watcher (changes.py), or know what a request asks.

Tests: tests/app/test_workspace.py, tests/faults
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Collection
from typing import Final

from lean_ctx_daemon.app.background import Background
from lean_ctx_daemon.app.changes import Changes, Ears
from lean_ctx_daemon.app.pool import Pool
from lean_ctx_daemon.app.recall import RootMemory
from lean_ctx_daemon.core.paths import unescape
from lean_ctx_daemon.core.types import Refused, SkipReason
from lean_ctx_daemon.facts.registry import resolve
from lean_ctx_daemon.roots import reading
from lean_ctx_daemon.roots.past import PastCommits
from lean_ctx_daemon.roots.root import Root
from lean_ctx_daemon.server.service import Progress, no_progress
from lean_ctx_daemon.watch.coalesce import DirtySet
from lean_ctx_daemon.watch.crawl import Crawl, crawl
from lean_ctx_daemon.watch.observer import identity
from lean_ctx_daemon.watch.policy import Givens, Policy, is_within

log = logging.getLogger(__name__)

FIRST_ANSWER_WAIT_S: Final = 3.0  # a first index of 500 files; beyond it an answer beats silence
BATCH_WAIT_S: Final = 0.5  # a batch of some dozen files; nobody minds waiting so long to be right
IDENTITY_CHECK_S: Final = 60.0  # how long a renamed or recreated root may go unnoticed while idle
AUDIT_S: Final = 30 * 60.0  # a whole crawl, for what no event told (RELIABILITY: regular audit)
POLL_S: Final = 2.0  # watchman's and git's shortest interval
POLL_SHARE: Final = 0.05  # polling takes at most this share of a core
PROGRESS_S: Final = 0.1


class Workspace:
    """A root and what keeps it true. Belongs to the event loop's thread."""

    def __init__(self, path: str, pool: Pool, own_globs: Collection[str] = ()) -> None:
        """`own_globs` are the user's own ignore patterns, which hold in every root."""
        self.path = path
        self.max_file_bytes = pool.max_file_bytes
        self._own_globs = own_globs
        self.is_gone = False
        self._past = PastCommits(path)
        self._memory = RootMemory(pool.store, path)
        self.root = Root(
            path,
            crawl=self._crawl,
            analyse=pool.analyse,
            resolve=resolve,
            history=self._past.history,
            recall=self._memory.recall,
        )
        self._policy = Policy(Givens(max_file_bytes=self.max_file_bytes))
        self._background = Background(self._on_failure)
        ears = Ears(
            is_ignored_dir=lambda directory: self._policy.ignored(directory, is_dir=True),
            on_dirty=self._on_dirty,
            on_degraded=self._on_degraded,
            on_failure=self._on_failure,
        )
        self._changes = Changes(path, ears)
        self._identity: tuple[int, int] | None = None
        self._opening: asyncio.Task[None] | None = None
        self._polling: asyncio.Task[None] | None = None
        self._is_indexed = False
        self._failure = ""
        self._looking = asyncio.Lock()
        self._remembering = asyncio.Lock()

    # ------------------------------------------------------------------ life

    def open(self) -> None:
        """Start indexing and watching: once, and anew after a failure. Waits for neither."""
        if self._opening is None or self._failure:
            self._reopen()

    async def ready(self, progress: Progress, cancelled: threading.Event) -> None:
        """Opened, indexed as far as FIRST_ANSWER_WAIT_S allows, and through with recent changes.

        Changes that take longer than BATCH_WAIT_S (another branch) show in `notes` instead.
        """
        self.open()
        await self._settled(FIRST_ANSWER_WAIT_S, progress, cancelled)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(BATCH_WAIT_S), self._looking:
                pass  # whoever looks into a batch holds the lock

    async def synced(self, progress: Progress, cancelled: threading.Event) -> None:
        """As the disk was when this was called, however long that takes.

        Whoever waits may leave: the work itself goes on. Errors: Refused where the root is gone.
        """
        self.open()
        await self._settled(None, progress, cancelled)
        await self.require_root()
        work = self._background.start(self._catch_up())
        await self._wait(work, None, progress, cancelled)
        if work.cancelled():  # the root was opened anew meanwhile
            await self._settled(None, progress, cancelled)
        elif work.done():
            work.result()

    async def close(self) -> None:
        """Stop watching. Callable twice."""
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.gather(self._opening, return_exceptions=True)
        await self._background.end()
        await self._changes.stop()
        await self._memory.close(self.root)

    # ------------------------------------------------------------------ files

    async def require_root(self) -> None:
        """Errors: Refused where the root is gone; one that came back, or another, is opened."""
        found = await asyncio.to_thread(identity, self.path)
        if self._noticed(found):
            await self._settled(FIRST_ANSWER_WAIT_S, no_progress, threading.Event())
        if self.is_gone:
            raise self._gone()

    async def refresh(self, paths: Collection[str]) -> None:
        """Look at these paths again: read, list as skipped, or forget them."""
        readable: list[str] = []
        for path in sorted(paths):
            signature = reading.signature_of(self.path, path)
            size = signature.size if signature else 0
            reason = self._policy.skip_reason(path, size)
            if self._policy.ignored(path, is_dir=False):
                self.root.forget(path)
            elif reason is not None and signature is not None:
                self.root.list_skipped(path, reason)
            else:
                readable.append(path)
        await self.root.refresh(readable)

    def is_ignored(self, path: str) -> bool:
        """Whether the ignore rules keep this path out of the index."""
        return self._policy.ignored(path, is_dir=False)

    def skip_reason(self, path: str, size: int) -> SkipReason | None:
        """Why a file of this name and size is never opened, or None."""
        return self._policy.skip_reason(path, size)

    def relative(self, path: str, cwd: str) -> str:
        """The root-relative form of a path as a caller wrote it.

        It counts from `cwd`; where that is not in the root, and leads nowhere in it, from the root.
        Errors: OutsideRoot.
        """
        absolute = os.path.join(cwd, path) if cwd else path
        try:
            return reading.resolve_inside(self.path, absolute)
        except reading.OutsideRoot as error:
            if os.path.isabs(path) or is_within(os.path.realpath(cwd), self.path):
                as_written = error.message.replace(absolute, path)
                raise reading.OutsideRoot(as_written, hint=error.hint) from None
        return reading.resolve_inside(self.path, path)

    def folder(self, path: str, cwd: str) -> str:
        """The root-relative form of a folder; "" for the root itself. Errors: Refused."""
        relative = self.relative(path, cwd)
        if not os.path.isdir(os.path.join(os.fsencode(self.path), unescape(relative))):
            raise Refused(f"{path} is not a folder of {self.path}", hint="--path takes a folder")
        return relative

    # ------------------------------------------------------------------ state

    @property
    def is_fresh(self) -> bool:
        """Whether the set of files is known to be that of the disk (but for what is settling)."""
        return self._is_indexed and not self.notes()

    def notes(self) -> tuple[str, ...]:
        """Why the state is not fresh, in sentences; empty when it is."""
        notes = [*([self._failure] if self._failure else []), *self.root.degraded.values()]
        n_files, pending = self.root.n_files, self.root.pending
        if not self.root.is_crawled:
            notes.append("the first crawl is under way: no file is known yet")
        elif pending:
            notes.append(f"indexing: {n_files - pending:,} of {n_files:,} files are analysed")
        elif not self._is_indexed and not self._failure:
            notes.append("the files are being held against the disk")
        return tuple(notes)

    def state(self) -> str:
        """One word: gone, new, indexing, degraded or watching."""
        if self.is_gone:
            return "gone"
        if self._opening is None:
            return "new"
        if self._failure:
            return "degraded"
        if not self._is_indexed or self.root.pending:
            return "indexing"
        return "degraded" if self.root.degraded else "watching"

    def coverage(self) -> tuple[int, int]:
        """Directories watched, and directories that should be."""
        coverage = self._changes.coverage
        return (coverage.watched, coverage.wanted)

    @property
    def n_overflows(self) -> int:
        """How often events were lost."""
        return self._changes.n_overflows

    # ------------------------------------------------------------------ opening

    def _reopen(self) -> None:
        """Begin anew with whatever stands at the path; one opening at a time."""
        if self._opening is None or self._opening.done():
            self._failure = ""
            self._is_indexed = False
            self._opening = asyncio.create_task(self._open())
            self._opening.add_done_callback(self._opened)

    async def _open(self) -> None:
        await self._background.end()
        self.root.degraded.clear()
        self._identity = await asyncio.to_thread(identity, self.path)
        self.is_gone = self._identity is None
        if self.is_gone:
            raise self._gone()
        index = self._background.start(self._index())
        await self._remember()
        if self._past.tracked:
            await self.root.recrawl()
        await index
        self._background.start(self._audit())

    def _opened(self, opening: asyncio.Task[None]) -> None:
        if not opening.cancelled() and (error := opening.exception()) is not None:
            self._on_failure(error)

    async def _index(self) -> None:
        first = self._background.start(self.root.recrawl())
        roster = asyncio.create_task(self.root.crawled.wait())
        await asyncio.wait([first, roster], return_when=asyncio.FIRST_COMPLETED)
        roster.cancel()
        await self._changes.start()  # not earlier: it needs the ignore policy that the crawl yields
        await first
        await self._recrawl()
        self._is_indexed = True
        self._memory.keep_soon(self.root)

    def _crawl(self, path: str) -> Crawl:
        crawled = crawl(
            path,
            own_globs=self._own_globs,
            tracked=self._past.tracked,
            max_file_bytes=self.max_file_bytes,
        )
        self._policy = crawled.policy
        return crawled

    async def _settled(
        self, wait_s: float | None, progress: Progress, cancelled: threading.Event
    ) -> None:
        """Wait for the opening, at most `wait_s`. Errors: what it failed of."""
        if (opening := self._opening) is not None:
            await self._wait(opening, wait_s, progress, cancelled)
            if opening.done():
                opening.result()

    async def _wait(
        self,
        task: asyncio.Task[None],
        wait_s: float | None,
        progress: Progress,
        cancelled: threading.Event,
    ) -> None:
        """Wait for a task that goes on without us, reporting how far the index is."""
        end_s = None if wait_s is None else time.monotonic() + wait_s
        while not task.done() and not cancelled.is_set():
            if end_s is not None and time.monotonic() > end_s:
                return
            await asyncio.wait([task], timeout=PROGRESS_S)
            n_files, pending = self.root.n_files, self.root.pending
            if pending and not task.done():
                progress("indexing", n_files - pending, n_files)

    # ------------------------------------------------------------------ changes

    def _on_dirty(self, dirty: DirtySet) -> None:
        self._background.start(self._look(dirty))

    async def _look(self, dirty: DirtySet) -> None:
        """Look into one batch; batches wait for one another."""
        if dirty.root_gone and self._noticed(await asyncio.to_thread(identity, self.path)):
            return  # the opening looks at everything
        if dirty.whole_root or dirty.directories:
            await self._recrawl()
        elif dirty.paths:
            async with self._looking:
                await self.refresh(dirty.paths)
        if dirty.whole_root:
            await self._changes.reconcile()
        if dirty.git_moved:
            tracked = self._past.tracked
            await self._remember()
            if self._past.tracked != tracked:  # that decides which ignored files are known
                await self._recrawl()
        self._memory.keep_soon(self.root)

    async def _recrawl(self) -> None:
        async with self._looking:
            await self.root.recrawl()

    async def _remember(self) -> None:
        """Read git's history; one reader at a time."""
        async with self._remembering:
            await self.root.reload_history()

    async def _catch_up(self) -> None:
        await self._remember()
        await self._recrawl()

    # ------------------------------------------------------------------ doubt

    def _gone(self) -> Refused:
        return Refused(
            f"{self.path} is gone", hint=f"lctx root remove {self.path}, or bring it back"
        )

    def _noticed(self, found: tuple[int, int] | None) -> bool:
        """Take in what stands at the path; whether the root is being opened anew for it."""
        was_gone, self.is_gone = self.is_gone, found is None
        is_another = self._identity is not None and found != self._identity
        if found is None or not (was_gone or is_another):
            return False
        self._reopen()
        return True

    def _on_failure(self, error: BaseException) -> None:
        """A background task died: say so until the next request opens the root anew."""
        if isinstance(error, Refused):
            self._failure = error.message
            return
        log.error("%s: a background task failed", self.path, exc_info=error)
        self._failure = (
            f"keeping up failed ({type(error).__name__}): the next request looks at everything anew"
        )

    def _on_degraded(self, reason: str) -> None:
        if reason not in self.root.degraded:
            log.warning("%s: %s", self.path, reason)
        self.root.degraded[reason] = reason
        if self._polling is None or self._polling.done():
            self._polling = self._background.start(self._poll())

    async def _audit(self) -> None:
        """Now and then, look without having been told to."""
        crawled_s = time.monotonic()
        while True:
            await asyncio.sleep(IDENTITY_CHECK_S)
            self._noticed(await asyncio.to_thread(identity, self.path))
            if not self.is_gone and not self._changes.is_alive and not self.root.degraded:
                self._reopen()
            if time.monotonic() - crawled_s > AUDIT_S and not self.is_gone:
                await self._recrawl()
                crawled_s = time.monotonic()

    async def _poll(self) -> None:
        """Crawl at intervals, and try to watch again, until events are to be had."""
        pause_s = POLL_S
        while self.root.degraded:
            await asyncio.sleep(pause_s)
            if self.is_gone:
                continue
            started_s = time.monotonic()
            if self._changes.is_alive:
                await self._changes.reconcile()
            else:
                await self._changes.start()
            await self._recrawl()
            if self._changes.coverage.is_complete:
                self.root.degraded.clear()
            pause_s = max(POLL_S, (time.monotonic() - started_s) / POLL_SHARE)
