"""Semantic chunks: the runs of lines that are ranked and packed, cut on statement boundaries.

What it does not: see text. A chunk is a definition with the comment above it, a type's header with
its fields, a run of imports, or a run of loose statements; what is long is split between
statements.

Two steps, both linear: `pieces` walks the outline into units that must stay together, `_joined`
merges small loose neighbours; long units are split on the way (`_split`).

Tests: tests/core/compression/test_chunking.py
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.outline import children, node_at, subtree_ends
from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, Chunks, NodeKind, Outline, Symbol

# o200k tokens. A definition up to MAX is one chunk; parts of a longer one aim at MIN to MAX; small
# loose neighbours grow together up to LOOSE.
MAX_TOKENS: Final = 400
MIN_TOKENS: Final = 120
LOOSE_TOKENS: Final = 300
# A definition this small in front of one of the same name is its overload.
OVERLOAD_TOKENS: Final = 60

_COMMENT: Final = int(NodeKind.COMMENT)
_DEFINITION: Final = int(NodeKind.DEFINITION)
_TYPE: Final = int(NodeKind.TYPE)
_IMPORT: Final = int(NodeKind.IMPORT)
_BLOCK: Final = int(NodeKind.BLOCK)


class _Sort(IntEnum):
    """What a piece may be merged with."""

    WHOLE = 0  # a definition or a part of one: with nothing
    HEADER = 1  # a type's header: with the loose members that follow
    IMPORT = 2  # with imports
    LOOSE = 3  # with loose neighbours
    LEADING = 4  # a comment or an overload: with what follows
    CLOSING = 5  # a closing brace, `end`, `#endif`: with what precedes


class _Piece(NamedTuple):
    first: int
    last: int
    symbol: int
    sort: _Sort
    level: int  # symbol of the type around it: pieces of different types do not merge


class _Task(NamedTuple):
    """A node to cut, or (node NO_PARENT) own lines first..last of an opened one."""

    node: int
    first: int
    last: int
    level: int
    sort: _Sort = _Sort.LOOSE


def chunks(
    outline: Outline,
    symbols: Sequence[Symbol],
    line_tokens: NDArray[np.int32],
    is_blank: NDArray[np.bool_],
) -> Chunks:
    """The chunks of a file.

    Shapes: line_tokens, is_blank (n_lines,). Every non-blank line is in exactly one chunk; no chunk
    begins or ends with a blank line. Errors: none.
    """
    tokens_before = np.concatenate(([0], np.cumsum(line_tokens, dtype=np.int64)))
    cutter = _Cutter(outline, symbols, tokens_before.tolist(), is_blank)
    cutter.cut()
    joined = _joined(cutter.pieces, cutter)
    first = np.array([piece.first for piece in joined], dtype=np.int32)
    last = np.array([piece.last for piece in joined], dtype=np.int32)
    return Chunks(
        first=first,
        last=last,
        symbol=np.array([piece.symbol for piece in joined], dtype=np.int32),
        tokens=(tokens_before[last] - tokens_before[first - 1]).astype(np.int32),
    )


class _Cutter:
    """The walk over one file's outline."""

    def __init__(
        self,
        outline: Outline,
        symbols: Sequence[Symbol],
        tokens_before: list[int],
        is_blank: NDArray[np.bool_],
    ) -> None:
        self.outline = outline
        self.symbols = symbols
        self.before = tokens_before
        self.is_blank: list[bool] = is_blank.tolist()
        self.first: list[int] = outline.first.tolist()
        self.last: list[int] = outline.last.tolist()
        self.parent: list[int] = outline.parent.tolist()
        self.kind: list[int] = outline.kind.tolist()
        self.symbol: list[int] = outline.symbol.tolist()
        self.ends: list[int] = subtree_ends(outline).tolist()
        self.holds = _holders(outline)
        self.pieces: list[_Piece] = []

    def tokens(self, first: int, last: int) -> int:
        return self.before[last] - self.before[first - 1]

    def add(self, first: int, last: int, symbol: int, sort: _Sort, level: int) -> None:
        """Add lines first..last without blank lines at their ends; nothing if all are blank."""
        while first <= last and self.is_blank[first - 1]:
            first += 1
        while first <= last and self.is_blank[last - 1]:
            last -= 1
        if first <= last:
            self.pieces.append(_Piece(first, last, symbol, sort, level))

    def cut(self) -> None:
        """Cut the whole file; an explicit stack, for types nest as deep as people like."""
        roots: list[_Task] = []
        node = 0
        while node < len(self.first):
            roots.append(_Task(node, 0, 0, NO_SYMBOL))
            node = self.ends[node]
        stack = roots[::-1]
        while stack:
            task = stack.pop()
            if task.node == NO_PARENT:
                self.add(task.first, task.last, task.level, task.sort, task.level)
            elif self.holds[task.node]:
                stack.extend(reversed(self.opened(task.node, task.level)))
            else:
                self.close(task.node, task.level)

    def opened(self, node: int, level: int) -> list[_Task]:
        """A node that holds definitions: its header becomes a piece, the rest is still to cut."""
        kids = list(children(self.ends, node))
        inner = self.symbol[node] if self.symbol[node] != NO_SYMBOL else level
        sort = _Sort.LOOSE if self.kind[node] == _BLOCK else _Sort.HEADER
        self.add(self.first[node], self.first[kids[0]] - 1, inner, sort, inner)
        tasks: list[_Task] = []
        for kid, following in zip(kids, [*kids[1:], NO_PARENT], strict=True):
            tasks.append(_Task(kid, 0, 0, inner))
            if following != NO_PARENT:
                stop, sort = self.first[following] - 1, _Sort.LOOSE
            else:
                stop, sort = self.last[node], _Sort.CLOSING
            if self.last[kid] < stop:
                tasks.append(_Task(NO_PARENT, self.last[kid] + 1, stop, inner, sort))
        return tasks

    def close(self, node: int, level: int) -> None:
        """A node that stays together, unless it is long."""
        first, last, kind, symbol = (
            self.first[node],
            self.last[node],
            self.kind[node],
            self.symbol[node],
        )
        owner = symbol if symbol != NO_SYMBOL else level
        if self.tokens(first, last) > MAX_TOKENS:
            self.split(node, owner, level)
        elif kind in (_DEFINITION, _TYPE):
            sort = _Sort.LEADING if self.is_overload(node) else _Sort.WHOLE
            self.add(first, last, owner, sort, level)
        elif kind == _IMPORT:
            # Within a block (`try: import fast`) it is one of the block's statements.
            above = self.parent[node]
            is_inner = above != NO_PARENT and self.kind[above] == _BLOCK
            self.add(first, last, owner, _Sort.LOOSE if is_inner else _Sort.IMPORT, level)
        elif self.leads(node):
            self.add(first, last, owner, _Sort.LEADING, level)
        else:
            self.add(first, last, owner, _Sort.LOOSE, level)

    def sibling(self, node: int) -> int:
        """The next sibling, or NO_PARENT."""
        following = self.ends[node]
        if following < len(self.first) and self.parent[following] == self.parent[node]:
            return following
        return NO_PARENT

    def leads(self, node: int) -> bool:
        """Whether a comment or an overload stands directly above a definition."""
        following = self.sibling(node)
        if following == NO_PARENT:
            return False
        if self.kind[node] == _COMMENT:
            is_defined = self.kind[following] in (_DEFINITION, _TYPE)
            return is_defined and self.first[following] == self.last[node] + 1
        return self.is_overload(node)

    def is_overload(self, node: int) -> bool:
        following = self.sibling(node)
        return (
            following != NO_PARENT
            and self.has_name_of(node, following)
            and self.tokens(self.first[node], self.last[node]) <= OVERLOAD_TOKENS
        )

    def has_name_of(self, node: int, other: int) -> bool:
        mine, theirs = self.symbol[node], self.symbol[other]
        return (
            min(mine, theirs) != NO_SYMBOL and self.symbols[mine].name == self.symbols[theirs].name
        )

    def split(self, node: int, owner: int, level: int) -> None:
        """Cut a long node between its statements into parts of about MIN to MAX tokens."""
        first, last = self.first[node], self.last[node]
        sort = _Sort.LOOSE if self.kind[node] not in (_DEFINITION, _TYPE) else _Sort.WHOLE
        total = self.tokens(first, last)
        aim = total / -(-total // MAX_TOKENS)
        start = first
        for cut, following in self.cuts(node):
            have = self.tokens(start, cut - 1)
            if have < MIN_TOKENS:
                continue
            ahead = self.tokens(cut, following - 1)
            rest = self.tokens(cut, last)
            is_full = have + ahead > MAX_TOKENS or have + ahead / 2 > aim
            if is_full and (rest >= MIN_TOKENS or have + rest > MAX_TOKENS):
                self.add(start, cut - 1, self.part_symbol(start, cut - 1, owner), sort, level)
                start = cut
        self.add(start, last, self.part_symbol(start, last, owner), sort, level)

    def cuts(self, node: int) -> list[tuple[int, int]]:
        """Lines below the node where a part may begin, each with the next such line."""
        lines: list[int] = []
        stack = [node]
        while stack:
            long = stack.pop()
            comment_end = NO_PARENT
            for kid in children(self.ends, long):
                # A comment stays with what follows it, but a long one has paragraphs.
                is_comment = self.kind[kid] == _COMMENT
                if is_comment or comment_end + 1 != self.first[kid] or comment_end == NO_PARENT:
                    lines.append(self.first[kid])
                comment_end = self.last[kid] if is_comment else NO_PARENT
                if self.tokens(self.first[kid], self.last[kid]) > MAX_TOKENS:
                    stack.append(kid)
        lines.sort()
        return list(pairwise([*lines, self.last[node] + 1]))

    def part_symbol(self, first: int, last: int, owner: int) -> int:
        """The innermost definition that holds all of the part, the owner failing that."""
        node = node_at(self.outline, first)
        while node != NO_PARENT and (
            self.last[node] < last
            or self.symbol[node] == NO_SYMBOL
            or self.kind[node] not in (_DEFINITION, _TYPE)
        ):
            node = self.parent[node]
        return self.symbol[node] if node != NO_PARENT else owner


def _holders(outline: Outline) -> list[bool]:
    """Which nodes are opened: types, blocks and object literals with definitions below.

    One backward pass: a child comes after its parent, so its answer is there first.
    """
    parent, kind = outline.parent.tolist(), outline.kind.tolist()
    holds = [False] * len(parent)
    for node in range(len(parent) - 1, 0, -1):
        above = parent[node]
        if above != NO_PARENT and (kind[node] in (_DEFINITION, _TYPE) or holds[node]):
            holds[above] = kind[above] != _DEFINITION
    return holds


def _joined(pieces: list[_Piece], cutter: _Cutter) -> list[_Piece]:
    """Merge neighbours where their sorts allow it."""
    joined: list[_Piece] = []
    for piece in pieces:
        merged = _merge(joined[-1], piece, cutter) if joined else None
        if merged is None:
            joined.append(piece)
        else:
            joined[-1] = merged
    return joined


def _merge(a: _Piece, b: _Piece, cutter: _Cutter) -> _Piece | None:
    """Both as one piece, or None where they stay apart."""
    tokens = cutter.tokens(a.first, b.last)
    as_a = _Piece(a.first, b.last, a.symbol, a.sort, a.level)
    if b.sort is _Sort.CLOSING:
        return as_a
    if a.sort is _Sort.LEADING:
        return _Piece(a.first, b.last, b.symbol, b.sort, b.level)
    if a.level != b.level or b.sort in (_Sort.WHOLE, _Sort.HEADER, _Sort.LEADING):
        return None
    if a.sort is _Sort.HEADER:
        # A bare `class A:` goes with its documentation however long that is.
        is_bare = cutter.tokens(a.first, a.last) < MIN_TOKENS
        return as_a if b.sort is _Sort.LOOSE and (is_bare or tokens <= MAX_TOKENS) else None
    if a.sort is not b.sort or tokens > LOOSE_TOKENS:
        return None
    return as_a if a.symbol == b.symbol else as_a._replace(symbol=a.level)
