"""Who is told what a watcher sees, and how much of the tree it can see.

A watcher's thread must outlive whatever its callbacks do: an exception in a handler kills
watchdog's threads, and with them every later event. So callbacks are called through here only, and
one that raises turns into a reported doubt.

Tests: tests/watch/test_listener.py
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from lean_ctx_daemon.watch.coalesce import RawEvent

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the tree is watched: `watched` of `wanted` directories.

    `uncovered` are the directories (root-relative, sorted) from which no event comes, to be
    polled; ("",) when none comes at all. `reason` says why in words, "" when all is well.
    """

    watched: int
    wanted: int
    uncovered: tuple[str, ...] = ()
    reason: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether every directory is watched."""
        return not self.uncovered and not self.reason


@dataclass(frozen=True, slots=True)
class Listener:
    """The callbacks of one watch. They are called on the watcher's thread.

    `is_ignored_dir(path)`: whether nothing below this directory matters, because of itself or of a
    directory above it; `on_event(e)`: something may have changed; `on_overflow()`: events were
    lost, look at everything; `on_degraded(reason)`: from here on something is not seen.
    """

    is_ignored_dir: Callable[[str], bool]
    on_event: Callable[[RawEvent], None]
    on_overflow: Callable[[], None]
    on_degraded: Callable[[str], None]

    def ignores(self, directory: str) -> bool:
        """Whether the directory needs no watch. git's own files never do; doubt says watch."""
        if directory.rpartition("/")[2] == ".git":
            return True
        try:
            return self.is_ignored_dir(directory)
        except Exception as error:  # noqa: BLE001 - see the module's docstring
            self._failed("the ignore rules", error)
            return False

    def event(self, event: RawEvent) -> None:
        """Tell that something may have changed."""
        try:
            self.on_event(event)
        except Exception as error:  # noqa: BLE001 - see the module's docstring
            self._failed(f"the handler of {event.kind} {event.path!r}", error)

    def overflow(self) -> None:
        """Tell that events were lost."""
        try:
            self.on_overflow()
        except Exception as error:  # noqa: BLE001 - see the module's docstring
            self._failed("the overflow handler", error)

    def degraded(self, reason: str) -> None:
        """Tell that from here on something is not seen."""
        try:
            self.on_degraded(reason)
        except Exception:  # noqa: BLE001 - see the module's docstring
            _log.exception("the handler of degradations failed on: %s", reason)

    def _failed(self, what: str, error: Exception) -> None:
        _log.exception("%s failed", what)
        self.degraded(f"{what} failed: {error!r}")
