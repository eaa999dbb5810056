"""The set of files of a root, indexed the ways import resolution asks for it.

Immutable: a new set of files is a new RosterView. Manifests (go.mod, tsconfig.json …) are read on
first use, through the one safe reader, and remembered for the life of the view.

Tests: tests/roots/test_roster.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, KeysView

from lean_ctx_daemon.core.types import LctxError

MANIFEST_MAX_BYTES = 1 << 20  # the largest package.json of npm's thousand most used is 60 KiB


class RosterView:
    """Implements core.types.Roster over a set of paths."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], str]) -> None:
        """`read` gives the text of a file of the root, or raises LctxError."""
        self.paths = frozenset(paths)
        self._read = read
        self._texts: dict[str, str | None] = {}
        children: defaultdict[str, list[str]] = defaultdict(list)
        named: defaultdict[str, list[str]] = defaultdict(list)
        directories = {""}
        for path in sorted(self.paths):
            directory, _, name = path.rpartition("/")
            children[directory].append(path)
            named[name].append(path)
            while directory not in directories:
                directories.add(directory)
                directory = directory.rpartition("/")[0]
        self._children = {d: tuple(c) for d, c in children.items()}
        self._named = {n: tuple(p) for n, p in named.items()}
        self._directories = frozenset(directories)

    def __contains__(self, path: object) -> bool:
        return path in self.paths

    def __len__(self) -> int:
        return len(self.paths)

    def children(self, directory: str) -> tuple[str, ...]:
        """Paths of the files directly in `directory` ("" = the root), sorted."""
        return self._children.get(directory, ())

    def is_dir(self, directory: str) -> bool:
        """Whether a file of the root lies somewhere below `directory`."""
        return directory in self._directories

    def named(self, basename: str) -> tuple[str, ...]:
        """Paths of all files with this base name, sorted."""
        return self._named.get(basename, ())

    @property
    def asked(self) -> KeysView[str]:
        """The manifests whose text was asked for: imports depend on these files' contents."""
        return self._texts.keys()

    def text(self, path: str) -> str | None:
        """Text of a manifest, None when it is absent or cannot be read."""
        if path not in self._texts:
            try:
                self._texts[path] = self._read(path) if path in self.paths else None
            except LctxError:
                self._texts[path] = None
        return self._texts[path]
