"""Small files with an outline read off their indentation, for tests that need no parser.

Every line that is not blank is a statement; deeper lines that follow are inside it; a line that is
`}`, `else:` or `end` at a statement's own depth belongs to it. `def` makes a definition, `class` a
type, `import` an import, `#` a comment, an upper-case name before `=` a constant, `## ` a heading.
A token is a word or one sign, line ends included (so `…41-57` is 5, as in o200k).
"""

from __future__ import annotations

import re
from hashlib import sha256

import numpy as np

from lean_ctx_daemon.core.compression.source import Source, split_lines
from lean_ctx_daemon.core.types import (
    NO_PARENT,
    NO_SYMBOL,
    Bag,
    Chunks,
    FileFacts,
    ImportRef,
    NodeKind,
    Outline,
    Symbol,
    SymbolKind,
)

_TOKEN = re.compile(r"\w+|[^\w\s]|\n")
_TAILS = ("}", "else:", "end")
_PATTERNS = (
    (re.compile(r"(?:@\w+ )?def (\w+)"), NodeKind.DEFINITION, SymbolKind.FUNCTION),
    (re.compile(r"class (\w+)"), NodeKind.TYPE, SymbolKind.CLASS),
    (re.compile(r"([A-Z_]+) ="), NodeKind.CONSTANT, SymbolKind.CONSTANT),
    (re.compile(r"## (.*)"), NodeKind.STATEMENT, SymbolKind.HEADING),
)


def count(text: str) -> int:
    """Tokens of a text, by the rule of this module."""
    return len(_TOKEN.findall(text))


def source_of(text: str, path: str = "a.py", language: str = "python") -> Source:
    """A file to render, with facts that fit it."""
    return Source.of(path, text, facts_of(text, language))


def facts_of(text: str, language: str = "python") -> FileFacts:
    """The facts of a text in the small language of this module."""
    lines = split_lines(text)
    outline, symbols = _outline(lines)
    line_tokens = np.array([count(line + "\n") for line in lines], dtype=np.int32)
    none = np.zeros(0, dtype=np.int32)
    empty = none.astype(np.uint8)
    return FileFacts(
        language=language,
        digest=sha256(text.encode()).digest(),
        n_bytes=len(text.encode()),
        n_lines=len(lines),
        n_tokens=count(text),
        line_tokens=line_tokens,
        symbols=tuple(symbols),
        imports=_imports(lines),
        calls=(),
        bases=(),
        package="",
        outline=outline,
        chunks=_chunks(outline, line_tokens),
        bag=Bag("", none, none, empty, empty),
    )


def _outline(lines: tuple[str, ...]) -> tuple[Outline, list[Symbol]]:
    rows: list[list[int]] = []  # first, last, parent, kind, symbol
    symbols: list[Symbol] = []
    open_nodes: list[tuple[int, int]] = []  # (depth, node)
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip())
        is_tail = line.strip() in _TAILS
        while open_nodes and (
            open_nodes[-1][0] > depth or (open_nodes[-1][0] == depth and not is_tail)
        ):
            open_nodes.pop()
        for _, node in open_nodes:
            rows[node][1] = number
        if is_tail and open_nodes:
            continue
        parent = open_nodes[-1][1] if open_nodes else NO_PARENT
        kind, symbol = _kind(line.strip(), number, len(symbols), symbols)
        open_nodes.append((depth, len(rows)))
        rows.append([number, number, parent, kind, symbol])
    table = np.array(rows, dtype=np.int32).reshape(-1, 5)
    for first, last, parent, _, symbol in rows:
        if symbol != NO_SYMBOL:
            known = symbols[symbol]
            above = rows[parent][4] if parent != NO_PARENT else NO_PARENT
            symbols[symbol] = Symbol(
                known.name, known.name, known.kind, first, first, last, parent=above
            )
    return (
        Outline(table[:, 0], table[:, 1], table[:, 2], table[:, 3].astype(np.uint8), table[:, 4]),
        symbols,
    )


def _kind(text: str, number: int, n_symbols: int, symbols: list[Symbol]) -> tuple[int, int]:
    for pattern, node_kind, symbol_kind in _PATTERNS:
        found = pattern.match(text)
        if found:
            symbols.append(Symbol(found[1], found[1], symbol_kind, number, number, number))
            return int(node_kind), n_symbols
    if text.startswith(("import ", "from ")):
        return int(NodeKind.IMPORT), NO_SYMBOL
    if text.startswith("#"):
        return int(NodeKind.COMMENT), NO_SYMBOL
    return int(NodeKind.STATEMENT), NO_SYMBOL


def _imports(lines: tuple[str, ...]) -> tuple[ImportRef, ...]:
    return tuple(
        ImportRef(line.split()[1], (line.split()[-1],), number)
        for number, line in enumerate(lines, start=1)
        if line.strip().startswith(("import ", "from "))
    )


def _chunks(outline: Outline, line_tokens: np.ndarray[tuple[int], np.dtype[np.int32]]) -> Chunks:
    """A chunk per outermost statement; of a type, one for its header and one per child."""
    spans: list[tuple[int, int, int]] = []
    for node in range(len(outline)):
        parent = int(outline.parent[node])
        is_type = outline.kind[node] == NodeKind.TYPE
        if parent != NO_PARENT and outline.kind[parent] != NodeKind.TYPE:
            continue
        first, last = int(outline.first[node]), int(outline.last[node])
        has_children = bool((outline.parent == node).any())
        spans.append(
            (first, first if is_type and has_children else last, int(outline.symbol[node]))
        )
    covered = {line for first, last, _ in spans for line in range(first, last + 1)}
    tails = [
        (line, line, NO_SYMBOL)
        for node in range(len(outline))
        for line in (int(outline.last[node]),)
        if line not in covered
    ]
    table = np.array(sorted({*spans, *tails}), dtype=np.int32).reshape(-1, 3)
    tokens = [int(line_tokens[first - 1 : last].sum()) for first, last, _ in table.tolist()]
    return Chunks(table[:, 0], table[:, 1], table[:, 2], np.array(tokens, dtype=np.int32))
