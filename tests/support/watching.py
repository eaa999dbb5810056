"""A watch with somebody behind it: what the daemon does with events, in its smallest form.

`Mirror` keeps the files of a tree by events alone (watch → coalesce → stat or crawl), so a test can
compare what is believed with what a crawl says is true.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self

from lean_ctx_daemon.core.paths import unescape
from lean_ctx_daemon.core.types import Signature
from lean_ctx_daemon.roots.reading import signature_of
from lean_ctx_daemon.watch.coalesce import Coalescer, DirtySet, EventKind, RawEvent
from lean_ctx_daemon.watch.crawl import crawl, crawl_below
from lean_ctx_daemon.watch.listener import Listener
from lean_ctx_daemon.watch.observer import Watch
from lean_ctx_daemon.watch.policy import is_within

DEADLINE_S = 60.0  # for machines that do much else; what works takes milliseconds


def until(condition: Callable[[], object], deadline_s: float = DEADLINE_S) -> None:
    """Wait for a condition; if it never comes true, that is the test's failure."""
    end_s = time.monotonic() + deadline_s
    while not condition():
        assert time.monotonic() < end_s, "the condition never came true"
        time.sleep(0.002)


class Mirror:
    """What is believed of a tree. Everything but the watcher's callbacks runs in `step`."""

    def __init__(self, root: Path | str) -> None:
        self.root = str(root)
        self.batches: list[DirtySet] = []
        self.events: list[RawEvent] = []
        self.reasons: list[str] = []
        self.n_overflows = 0
        self._queue: SimpleQueue[RawEvent | None] = SimpleQueue()
        self._coalescer = Coalescer()
        self._policy = crawl(self.root, environment={}).policy
        self.files: dict[str, Signature] = {}
        listener = Listener(self._ignores, self._on_event, self._on_overflow, self.reasons.append)
        self.watch = Watch(self.root, listener)

    def __enter__(self) -> Self:
        self.watch.start()
        self._look(DirtySet(whole_root=True))
        self.batches.clear()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.watch.stop()

    @property
    def truth(self) -> dict[str, Signature]:
        return dict(crawl(self.root, environment={}).files)

    def step(self) -> None:
        """Take in what was reported; look at what has settled."""
        now_s = time.monotonic()
        while True:
            try:
                event = self._queue.get_nowait()
            except Empty:
                break
            if event is None:
                self._coalescer.lost(now_s)
            else:
                self._coalescer.add(event, now_s)
        dirty = self._coalescer.take(now_s)
        if dirty is not None:
            self._look(dirty)
            self.batches.append(dirty)

    def until(self, condition: Callable[[], object]) -> None:
        """Go on until the condition holds."""

        def holds() -> object:
            self.step()
            return condition()

        until(holds)

    def settle(self) -> None:
        """Go on until everything that happened was looked at: a marker's event comes last."""
        marker = Path(self.root, f"zz-{time.monotonic_ns()}.marker")
        marker.write_text("x")
        self.until(lambda: marker.name in self.files)
        marker.unlink()
        self.until(lambda: marker.name not in self.files)

    def _ignores(self, directory: str) -> bool:
        return self._policy.ignored(directory, is_dir=True)

    def _on_event(self, event: RawEvent) -> None:
        self.events.append(event)
        self._queue.put(event)

    def _on_overflow(self) -> None:
        self.n_overflows += 1
        self._queue.put(None)

    def _look(self, dirty: DirtySet) -> None:
        if dirty.whole_root:
            found = crawl(self.root, environment={})
            self._policy = found.policy
            self.files = dict(found.files)
            self.watch.reconcile()
        for directory in dirty.directories:
            found = crawl_below(self.root, self._policy, directory)
            self._policy = found.policy
            self.files = {p: s for p, s in self.files.items() if not is_within(p, directory)}
            self.files |= found.files
        for path in dirty.paths:
            self._look_at(path)

    def _look_at(self, path: str) -> None:
        seen = signature_of(self.root, path)
        full = os.path.join(os.fsencode(self.root), unescape(path))
        is_known = (
            seen is not None
            and os.path.isfile(full)
            and not os.path.islink(full)
            and not self._policy.ignored(path, is_dir=False)
            and self._policy.skip_reason(path, seen.size) is None
        )
        if seen is not None and is_known:
            self.files[path] = seen
        else:
            self.files.pop(path, None)

    def n_looks(self, path: str) -> int:
        """In how many batches the path was looked at."""
        return sum(
            path in b.paths or b.whole_root or any(is_within(path, d) for d in b.directories)
            for b in self.batches
        )

    def n_git_events(self) -> int:
        return sum(event.kind is EventKind.GIT for event in self.events)
