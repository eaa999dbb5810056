"""From raw rows in bytes to an Outline in lines that obeys the Outline's laws.

What it does not: see the syntax tree. Nodes that share a line with their parent's first line, or
with the sibling before them, cannot be told apart by lines: they become one node, and what they
define moves along. Lines that no root covers (stray tokens; whole files without a grammar) become
statements by runs between blank lines, so that every non-blank line of a file is in some root.

Tests: tests/facts/test_tree.py
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, NodeKind, Outline

_COMMENT: Final = int(NodeKind.COMMENT)
_STATEMENT: Final = int(NodeKind.STATEMENT)

# The longest run of text that is one statement, about a screen: of lines without a grammar, and of
# documentation (above it, its paragraphs are nodes below it).
PARAGRAPH_LINES: Final = 40
_RUN: Final = PARAGRAPH_LINES

_SPACE, _SIGN, _WORD = range(3)
_CLASSES: Final = bytes(
    _WORD if code >= 128 or chr(code).isalnum() else _SPACE if chr(code).isspace() else _SIGN
    for code in range(256)
)
_ZERO: Final = np.zeros(1, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the lines of UTF-8 bytes are. `starts` byte offsets; the others by line, 0-based.

    `has_words`: it holds a letter or digit (a line with a comment's ornaments only does not).
    `solid`: the last non-blank line at or before it, 1-based (0: none).
    """

    starts: NDArray[np.int64]
    is_blank: NDArray[np.bool_]
    has_words: NDArray[np.bool_]
    solid: NDArray[np.int64]

    def row(self, offsets: NDArray[np.int64]) -> NDArray[np.int64]:
        """1-based lines of byte offsets."""
        return self.starts.searchsorted(offsets, side="right")

    def drawn_back(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The last non-blank line at or before each (0: none): some grammars count the blank lines
        that follow a node to it.
        """
        return self.solid[rows - 1]

    def __len__(self) -> int:
        return len(self.starts)


def lines_in(data: bytes) -> Lines:
    """The lines of `data`; the empty rest after a final line end is no line."""
    codes = np.frombuffer(data, dtype=np.uint8)
    ends = (codes == ord("\n")).nonzero()[0]
    starts = np.concatenate((_ZERO, ends + 1))
    if data.endswith(b"\n") or not data:
        starts = starts[:-1]
    if not len(starts):
        nothing = np.zeros(0, dtype=bool)
        return Lines(starts, nothing, nothing, starts)
    best = np.maximum.reduceat(np.frombuffer(data.translate(_CLASSES), dtype=np.uint8), starts)
    is_blank = best == _SPACE
    solid = np.arange(1, len(starts) + 1)
    solid[is_blank] = 0
    return Lines(starts, is_blank, best == _WORD, np.maximum.accumulate(solid))


def outline_of(
    rows: list[int], lines: Lines, texts: Sequence[tuple[int, int, int]] = ()
) -> Outline:
    """The Outline of flat raw rows (start, end, parent, kind, symbol), parents before children.

    `texts` are long strings (start, end, row) whose paragraphs become statements below that row.
    """
    raw = np.fromiter(rows, np.int64, len(rows)).reshape(-1, 5)
    start, end, parent, kind, symbol = np.ascontiguousarray(raw.T)
    first = lines.row(start)
    last = np.maximum(first, lines.drawn_back(lines.row(np.maximum(end - 1, start))))
    added = _uncovered(first, last, parent, lines) + _documentation(first, last, kind, lines)
    added += _paragraphs(texts, lines)
    if added:
        extra = np.array(added, dtype=np.int64)
        first = np.concatenate((first, extra[:, 0]))
        last = np.concatenate((last, extra[:, 1]))
        parent = np.concatenate((parent, extra[:, 2]))
        kind = np.concatenate((kind, extra[:, 3]))
        symbol = np.concatenate((symbol, np.full(len(extra), NO_SYMBOL)))
        start = np.concatenate((start, lines.starts[extra[:, 0] - 1]))
    order = start.argsort(kind="stable")
    position = np.full(len(order) + 1, NO_PARENT)  # the extra entry maps NO_PARENT
    position[order] = np.arange(len(order))
    sorted_rows = (first[order], last[order], position[parent][order], kind[order], symbol[order])
    nodes = _Nodes()
    nodes.add(zip(*(column.tolist() for column in sorted_rows), strict=True))
    return nodes.outline()


_Added = list[tuple[int, int, int, int]]  # first, last, parent, kind


def _runs(is_in: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First and last index of each run of True, runs being at most PARAGRAPH_LINES long."""
    steps = np.diff(np.concatenate(([False], is_in, [False])).astype(np.int8))
    runs: list[tuple[int, int]] = []
    begins, ends = np.flatnonzero(steps == 1).tolist(), np.flatnonzero(steps == -1).tolist()
    for begin, end in zip(begins, ends, strict=True):
        firsts = range(begin, end, PARAGRAPH_LINES)
        runs.extend((first, min(first + PARAGRAPH_LINES, end) - 1) for first in firsts)
    return runs


def _uncovered(
    first: NDArray[np.int64], last: NDArray[np.int64], parent: NDArray[np.int64], lines: Lines
) -> _Added:
    """Statements for the non-blank lines that no root covers."""
    roots = parent == NO_PARENT
    edges = np.bincount(first[roots], minlength=len(lines) + 2)
    edges = edges - np.bincount(last[roots] + 1, minlength=len(lines) + 2)
    is_open = (edges.cumsum()[1:-1] == 0) & ~lines.is_blank
    if not is_open.any():
        return []
    return [(a + 1, b + 1, NO_PARENT, _STATEMENT) for a, b in _runs(is_open)]


def _documentation(
    first: NDArray[np.int64], last: NDArray[np.int64], kind: NDArray[np.int64], lines: Lines
) -> _Added:
    """Paragraphs of long comments, below their first paragraph and above their last line."""
    added: _Added = []
    for row in np.flatnonzero((kind == _COMMENT) & (last - first >= PARAGRAPH_LINES)).tolist():
        top, bottom = int(first[row]), int(last[row]) - 1
        runs = _runs(lines.has_words[top:bottom])
        # What follows the opening line without a break is the opening paragraph.
        if runs and runs[0][0] == 0:
            runs = runs[1:]
        added.extend((top + a + 1, top + b + 1, row, _COMMENT) for a, b in runs)
    return added


def _paragraphs(texts: Sequence[tuple[int, int, int]], lines: Lines) -> _Added:
    """Paragraphs of long strings, between the lines on which they open and close."""
    added: _Added = []
    for start, end, row in texts:
        top, last = lines.row(np.array([start, end - 1], dtype=np.int64)).tolist()
        runs = _runs(~lines.is_blank[top : last - 1])
        added.extend((top + a + 1, top + b + 1, row, _STATEMENT) for a, b in runs)
    return added


class _Nodes:
    """The nodes so far, as columns."""

    def __init__(self) -> None:
        self.first: list[int] = []
        self.last: list[int] = []
        self.parent: list[int] = []
        self.kind: list[int] = []
        self.symbol: list[int] = []

    def add(self, rows: Iterable[tuple[int, int, int, int, int]]) -> None:
        """Make rows (first, last, parent's row, kind, symbol), in order of their start, into nodes.

        One by one and with local names, for it is hot.
        """
        first, last, kind = self.first, self.last, self.kind
        youngest = [NO_PARENT]  # the last child so far, by node + 1; entry 0 is the file's
        target: list[int] = []  # the node that each row became (a part of)
        for a, b, parent_row, k, s in rows:
            above = target[parent_row] if parent_row != NO_PARENT else NO_PARENT
            before = youngest[above + 1]
            if above != NO_PARENT:
                if not first[above] < a <= last[above]:
                    # The second: an empty node on the blank lines after its parent.
                    target.append(above)
                    self.absorb(above, k, s)
                    continue
                b = min(b, last[above])  # noqa: PLW2901 - a child ends within its parent
            if before != NO_PARENT and (
                a <= last[before]
                or (k == _COMMENT == kind[before] and a == last[before] + 1 < first[before] + _RUN)
            ):
                target.append(before)
                last[before] = max(last[before], b)
                self.absorb(before, k, s)
                continue
            node = len(first)
            target.append(node)
            first.append(a)
            last.append(b)
            self.parent.append(above)
            kind.append(k)
            self.symbol.append(s)
            youngest.append(NO_PARENT)
            youngest[above + 1] = node

    def absorb(self, node: int, kind: int, symbol: int) -> None:
        """A row without lines of its own: the node takes what it defines, if it defines nothing."""
        if symbol != NO_SYMBOL and self.symbol[node] == NO_SYMBOL:
            self.symbol[node], self.kind[node] = symbol, kind
        elif self.kind[node] == _COMMENT:
            self.kind[node] = kind

    def outline(self) -> Outline:
        """The nodes as arrays; a statement with statements inside is a block."""
        parents = np.array(self.parent, dtype=np.int32)
        kinds = np.array(self.kind, dtype=np.uint8)
        has_children = np.zeros(len(kinds) + 1, dtype=bool)  # the extra entry stands for "none"
        has_children[parents] = True
        kinds[has_children[:-1] & (kinds == _STATEMENT)] = NodeKind.BLOCK
        return Outline(
            first=np.array(self.first, dtype=np.int32),
            last=np.array(self.last, dtype=np.int32),
            parent=parents,
            kind=kinds,
            symbol=np.array(self.symbol, dtype=np.int32),
        )
