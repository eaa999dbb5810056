"""One root being watched: the face of the room's watchers, whichever the platform has.

A Watch reports where to look (coalesce.py gathers that), says how much of the tree it covers, and
knows whether the directory that stands at its path is still the one it was started for. It crawls
nothing and decides nothing: its owner polls what is uncovered, starts a new Watch when this one
is dead or its root is gone, and crawls after every start.

Its owner calls `reconcile` when the ignore rules changed. Callbacks come on the watcher's thread
and must return soon.

Tests: tests/watch/test_observer.py
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from lean_ctx_daemon.watch.filesystem import network_type
from lean_ctx_daemon.watch.listener import Coverage, Listener

if TYPE_CHECKING or sys.platform == "linux":
    from lean_ctx_daemon.watch.inotify import InotifyTree as PlatformTree
else:
    from lean_ctx_daemon.watch.native import NativeTree as PlatformTree


class Tree(Protocol):
    """What a platform's watcher does; Watch says what each of these means."""

    def start(self) -> None:
        """Watch from now on."""

    def stop(self) -> None:
        """End."""

    def reconcile(self, directory: str = "") -> None:
        """Adapt to changed ignore rules."""

    @property
    def is_alive(self) -> bool:
        """Whether events can still come."""

    @property
    def coverage(self) -> Coverage:
        """How much of the tree is seen."""


class Watch:
    """Events of one root, until stopped."""

    def __init__(
        self,
        root: str,
        listener: Listener,
        *,
        tree: Callable[[str, Listener], Tree] = PlatformTree,
    ) -> None:
        """Shapes: `root` is an absolute path without links."""
        self.root = root
        self._listener = listener
        self._tree = tree(root, listener)
        self._identity = identity(root)
        self._network = ""  # why events do not tell everything, "" where they do

    def start(self) -> None:
        """Watch from now on. Errors: none; what is not seen shows in `coverage`."""
        self._identity = identity(self.root)
        self._tree.start()
        if kind := network_type(self.root):
            self._network = f"{self.root} is on a network file system ({kind}): it is polled"
            self._listener.degraded(self._network)

    def stop(self) -> None:
        """End, and wait for the watcher's thread."""
        self._tree.stop()

    def reconcile(self, directory: str = "") -> None:
        """Adapt to changed ignore rules, and try again where a watch was refused."""
        self._tree.reconcile(directory)

    @property
    def is_alive(self) -> bool:
        """Whether events can still come."""
        return self._tree.is_alive

    @property
    def is_same_root(self) -> bool:
        """Whether the root's path still leads to the directory that is watched."""
        return self._identity is not None and identity(self.root) == self._identity

    @property
    def coverage(self) -> Coverage:
        """How much of the tree is seen at the moment."""
        seen = self._tree.coverage
        return replace(seen, uncovered=("",), reason=self._network) if self._network else seen


def identity(path: str) -> tuple[int, int] | None:
    """(device, inode) of the directory at `path`, None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino
