"""What may be shown together: the lines of a file by the statement that owns them.

A line is *owned* by the innermost outline node that contains it; a node's own lines (its header,
`else:`, the closing brace) are what no child covers. Two laws follow every selection of lines:
whoever shows a line shows the own lines of every statement around it (`closed`), and a gap that
costs more tokens to name than to show is shown (`without_cheap_gaps`), unless that would show a
body without its header. Blank lines are nobody's: they are shown where both neighbours are.

It does not choose lines. Everything is linear in lines and nodes, apart from nesting depth.

Tests: tests/core/compression/test_visibility.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.compression.gaps import marker_tokens
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.outline import line_owners
from lean_ctx_daemon.core.types import NO_PARENT, Outline

Mask = NDArray[np.bool_]


class Visibility:
    """The ownership of a file's lines, computed once per rendering.

    Shapes: `owner` int32 per line (index 0 is line 1), NO_PARENT where no node owns the line.
    """

    __slots__ = ("_bounds", "_by_owner", "n_lines", "owner", "parent")

    def __init__(self, outline: Outline, owner: NDArray[np.int32]) -> None:
        self.n_lines = len(owner)
        self.owner = owner
        self.parent: list[int] = outline.parent.tolist()
        self._by_owner = np.argsort(self.owner, kind="stable")
        self._bounds = np.searchsorted(self.owner[self._by_owner], np.arange(len(outline) + 1))

    @classmethod
    def of(cls, source: Source) -> Visibility:
        """The ownership of the source's lines."""
        outline = source.facts.outline
        owner = line_owners(outline, len(source.lines))
        owner[[i for i, line in enumerate(source.lines) if not line or line.isspace()]] = NO_PARENT
        return cls(outline, owner)

    def own_lines(self, node: int) -> NDArray[np.intp]:
        """The node's own lines, ascending and 1-based."""
        return self._by_owner[self._bounds[node] : self._bounds[node + 1]] + 1

    def mask(self, lines: Iterable[int]) -> Mask:
        """1-based line numbers as a mask over the file's lines."""
        chosen = np.zeros(self.n_lines, dtype=np.bool_)
        chosen[np.fromiter(lines, dtype=np.int64) - 1] = True
        return chosen

    def closed(self, chosen: Mask) -> Mask:
        """`chosen` and the own lines of every node that owns one of them or stands around one."""
        needed = np.zeros(len(self.parent) + 1, dtype=np.bool_)  # the last entry: no owner
        needed[self.owner[chosen]] = True
        flags: list[bool] = needed.tolist()
        for node in range(len(self.parent) - 1, -1, -1):
            if flags[node]:
                flags[self.parent[node]] = True
        flags[NO_PARENT] = False
        return np.asarray(chosen | np.asarray(flags, dtype=np.bool_)[self.owner])

    def headed(self, chosen: Mask, outline: Outline) -> Mask:
        """`chosen` and the line that each statement around it opens with, no more of it."""
        headed = chosen.copy()
        seen: set[int] = {NO_PARENT}
        for owner in self.owner[chosen].tolist():
            node = owner
            while node not in seen:
                seen.add(node)
                headed[outline.first[node] - 1] = True
                node = self.parent[node]
        return headed

    def without_cheap_gaps(self, chosen: Mask, line_tokens: NDArray[np.int32]) -> Mask:
        """`chosen` and every gap that takes no more tokens than its marker, where allowed."""
        filled = chosen.copy()
        n_hidden = np.bincount(self.owner[~chosen] + 1, minlength=len(self.parent) + 1).tolist()
        edges = np.flatnonzero(np.diff(np.concatenate(([True], chosen, [True])).astype(np.int8)))
        costs = np.concatenate(([0], np.cumsum(line_tokens[: self.n_lines]))).tolist()
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            cost = costs[stop] - costs[start]
            is_cheap = cost <= marker_tokens(start + 1, stop)
            if is_cheap and self._is_whole(chosen, start, stop, n_hidden):
                filled[start:stop] = True
        return filled

    def _is_whole(self, chosen: Mask, start: int, stop: int, n_hidden: list[int]) -> bool:
        """Lines start..stop-1 (0-based) complete every statement that they touch."""
        owners = Counter(self.owner[start:stop].tolist())
        del owners[NO_PARENT]
        for node, n_lines in owners.items():
            if n_lines != n_hidden[node + 1]:
                return False
            parent = self.parent[node]
            if parent != NO_PARENT and parent not in owners:
                opening = self._by_owner[self._bounds[parent]]
                if not chosen[opening]:
                    return False
        return True
