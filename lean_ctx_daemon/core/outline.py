"""The statement tree: which lines belong to which node, and what must be shown together.

What it does not: build the tree (facts does, from a parse) or decide what to keep. Terms: a node's
*own lines* are its lines that no child covers: the header, `else:`, a closing brace, and blank
lines between children. Showing a node shows the own lines of all its ancestors, so kept text never
reads as different code.

Because siblings are disjoint and ascend and a child starts after its parent's first line, `first`
strictly increases in pre-order; everything here rests on that (binary search instead of walks).

Tests: tests/core/test_outline.py
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.types import NO_PARENT, Outline


def empty_outline() -> Outline:
    """The outline of a file without lines."""
    none = np.zeros(0, dtype=np.int32)
    return Outline(none, none, none, np.zeros(0, dtype=np.uint8), none)


def subtree_ends(outline: Outline) -> NDArray[np.int32]:
    """For each node, one past the index of the last node in its subtree. Shape: (n,)."""
    return np.searchsorted(outline.first, outline.last, side="right").astype(np.int32)


def children(ends: NDArray[np.int32] | list[int], i: int) -> Iterator[int]:
    """The children of node i in order; `ends` are `subtree_ends`. O(number of children)."""
    child = i + 1
    end = int(ends[i])
    while child < end:
        yield child
        child = int(ends[child])


def line_owners(outline: Outline, n_lines: int) -> NDArray[np.int32]:
    """The innermost node of each line, or NO_PARENT. Shape: (n_lines,), entry i is line i + 1.

    Cost: one binary search per line plus one vectorised step per level that lines climb.
    """
    lines = np.arange(1, n_lines + 1, dtype=np.int32)
    owners = (np.searchsorted(outline.first, lines, side="right") - 1).astype(np.int32)
    above = np.flatnonzero(owners >= 0)
    while len(above):
        above = above[outline.last[owners[above]] < lines[above]]
        owners[above] = outline.parent[owners[above]]
        above = above[owners[above] >= 0]
    return owners


def node_at(outline: Outline, line: int) -> int:
    """The innermost node that contains the line, or NO_PARENT. O(log nodes + depth)."""
    node = bisect_right(outline.first, line) - 1
    while node >= 0 and outline.last[node] < line:
        node = int(outline.parent[node])
    return node if node >= 0 else NO_PARENT


def own_lines(outline: Outline, i: int) -> list[int]:
    """The lines of node i that no child covers, ascending."""
    own: list[int] = []
    line = int(outline.first[i])
    last = int(outline.last[i])
    child, n = i + 1, len(outline)
    while child < n and outline.first[child] <= last:
        own.extend(range(line, int(outline.first[child])))
        line = int(outline.last[child]) + 1
        child = bisect_right(outline.first, line - 1, lo=child)
    own.extend(range(line, last + 1))
    return own


def visible_lines(outline: Outline, kept: Iterable[int]) -> set[int]:
    """The lines of the kept nodes' subtrees, and the own lines of all their ancestors.

    Errors: IndexError for a node that does not exist. Cost: linear in the file's lines and in the
    kept nodes' distinct ancestors.
    """
    nodes = set(kept)
    if not nodes:
        return set()
    parent = outline.parent
    ancestors: set[int] = set()
    n_lines = 0
    for node in nodes:
        above = int(parent[node])
        top = node
        while above != NO_PARENT:
            top = above
            if above in ancestors:
                break
            ancestors.add(above)
            above = int(parent[above])
        n_lines = max(n_lines, int(outline.last[top]))
    shown = np.zeros(n_lines, dtype=bool)
    if ancestors:
        is_ancestor = np.zeros(len(outline) + 1, dtype=bool)  # the extra entry stands for "none"
        is_ancestor[list(ancestors)] = True
        shown |= is_ancestor[line_owners(outline, n_lines)]
    for node in nodes:
        shown[outline.first[node] - 1 : outline.last[node]] = True
    return set((np.flatnonzero(shown) + 1).tolist())
