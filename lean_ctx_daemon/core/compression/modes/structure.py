"""What map and signatures have in common: a file reduced to the headers of its definitions.

Shown are the file's own lines; every body is a gap with its range. That form was measured against a
listing with a number before each line (`41:def f(a, b):`) on 80 files of flask, fastapi and Django
(270,000 tokens): 15.8 % against 14.2 % of the tokens for bare headers, 20.7 % against 20.2 % with
imports, constants and decorators. For that, own lines can be matched exactly by an agent's edit,
the ranges to read next are spelled out, and every mode reads alike. As delivered, on the same
files: signatures 16.4 %, map 21.5 %, both with every definition's name and parameters.

A definition shows its header (core/compression/headers.py). The own lines of what stands around
it are shown too, closing braces included, so that nesting reads right; the closing brace of a
definition with nothing shown inside is part of its body's gap. Documents and data have headings
and keys instead, each one line, from the outermost level inwards as long as that is short; a file
without any structure shows how it begins.

Tests: tests/core/compression/modes/test_structure.py
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from lean_ctx_daemon.core.compression.gaps import MARKER_TOKENS
from lean_ctx_daemon.core.compression.headers import kept_lines, opening_lines
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.compression.visibility import Mask, Visibility
from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, NodeKind, Symbol, SymbolKind

DOCUMENT_SHARE: Final = 0.25
"""Headings and keys are added level by level up to this share of the file's tokens."""
HEADING_MAX_LINES: Final = 20
"""A heading or key with more lines than this is shown by its first."""
BEGINNING_SHARE: Final = 0.15
"""A file without structure shows this share of its tokens, from its beginning."""
BEGINNING_MAX_TOKENS: Final = 400
BEGINNING_MIN_TOKENS: Final = 60

_HEADERS: Final = frozenset({int(NodeKind.DEFINITION), int(NodeKind.TYPE)})
# A method without a body (an interface's, a prototype) may be no DEFINITION but has such a symbol.
_CALLABLES: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.MACRO})
_OUTLINE_ONLY: Final = frozenset({SymbolKind.HEADING, SymbolKind.KEY})


class Structure:
    """Collects the lines of one file; `lines` is the mask of what was collected so far."""

    def __init__(self, source: Source) -> None:
        outline = source.facts.outline
        self.source = source
        self.visibility = Visibility.of(source)
        self.lines: Mask = np.zeros(len(source.lines), dtype=np.bool_)
        self.kinds: list[int] = outline.kind.tolist()
        self.parents: list[int] = outline.parent.tolist()
        self.symbols: list[int] = outline.symbol.tolist()
        self._line_tokens: list[int] = source.facts.line_tokens.tolist()
        self._opened: set[int] = set()
        self._own_tokens: list[float] = np.bincount(
            self.visibility.owner + 1,
            source.facts.line_tokens[: len(source.lines)],
            minlength=len(outline) + 1,
        )[1:].tolist()

    def headers(self, *, decorated: bool) -> None:
        """Add the header of every function, method, class and type."""
        for node in range(len(self.kinds)):
            if self.is_callable(node) or self._has_header(node):
                self._open_around(node)
                self._show(self._header(node, decorated=decorated))

    def nodes(self, chosen: Iterable[int]) -> None:
        """Add statements with all their own lines."""
        for node in chosen:
            self._open_around(node)
            self._show(self.visibility.own_lines(node))

    def subtrees(self, chosen: Iterable[int]) -> None:
        """Add statements with all that is inside them."""
        outline = self.source.facts.outline
        for node in chosen:
            self._open_around(node)
            self.lines[outline.first[node] - 1 : outline.last[node]] = True

    def openings(self, chosen: Iterable[int]) -> None:
        """Add how statements begin: up to their name, of those without one the first line."""
        for node in chosen:
            self._open_around(node)
            symbol = self.symbols[node]
            if symbol == NO_SYMBOL:
                self._show(self.visibility.own_lines(node)[:1])
            else:
                self._show(opening_lines(self.source.lines, self.source.facts.symbols[symbol]))

    def cost(self, *nodes: int) -> float:
        """Tokens of the nodes' own lines."""
        return sum(self._own_tokens[node] for node in nodes)

    def is_callable(self, node: int) -> bool:
        """A function, method or macro, with or without a body."""
        symbol = self.symbols[node]
        return symbol != NO_SYMBOL and self.source.facts.symbols[symbol].kind in _CALLABLES

    def is_inside(self, node: int, kinds: frozenset[int]) -> bool:
        """A node of one of these kinds stands around `node`."""
        parent = self.parents[node]
        while parent != NO_PARENT:
            if self.kinds[parent] in kinds:
                return True
            parent = self.parents[parent]
        return False

    def _has_header(self, node: int) -> bool:
        return self.kinds[node] in _HEADERS and self.symbols[node] != NO_SYMBOL

    def _header(self, node: int, *, decorated: bool) -> list[int]:
        symbol = self.source.facts.symbols[self.symbols[node]]
        return kept_lines(self.source.lines, symbol, self._line_tokens, decorated=decorated)

    def _open_around(self, node: int) -> None:
        """Show the own lines of everything around `node`; of a long header, what is kept of it."""
        parent = self.parents[node]
        while parent != NO_PARENT and parent not in self._opened:
            self._opened.add(parent)
            own = self.visibility.own_lines(parent)
            if self._has_header(parent):
                symbol = self.source.facts.symbols[self.symbols[parent]]
                own = own[own > symbol.header_last]
            self._show(own)
            parent = self.parents[parent]

    def _show(self, lines: Iterable[int]) -> None:
        self.lines[np.asarray(list(lines), dtype=np.int64) - 1] = True


def is_document(source: Source) -> bool:
    """Its symbols are headings or keys: markdown, JSON, YAML, TOML and the like."""
    symbols = source.facts.symbols
    return bool(symbols) and all(symbol.kind in _OUTLINE_ONLY for symbol in symbols)


def document_lines(source: Source) -> Mask:
    """Headings or keys, level by level from the outermost, up to DOCUMENT_SHARE of the tokens.

    Of a level that has too many, the first ones.
    """
    symbols, costs = source.facts.symbols, source.facts.line_tokens
    by_level: dict[int, list[Symbol]] = {}
    levels: list[int] = []
    for symbol in symbols:
        levels.append(0 if symbol.parent == NO_PARENT else levels[symbol.parent] + 1)
        by_level.setdefault(levels[-1], []).append(symbol)
    shown = np.zeros(len(source.lines), dtype=np.bool_)
    room = DOCUMENT_SHARE * source.facts.n_tokens
    for level in sorted(by_level):
        for symbol in by_level[level]:
            is_long = symbol.header_last - symbol.first >= HEADING_MAX_LINES
            title = slice(symbol.first - 1, symbol.first if is_long else symbol.header_last)
            room -= float(costs[title].sum()) + MARKER_TOKENS
            if room < 0:
                return shown
            shown[title] = True
    return shown


def beginning_lines(source: Source) -> Mask:
    """The first statements of a file without definitions, of plain text the first lines.

    None where the first alone is too long.
    """
    costs = source.facts.line_tokens[: len(source.lines)]
    room = min(BEGINNING_MAX_TOKENS, max(BEGINNING_MIN_TOKENS, BEGINNING_SHARE * costs.sum()))
    shown: Mask = np.cumsum(costs) <= room
    if source.facts.language and len(source.facts.outline):
        outline = source.facts.outline
        ends = outline.last[outline.parent == NO_PARENT]
        shown[max(ends[ends <= shown.sum()], default=0) :] = False
    return shown
