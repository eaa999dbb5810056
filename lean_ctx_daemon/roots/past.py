"""The past of one root, read from git as far as it is new.

When HEAD moved forward only the commits in between are read; after a rebase or a checkout of
another branch all of them. When HEAD did not move, the very same History is given again, so that
an `index` rewritten by `git status` costs one call of git and nothing else.

What it does not: watch for changes of HEAD (it is told), or call git by itself.

Tests: tests/roots/test_past.py
"""

from __future__ import annotations

from lean_ctx_daemon.core.relevance.history import Commit, History
from lean_ctx_daemon.roots import git


class PastCommits:
    """Reads history and what git tracks against its ignore rules. One thread at a time."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._head: str | None = None
        self._commits: list[Commit] = []
        self._history = History.empty()
        self.tracked: frozenset[str] = frozenset()  # files tracked although a rule ignores them

    def history(self) -> History:
        """The history at HEAD now; the same object while HEAD stays. Empty without git."""
        head = git.head(self._root)
        self.tracked = git.tracked_but_ignored(self._root)
        if head == self._head:
            return self._history
        old = self._head
        if head is None:
            self._commits = []
        elif old is not None and git.is_ancestor(self._root, old, head):
            newer = git.commits(self._root, since=old)
            self._commits = [*newer, *self._commits][: git.MAX_COMMITS]
        else:
            self._commits = git.commits(self._root)
        self._head = head
        self._history = History.build(self._commits)
        return self._history
