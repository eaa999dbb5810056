"""From raw events to one set of what to look at again.

An event is never believed to say *what* happened, only *where* to look: a path to stat, a
directory to crawl, or the whole root. So the order of events within a batch does not matter, and
everything that is in doubt (lost events, changed ignore rules, too many events) collapses into the
one answer that is always right: the whole root.

A batch is ready when nothing was heard for the settle time, or at last when the first of its
events has waited for the longest delay. No clock here: every call says what time it is.

Tests: tests/watch/test_coalesce.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lean_ctx_daemon.watch.names import GENERATED_MARKERS, TARGET_MANIFESTS
from lean_ctx_daemon.watch.policy import parents

# An atomic save or vim's backup dance takes a few milliseconds from its first event to its last.
SETTLE_S: Final = 0.030
# A build that never pauses must not keep an edit waiting.
MAX_DELAY_S: Final = 0.250
# Beyond this many paths a crawl of everything (11,000 files in 0.1 s) is cheaper than the stats.
MAX_PATHS: Final = 10_000


class EventKind(StrEnum):
    """What the observer reports."""

    CREATED = "created"
    WRITTEN = "written"
    MOVED = "moved"
    DELETED = "deleted"
    GIT = "git"  # HEAD or the index moved: a checkout, a commit, an add
    ROOT_GONE = "root gone"  # the root itself was deleted, moved or unmounted


@dataclass(frozen=True, slots=True)
class RawEvent:
    """One event. Paths are root-relative; `destination` is where a move went, if that is known."""

    kind: EventKind
    path: str
    destination: str = ""
    is_dir: bool = False

    @property
    def ends(self) -> tuple[str, ...]:
        """Every path of which the event says that it may have changed."""
        return (self.path, self.destination) if self.destination else (self.path,)


@dataclass(frozen=True, slots=True)
class DirtySet:
    """What to look at again. With `whole_root` set, paths and directories are empty.

    No path lies in one of the directories, and no directory in another.
    """

    paths: frozenset[str] = frozenset()
    directories: frozenset[str] = frozenset()
    whole_root: bool = False
    git_moved: bool = False
    root_gone: bool = False

    def __bool__(self) -> bool:
        return bool(
            self.paths or self.directories or self.whole_root or self.git_moved or self.root_gone
        )


class Coalescer:
    """Gathers events until they settle. Not thread-safe: it belongs to whoever consumes it."""

    __slots__ = (
        "_directories", "_first_s", "_git_moved", "_last_s", "_paths", "_root_gone", "_whole_root",
        "max_delay_s", "settle_s",
    )  # fmt: skip

    def __init__(self, *, settle_s: float = SETTLE_S, max_delay_s: float = MAX_DELAY_S) -> None:
        self.settle_s = settle_s
        self.max_delay_s = max_delay_s
        self._paths: set[str] = set()
        self._directories: set[str] = set()
        self._first_s: float | None = None
        self._last_s = 0.0
        self._clear()

    def add(self, event: RawEvent, now_s: float) -> None:
        """Take note of one event."""
        self._heard(now_s)
        if event.kind is EventKind.GIT:
            self._git_moved = True
        elif event.kind is EventKind.ROOT_GONE:
            self._root_gone = True
        else:
            for path in event.ends:
                self._mark(event, path)

    def lost(self, now_s: float) -> None:
        """Take note that events were lost (queue overflow, a watcher that died)."""
        self._heard(now_s)
        self._mark_whole_root()

    def due_s(self) -> float | None:
        """The time at which the batch is ready, None while there is nothing to wait for."""
        if self._first_s is None:
            return None
        return min(self._last_s + self.settle_s, self._first_s + self.max_delay_s)

    def take(self, now_s: float) -> DirtySet | None:
        """The batch if it is ready, None otherwise; afterwards the next one begins empty."""
        due_s = self.due_s()
        if due_s is None or now_s < due_s:
            return None
        directories = _outermost(self._directories)
        dirty = DirtySet(
            frozenset(p for p in self._paths if not _is_covered(p, directories)),
            directories,
            self._whole_root,
            self._git_moved,
            self._root_gone,
        )
        self._clear()
        return dirty

    def _heard(self, now_s: float) -> None:
        self._last_s = now_s
        if self._first_s is None:
            self._first_s = now_s

    def _mark(self, event: RawEvent, path: str) -> None:
        if self._whole_root:
            return
        if not path or changes_ignore_rules(path):
            self._mark_whole_root()
        elif event.is_dir and not is_boundary_marker(path):
            self._directories.add(path)
        elif is_boundary_marker(path) and event.kind is not EventKind.WRITTEN:
            self._mark_directory(path.rpartition("/")[0])
        else:
            self._paths.add(path)
        if len(self._paths) + len(self._directories) > MAX_PATHS:
            self._mark_whole_root()

    def _mark_directory(self, directory: str) -> None:
        if directory:
            self._directories.add(directory)
        else:
            self._mark_whole_root()

    def _mark_whole_root(self) -> None:
        self._whole_root = True
        self._paths.clear()
        self._directories.clear()

    def _clear(self) -> None:
        self._paths.clear()
        self._directories.clear()
        self._whole_root = self._git_moved = self._root_gone = False
        self._first_s = None


def changes_ignore_rules(path: str) -> bool:
    """Whether a change of this file changes which other files are known."""
    return path.rpartition("/")[2] == ".gitignore" or path == ".git/info/exclude"


def is_boundary_marker(path: str) -> bool:
    """Whether this entry's coming or going turns its directory into something else.

    A nested repository, an installed Python, a cache, or a project with an output directory.
    """
    name = path.rpartition("/")[2]
    return name == ".git" or name in GENERATED_MARKERS or name in TARGET_MANIFESTS


def _outermost(directories: set[str]) -> frozenset[str]:
    """The directories that lie in no other of them."""
    return frozenset(d for d in directories if not any(p in directories for p in parents(d)))


def _is_covered(path: str, directories: frozenset[str]) -> bool:
    return path in directories or any(parent in directories for parent in parents(path))
