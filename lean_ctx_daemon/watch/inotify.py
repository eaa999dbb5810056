"""A tree watched with inotify: one watch per directory, and none that is not needed.

Of watchdog only its reader of the inotify descriptor is used. Its emitter and observer on top of
that lose what we must know (they swallow the watch limit), hold moves and everything queued behind
them back for 500 ms to pair them, watch ignored trees, and follow renamed ones under their old
names. Nothing of that is needed where an event only says where to look.

How no change is missed: a directory is watched *before* it is listed, and its event goes out after
both, so what appeared in between is either listed by us, or reported by the kernel, or found by
the crawl that the event causes. `_Directory` is a callback of its own per path: when a directory
is seen under its new name before the old one is gone, both share the kernel's watch for a moment.
After lost events nothing is torn down (thousands of removed watches would flood the queue again):
every directory is asked for its watch again, and the kernel answers with the one it has.

Tests: tests/watch/test_observer.py, tests/contract/test_watchdog.py
"""

from __future__ import annotations

import errno
import logging
import os
import threading
from collections.abc import Callable, Iterator
from typing import Final

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

from lean_ctx_daemon.core.paths import escape, unescape
from lean_ctx_daemon.watch.coalesce import EventKind, RawEvent
from lean_ctx_daemon.watch.gitdir import git_directories
from lean_ctx_daemon.watch.listener import Coverage, Listener
from lean_ctx_daemon.watch.pathtree import PathTree

_log = logging.getLogger(__name__)

_DIRECTORY_ONLY: Final = InotifyConstants.IN_ONLYDIR | InotifyConstants.IN_DONT_FOLLOW
# Not asked for: opened, read, modified and attributes. Our own reading makes no event, and a file
# being written makes one, when it is closed.
_TREE_MASK: Final = Mask(
    InotifyConstants.IN_CREATE
    | InotifyConstants.IN_CLOSE_WRITE
    | InotifyConstants.IN_MOVE
    | InotifyConstants.IN_DELETE
    | InotifyConstants.IN_DELETE_SELF
    | InotifyConstants.IN_MOVE_SELF
    | _DIRECTORY_ONLY
)
_GIT_MASK: Final = Mask(
    InotifyConstants.IN_CLOSE_WRITE | InotifyConstants.IN_MOVED_TO | _DIRECTORY_ONLY
)
_ROOT_GONE: Final = (
    InotifyConstants.IN_DELETE_SELF | InotifyConstants.IN_MOVE_SELF | InotifyConstants.IN_UNMOUNT
)
# What git rewrites at a checkout, a commit, an add and a reset.
_GIT_FILES: Final = frozenset({b"HEAD", b"index", b"ORIG_HEAD", b"COMMIT_EDITMSG"})
_NO_WATCH: Final = WatchDescriptor(-1)
_JOIN_S: Final = 5.0


class InotifyTree:
    """Watches below one root, kept up as directories come and go."""

    def __init__(self, root: str, listener: Listener) -> None:
        self._root = os.fsencode(root)
        self._listener = listener
        # Guards the tables below. Taken before the reader's own lock, and not held while events
        # are handed out.
        self._lock = threading.RLock()
        self._reader: _Reader | None = None
        self._directories: dict[str, _Directory] = {}
        self._git: list[_GitDirectory] = []
        self._paths = PathTree()  # of the directories watched and of those uncovered
        self._uncovered: set[str] = set()
        self._reason = ""
        self._is_gone = False
        self._coverage = Coverage(0, 0)  # as last looked at

    def start(self) -> None:
        """Begin to watch. Errors: none; what cannot be watched shows in `coverage`."""
        try:
            reader = _Reader(self._overflowed, self._died)
        except OSError as error:
            self._degrade(_instance_reason(error))
            return
        with self._lock:
            self._reader = reader
        reader.start()
        self.reconcile()

    def stop(self) -> None:
        """End. No callback begins after this returns."""
        with self._lock:
            reader, self._reader = self._reader, None
            self._directories.clear()
            self._git.clear()
        if reader is not None:
            reader.stop()
            if threading.current_thread() is not reader:
                reader.join(_JOIN_S)

    @property
    def is_alive(self) -> bool:
        """Whether events can still come."""
        reader = self._reader
        return reader is not None and reader.is_alive()

    @property
    def coverage(self) -> Coverage:
        """How much of the tree is seen; while a walk changes it, as it was before. Never waits."""
        if self._lock.acquire(blocking=False):
            try:
                watched = len(self._directories)
                uncovered = tuple(sorted(self._uncovered)) if self.is_alive else ("",)
                wanted = watched + len(self._uncovered)
                reason = self._reason
                if self._uncovered and not reason:
                    reason = _limit_reason(watched, wanted)
                self._coverage = Coverage(watched, wanted, uncovered, reason)
            finally:
                self._lock.release()
        return self._coverage

    def reconcile(self, directory: str = "") -> None:
        """Make the watches below `directory` what the tree and the ignore rules now ask for."""
        with self._lock:
            was_covered = not self._uncovered
            known = list(self._paths.within(directory))
            self._uncovered.difference_update(known)
            wanted = set(self._wanted_walk(directory))
            # The deepest first: a directory is forgotten when nothing below it is known.
            for path in reversed(known):
                if path not in wanted:
                    self._forget(path)
            if not directory:
                self._watch_git()
        if self._uncovered and was_covered:
            self._tell(self.coverage.reason)
        if not directory and not os.path.isdir(self._root):
            self._root_gone()

    # ----------------------------------------------------------------- watches (lock held)

    def _wanted_walk(self, directory: str) -> Iterator[str]:
        """Watch `directory` and all below it that is not ignored; yields the paths wanted."""
        pending = [directory]
        while pending:
            path = pending.pop()
            if path and self._listener.ignores(path):
                continue
            if self._watch(path):
                self._paths.add(path)
                yield path
            try:
                with os.scandir(self._full(path)) as entries:
                    names = [e.name for e in entries if e.is_dir(follow_symlinks=False)]
            except OSError:
                continue  # gone meanwhile, or unreadable: the crawl lists it
            prefix = f"{path}/" if path else ""
            pending += [prefix + escape(name) for name in names]

    def _watch(self, path: str) -> bool:
        """Have the directory watched under this path, or noted as uncovered; False if neither."""
        candidate = _Directory(self, path)
        wd = self._add(path, self._full(path), _TREE_MASK, candidate)
        known = self._directories.get(path)
        if known is not None and known.wd == wd:
            self._remove(candidate)
            return True
        if known is not None:
            self._forget(path)
        if wd != _NO_WATCH:
            self._directories[path] = candidate
        return wd != _NO_WATCH or path in self._uncovered

    def _add(self, path: str, full: bytes, mask: Mask, callback: _Directory) -> WatchDescriptor:
        if self._reader is None:
            return _NO_WATCH
        try:
            wd = self._reader.add_callback(full, mask, callback, CallbackId(id(callback)))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self._uncovered.add(path)
            return _NO_WATCH
        callback.wd = wd
        if wd == _NO_WATCH:
            # watchdog reports a directory we may not read as watch -1.
            self._remove(callback)
        return wd

    def _remove(self, callback: _Directory) -> None:
        if self._reader is not None:
            self._reader.remove_callbacks([(callback.wd, CallbackId(id(callback)))])

    def _forget(self, path: str) -> None:
        known = self._directories.pop(path, None)
        if known is not None:
            self._remove(known)
        self._uncovered.discard(path)
        self._paths.discard(path)

    def _watch_git(self) -> None:
        """Watch where git keeps HEAD, index and info/exclude; never below objects or refs."""
        for watch in self._git:
            self._remove(watch)
        self._git.clear()
        found = git_directories(os.fsdecode(self._root))
        if found is None:
            return
        info = os.path.join(found.common, "info")
        for full, files in ((found.private, _GIT_FILES), (info, frozenset({b"exclude"}))):
            watch = _GitDirectory(self, ".git", files)
            if self._add(".git", os.fsencode(full), _GIT_MASK, watch) != _NO_WATCH:
                self._git.append(watch)

    def _full(self, path: str) -> bytes:
        return os.path.join(self._root, unescape(path)) if path else self._root

    # ----------------------------------------------------------------- events (reader's thread)

    def happened(self, directory: _Directory, event: InotifyEvent) -> None:
        """One event of a watched directory."""
        if self._is_gone:
            return
        if not event.name:
            if not directory.path and event.mask & _ROOT_GONE:
                self._root_gone()
            return
        prefix = f"{directory.path}/" if directory.path else ""
        path = prefix + escape(event.name)
        is_dir = bool(event.mask & InotifyConstants.IN_ISDIR)
        kind = _kind(event)
        if is_dir and kind is not EventKind.DELETED:
            # A new nested repository is ignored, but its coming changes what its parent is.
            if event.name != b".git" and self._listener.ignores(path):
                return
            self.reconcile(path)
        elif is_dir:
            with self._lock:
                for below in reversed(list(self._paths.within(path))):
                    self._forget(below)
        self._listener.event(RawEvent(kind, path, is_dir=is_dir))

    def git_happened(self, name: bytes) -> None:
        """Git rewrote one of the files that say what is checked out, or its exclude file."""
        if name == b"exclude":
            self._listener.event(RawEvent(EventKind.WRITTEN, ".git/info/exclude"))
        else:
            self._listener.event(RawEvent(EventKind.GIT, f".git/{os.fsdecode(name)}"))

    def ended(self, directory: _Directory) -> None:
        """The kernel dropped the directory's watch: it was deleted."""
        with self._lock:
            if self._directories.get(directory.path) is directory:
                del self._directories[directory.path]
                self._paths.discard(directory.path)

    def _root_gone(self) -> None:
        """What follows would come under names that are no longer true: nothing follows."""
        if self._is_gone:
            return
        self._is_gone = True
        self._reason = "the root was deleted, moved or unmounted"
        self._listener.event(RawEvent(EventKind.ROOT_GONE, "", is_dir=True))

    def _overflowed(self) -> None:
        """The kernel's queue was full. Watches first, then the news: nothing falls between."""
        self.reconcile()
        self._listener.overflow()

    def _died(self, error: Exception) -> None:
        if self._reader is not None:
            self._degrade(f"the watcher's thread died: {error!r}")

    def _degrade(self, reason: str) -> None:
        self._reason = reason
        self._tell(reason)

    def _tell(self, reason: str) -> None:
        _log.warning("%s: %s", os.fsdecode(self._root), reason)
        self._listener.degraded(reason)


class _Directory:
    """One directory under one path: the callback of its watch."""

    __slots__ = ("_tree", "path", "wd")

    def __init__(self, tree: InotifyTree, path: str) -> None:
        self._tree = tree
        self.path = path
        self.wd = _NO_WATCH

    def on_event(self, event: InotifyEvent) -> None:
        """The kernel has news from the directory."""
        self._tree.happened(self, event)

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:  # noqa: ARG002 - watchdog's signature
        """The kernel dropped the watch."""
        self._tree.ended(self)

    def on_queue_overflow(self) -> None:
        """Nothing: the reader tells the tree once, not every directory."""


class _GitDirectory(_Directory):
    """A directory of git's own: only some of its files are news."""

    __slots__ = ("_files",)

    def __init__(self, tree: InotifyTree, path: str, files: frozenset[bytes]) -> None:
        super().__init__(tree, path)
        self._files = files

    def on_event(self, event: InotifyEvent) -> None:
        """The kernel has news from the directory."""
        if event.name in self._files:
            self._tree.git_happened(event.name)


class _Reader(InotifyFD):
    """watchdog's reading thread, which reports an overflow once, and its own death."""

    def __init__(
        self, on_overflow: Callable[[], None], on_death: Callable[[Exception], None]
    ) -> None:
        super().__init__()
        self._on_overflow = on_overflow
        self._on_death = on_death
        self.name = "lctx-inotify"

    def handle_event(self, event: InotifyEvent) -> None:
        """One event of the kernel."""
        if event.is_queue_overflow:
            self._on_overflow()
        else:
            super().handle_event(event)

    def run(self) -> None:
        """Read until stopped."""
        try:
            super().run()
        except Exception as error:  # noqa: BLE001 - whatever it was, the owner must hear of it
            _log.exception("the inotify reader died")
            self._on_death(error)


def _kind(event: InotifyEvent) -> EventKind:
    if event.is_moved_from or event.is_delete:
        return EventKind.DELETED
    return EventKind.WRITTEN if event.is_close_write else EventKind.CREATED


def _limit_reason(n_watched: int, n_wanted: int) -> str:
    return (
        f"inotify watch limit: {n_watched} of {n_wanted} directories are watched, the others "
        f"polled; raise fs.inotify.max_user_watches (now {_limit('watches')})"
    )


def _instance_reason(error: OSError) -> str:
    if error.errno == errno.EMFILE:
        return (
            "inotify instance limit: the tree is polled; raise fs.inotify.max_user_instances "
            f"(now {_limit('instances')})"
        )
    return f"inotify is not available, the tree is polled: {error}"


def _limit(what: str) -> int:
    """The smaller of the system's and the user namespace's limit; 0 if neither can be read."""
    limits = []
    for path in (f"/proc/sys/fs/inotify/max_user_{what}", f"/proc/sys/user/max_inotify_{what}"):
        try:
            with open(path, encoding="ascii") as file:
                limits.append(int(file.read()))
        except (OSError, ValueError):
            continue
    return min(limits, default=0)
