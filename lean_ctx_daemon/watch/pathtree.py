"""A set of directory paths that can name what lies below one without looking at the others.

A checkout makes and removes directories by the thousand; finding the watches below each of them by
comparing prefixes would take time quadratic in the size of the tree.

Tests: tests/watch/test_pathtree.py
"""

from __future__ import annotations

from collections.abc import Iterator


class PathTree:
    """Root-relative paths by their parent. The directories above a path come with it."""

    __slots__ = ("_children",)

    def __init__(self) -> None:
        self._children: dict[str, set[str]] = {}

    def add(self, path: str) -> None:
        """Know the path, and with it the directories above it."""
        while path:
            parent = path.rpartition("/")[0]
            siblings = self._children.setdefault(parent, set())
            if path in siblings:
                return
            siblings.add(path)
            path = parent

    def discard(self, path: str) -> None:
        """Forget the path, unless something below it is still known."""
        if path in self._children:
            return
        parent = path.rpartition("/")[0]
        siblings = self._children.get(parent)
        if siblings is not None:
            siblings.discard(path)
            if not siblings:
                del self._children[parent]

    def within(self, directory: str) -> Iterator[str]:
        """The directory itself and every known path below it, parents before children."""
        pending = [directory]
        while pending:
            path = pending.pop()
            yield path
            pending += self._children.get(path, ())
