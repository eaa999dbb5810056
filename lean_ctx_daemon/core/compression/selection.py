"""The chunks of one file that were chosen so far, and what one more would cost.

Choosing a chunk shows its lines and the own lines of every statement that it is part of (the class
header above a method, the `if` above a branch). What is shown is never paid for twice, and a
gap marker is paid for where a chunk stands alone. Costs are estimates from the tokens of single
lines; the exact count belongs to whoever sends the text.

It does not rank: the caller decides the order.

Tests: tests/core/compression/test_selection.py
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.compression.gaps import marker_tokens
from lean_ctx_daemon.core.compression.visibility import Mask, Visibility
from lean_ctx_daemon.core.outline import line_owners
from lean_ctx_daemon.core.types import NO_PARENT, Chunks, FileFacts


class Selection:
    """A growing set of a file's chunks. `tokens` estimates what they take, markers included."""

    __slots__ = (
        "_chunks", "_firsts", "_is_blank", "_is_open", "_is_shown", "_lasts", "_line_tokens",
        "_outer", "_own_tokens", "_owner", "chunks", "tokens", "visibility",
    )  # fmt: skip

    def __init__(self, facts: FileFacts) -> None:
        outline, n_lines = facts.outline, facts.n_lines
        is_blank = _outside(facts.chunks, n_lines)
        owner = line_owners(outline, n_lines)
        owner[is_blank] = NO_PARENT
        self.visibility = Visibility(outline, owner)
        self.tokens = 0
        self.chunks: list[int] = []
        self._chunks = facts.chunks
        self._line_tokens: NDArray[np.int32] = facts.line_tokens[:n_lines]
        self._owner = self.visibility.owner
        self._own_tokens: list[float] = np.bincount(
            self._owner + 1, self._line_tokens, minlength=len(outline) + 1
        )[1:].tolist()
        self._firsts: list[int] = outline.first.tolist()
        self._lasts: list[int] = outline.last.tolist()
        self._is_blank: list[bool] = is_blank.tolist()
        self._is_open = bytearray(len(outline))
        self._is_shown: Mask = np.zeros(n_lines, dtype=np.bool_)
        self._outer: dict[tuple[int, int], tuple[int, ...]] = {}

    @classmethod
    def of(cls, facts: FileFacts, chunks: Iterable[int]) -> Selection:
        """The selection of these chunks."""
        selection = cls(facts)
        for chunk in chunks:
            selection.add(chunk)
        return selection

    @property
    def lines(self) -> Mask:
        """The lines that are shown, headers included."""
        return self._is_shown.copy()

    def cost(self, chunk: int) -> int:
        """Tokens that the text grows by when this chunk is added; never below 0."""
        return self._cost_of_lines(*self._span(chunk))

    def add(self, chunk: int) -> None:
        """Show the chunk and the headers around it."""
        self.chunks.append(chunk)
        self._show(*self._span(chunk))

    def cost_of_node(self, node: int) -> int:
        """As `cost`, for one outline node."""
        return self._cost_of_lines(self._firsts[node], self._lasts[node])

    def add_node(self, node: int) -> None:
        """Show a node and the headers around it."""
        self._show(self._firsts[node], self._lasts[node])

    def _span(self, chunk: int) -> tuple[int, int]:
        return int(self._chunks.first[chunk]), int(self._chunks.last[chunk])

    def _show(self, first: int, last: int) -> None:
        self.tokens += self._cost_of_lines(first, last)
        self._is_shown[first - 1 : last] = True
        for node in self._outer_nodes(first, last):
            if not self._is_open[node]:
                self._is_open[node] = 1
                self._is_shown[self.visibility.own_lines(node) - 1] = True

    def _outer_nodes(self, first: int, last: int) -> tuple[int, ...]:
        """The nodes that have lines in first..last and outside it: what must be opened too."""
        known = self._outer.get((first, last))
        if known is not None:
            return known
        nodes: set[int] = set()
        for owner in set(self._owner[first - 1 : last].tolist()):
            node = owner
            while node != NO_PARENT and node not in nodes:
                if self._firsts[node] < first or self._lasts[node] > last:
                    nodes.add(node)
                node = self.visibility.parent[node]
        return self._outer.setdefault((first, last), tuple(sorted(nodes)))

    def _cost_of_lines(self, first: int, last: int) -> int:
        span = slice(first - 1, last)
        tokens = float(self._line_tokens[span][~self._is_shown[span]].sum())
        n_gaps = 1 - self._touches(first - 2, -1) - self._touches(last, 1)
        for node in self._outer_nodes(first, last):
            if not self._is_open[node]:
                inside = self._line_tokens[span][self._owner[span] == node].sum()
                tokens += self._own_tokens[node] - float(inside)
                n_gaps += not first <= self._firsts[node] <= last
        return max(0, round(tokens) + marker_tokens(first, last + 1) * n_gaps)

    def _touches(self, index: int, step: int) -> bool:
        """The next line in this direction that is not blank is shown, or there is none."""
        while 0 <= index < len(self._is_blank) and self._is_blank[index]:
            index += step
        return not 0 <= index < len(self._is_blank) or bool(self._is_shown[index])


def _outside(chunks: Chunks, n_lines: int) -> Mask:
    """Lines of no chunk: blank ones, since chunks cover all others."""
    steps = np.zeros(n_lines + 1, dtype=np.int32)
    steps[chunks.first - 1] += 1
    steps[chunks.last] -= 1
    return np.asarray(np.cumsum(steps[:n_lines]) == 0)
