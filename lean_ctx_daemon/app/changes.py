"""What changes in one root, as batches to look into: the watcher and its coalescer, on the loop.

The watcher reports on its own thread; everything it says is carried to the event loop, gathered
until it has settled, and handed on as one DirtySet at a time. Here is the only place where the two
threads meet.

What it does not: look at a file, crawl, or decide what to do where events cannot be had.

Tests: tests/app/test_changes.py
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from lean_ctx_daemon.watch.coalesce import Coalescer, DirtySet, RawEvent
from lean_ctx_daemon.watch.listener import Coverage, Listener
from lean_ctx_daemon.watch.observer import Watch

_NOT_WATCHED = Coverage(0, 0, ("",), "not watched yet")


@dataclass(frozen=True, slots=True)
class Ears:
    """Who is told. All but `is_ignored_dir` (any thread) are called on the event loop.

    `on_dirty(batch)`: look there; `on_degraded(reason)`: from now on something is not seen;
    `on_failure(error)`: an event was lost to a defect, so that nothing is certain any more.
    """

    is_ignored_dir: Callable[[str], bool]
    on_dirty: Callable[[DirtySet], None]
    on_degraded: Callable[[str], None]
    on_failure: Callable[[BaseException], None]


class Changes:
    """The changes of one root, from `start` to `stop`. Belongs to the event loop's thread."""

    def __init__(self, path: str, ears: Ears) -> None:
        self.n_overflows = 0
        self._path = path
        self._ears = ears
        self._coalescer = Coalescer()
        self._watch: Watch | None = None
        # A start whose caller was cancelled goes on in its thread: the stop waits for it.
        self._switch = threading.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Watch what stands at the path now; an earlier watch ends."""
        await self._end_watch()
        self._loop = asyncio.get_running_loop()
        listener = Listener(
            is_ignored_dir=self._ears.is_ignored_dir,
            on_event=self._on_event,
            on_overflow=self._on_overflow,
            on_degraded=self._on_degraded,
        )
        self._watch = watch = Watch(self._path, listener)
        await asyncio.to_thread(self._switched, watch.start)

    async def stop(self) -> None:
        """Watch no longer; what was gathered is dropped. Callable twice."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        await self._end_watch()

    async def reconcile(self) -> None:
        """Adapt to changed ignore rules, and try again where a watch was refused."""
        if self._watch is not None:
            await asyncio.to_thread(self._watch.reconcile)

    @property
    def is_alive(self) -> bool:
        """Whether events can still come."""
        return self._watch is not None and self._watch.is_alive

    @property
    def coverage(self) -> Coverage:
        """How much of the tree is seen at the moment."""
        return self._watch.coverage if self._watch is not None else _NOT_WATCHED

    async def _end_watch(self) -> None:
        watch, self._watch = self._watch, None
        if watch is not None:
            await asyncio.to_thread(self._switched, watch.stop)

    def _switched(self, turn: Callable[[], None]) -> None:
        with self._switch:
            turn()

    # ------------------------------------------------------------------ from the watcher's thread

    def _on_event(self, event: RawEvent) -> None:
        self._soon(lambda: self._hear(lambda now_s: self._coalescer.add(event, now_s)))

    def _on_overflow(self) -> None:
        def note() -> None:
            self.n_overflows += 1
            self._hear(self._coalescer.lost)

        self._soon(note)

    def _on_degraded(self, reason: str) -> None:
        self._soon(lambda: self._ears.on_degraded(reason))

    def _soon(self, action: Callable[[], None]) -> None:
        """Run `action` on the loop; one that fails is a doubt about everything, not a silence."""

        def guarded() -> None:
            try:
                action()
            except Exception as error:  # noqa: BLE001  # see above
                self._ears.on_failure(error)

        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(guarded)

    # ------------------------------------------------------------------ on the loop

    def _hear(self, take_note: Callable[[float], None]) -> None:
        take_note(time.monotonic())
        if self._timer is None:
            self._arm()

    def _arm(self) -> None:
        """Come back when what was gathered has settled."""
        due_s = self._coalescer.due_s()
        if due_s is None or self._loop is None or self._watch is None:
            self._timer = None
        else:
            self._timer = self._loop.call_later(max(0.0, due_s - time.monotonic()), self._hand_on)

    def _hand_on(self) -> None:
        self._timer = None
        try:
            dirty = self._coalescer.take(time.monotonic())
            self._arm()
            if dirty:
                self._ears.on_dirty(dirty)
        except Exception as error:  # noqa: BLE001  # as in _soon
            self._ears.on_failure(error)
