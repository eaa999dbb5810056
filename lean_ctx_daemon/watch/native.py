"""A tree watched with the platform's own watcher as watchdog offers it (FSEvents on macOS).

Used where inotify is not. There the system watches whole trees: there is no limit to hit, and
nothing can be pruned before it is watched, so events from ignored directories end here. Every
event only says where to look, which is all that FSEvents' merged flags can be trusted for.

Tests: tests/watch/test_observer.py (the same cases as for inotify)
"""

from __future__ import annotations

import os
from typing import Final

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from lean_ctx_daemon.core.paths import escape
from lean_ctx_daemon.watch.coalesce import EventKind, RawEvent
from lean_ctx_daemon.watch.listener import Coverage, Listener

# FSEvents knows no "closed": there a write is a modification.
_FILTER: Final[list[type[FileSystemEvent]]] = [
    FileCreatedEvent,
    FileClosedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileDeletedEvent,
    DirCreatedEvent,
    DirMovedEvent,
    DirDeletedEvent,
]
_KINDS: Final = {
    "created": EventKind.CREATED,
    "closed": EventKind.WRITTEN,
    "modified": EventKind.WRITTEN,
    "moved": EventKind.MOVED,
    "deleted": EventKind.DELETED,
}
_GIT_FILES: Final = frozenset({"HEAD", "index", "ORIG_HEAD", "COMMIT_EDITMSG"})
_JOIN_S: Final = 5.0


class NativeTree:
    """The same face as InotifyTree over a recursive watch of the platform."""

    def __init__(self, root: str, listener: Listener) -> None:
        self._root = root
        self._listener = listener
        self._observer: BaseObserver | None = None
        self._reason = ""

    def start(self) -> None:
        """Begin to watch. Errors: none; what cannot be watched shows in `coverage`."""
        observer = Observer()
        try:
            observer.schedule(_Handler(self), self._root, recursive=True, event_filter=_FILTER)
            observer.start()
        except (OSError, RuntimeError) as error:
            self._reason = f"the tree cannot be watched, it is polled: {error}"
            self._listener.degraded(self._reason)
            return
        self._observer = observer

    def stop(self) -> None:
        """End. No callback begins after this returns."""
        observer, self._observer = self._observer, None
        if observer is not None:
            observer.stop()
            observer.join(_JOIN_S)

    def reconcile(self, directory: str = "") -> None:
        """Nothing: the system watches the whole tree, whatever the rules say."""

    @property
    def is_alive(self) -> bool:
        """Whether events can still come."""
        observer = self._observer
        return (
            observer is not None
            and observer.is_alive()
            and all(emitter.is_alive() for emitter in observer.emitters)
        )

    @property
    def coverage(self) -> Coverage:
        """How much of the tree is seen at the moment."""
        is_alive = self.is_alive
        return Coverage(int(is_alive), 1, () if is_alive else ("",), self._reason)

    def happened(self, event: FileSystemEvent) -> None:
        """One event of the system, on watchdog's thread."""
        source = self._relative(event.src_path)
        destination = self._relative(event.dest_path) if event.dest_path else ""
        if source == "" and isinstance(event, DirDeletedEvent | DirMovedEvent):
            self._reason = "the root was deleted or moved"
            self._listener.event(RawEvent(EventKind.ROOT_GONE, "", is_dir=True))
            return
        kind = _KINDS[event.event_type]
        for path in (source, destination):
            if path:
                self._report(RawEvent(kind, path, is_dir=event.is_directory))

    def _report(self, event: RawEvent) -> None:
        directory, _, name = event.path.rpartition("/")
        if directory == ".git" and name in _GIT_FILES:
            self._listener.event(RawEvent(EventKind.GIT, event.path))
        elif event.path == ".git/info/exclude" or not self._is_ignored(event):
            self._listener.event(event)

    def _is_ignored(self, event: RawEvent) -> bool:
        directory = event.path.rpartition("/")[0]
        if ".git" in directory.split("/") or (directory and self._listener.ignores(directory)):
            return True
        is_new_directory = event.is_dir and event.kind is not EventKind.DELETED
        is_repository = event.path.rpartition("/")[2] == ".git"
        return is_new_directory and not is_repository and self._listener.ignores(event.path)

    def _relative(self, path: bytes | str) -> str:
        """The root-relative text of an event's path; "" for the root itself."""
        full, root = os.fsencode(path), os.fsencode(self._root)
        return escape(full[len(root) :].lstrip(b"/")) if full.startswith(root) else ""


class _Handler(FileSystemEventHandler):
    """Hands watchdog's events on."""

    def __init__(self, tree: NativeTree) -> None:
        self._tree = tree

    def on_any_event(self, event: FileSystemEvent) -> None:
        self._tree.happened(event)
