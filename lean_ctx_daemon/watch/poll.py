"""The fallback where events do not come: look again at intervals, and compare.

It serves roots on file systems without events, and the directories for which the kernel had no
watch left. It runs no thread and knows no clock: whoever owns it asks whether it is time.

Tests: tests/watch/test_poll.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.types import Signature

# git's fsmonitor and watchman poll no faster; a crawl of 11,000 files each 2 s is 5 % of a core.
INTERVAL_S: Final = 2.0
# A slow file system is not asked for more than this share of the time.
MAX_SHARE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Difference:
    """Paths that came, that have another signature, and that went; each sorted."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def difference(old: Mapping[str, Signature], new: Mapping[str, Signature]) -> Difference:
    """What leads from one crawl's files to another's."""
    return Difference(
        tuple(sorted(new.keys() - old.keys())),
        tuple(sorted(path for path, seen in new.items() if old.get(path, seen) != seen)),
        tuple(sorted(old.keys() - new.keys())),
    )


class Poller:
    """Compares a tree with what it was, at intervals that grow with the cost of looking."""

    __slots__ = ("_clock", "_due_s", "_interval_s", "_known", "_look")

    def __init__(
        self,
        look: Callable[[], Mapping[str, Signature]],
        known: Mapping[str, Signature],
        *,
        clock: Callable[[], float],
        interval_s: float = INTERVAL_S,
    ) -> None:
        """`look` crawls; `known` is what is believed at the start; `clock` is monotonic."""
        self._look = look
        self._known = known
        self._clock = clock
        self._interval_s = interval_s
        self._due_s = clock() + interval_s

    @property
    def due_s(self) -> float:
        """The clock's time at which to look next."""
        return self._due_s

    def poll(self) -> Difference | None:
        """What changed since the last look; None when it is not yet time to look."""
        started_s = self._clock()
        if started_s < self._due_s:
            return None
        seen = self._look()
        ended_s = self._clock()
        self._due_s = ended_s + max(self._interval_s, (ended_s - started_s) / MAX_SHARE)
        found = difference(self._known, seen)
        self._known = seen
        return found
