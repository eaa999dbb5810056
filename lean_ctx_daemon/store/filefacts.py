"""FileFacts as a record, and back: a few array operations per file, whatever its length.

Arrays become columns (columns.py), symbols and imports too, column by column; all strings but the
terms are one text, the terms another, since the terms are dropped once the lexical index has them.
Names come back interned: a root's files share most of theirs.
Terms of rows are sorted, so their differences are stored: most are 0 or 1.

What it does not: decide whether facts are right; it checks that they hang together (equal lengths,
indices in range, parents before children), so no reader of decoded facts can run off an array.

Tests: tests/store/test_filefacts.py
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import islice
from sys import intern
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.types import (
    Bag,
    Chunks,
    Field,
    FileFacts,
    ImportRef,
    NodeKind,
    Outline,
    Symbol,
    SymbolKind,
)
from lean_ctx_daemon.store import record
from lean_ctx_daemon.store.columns import (
    UNLIMITED,
    Ints,
    packed_ints,
    packed_strings,
    unpacked_ints,
    unpacked_strings,
)
from lean_ctx_daemon.store.record import BadRecord, Fields

KIND: Final = "facts"

_SYMBOL_KINDS: Final = tuple(SymbolKind)
_SYMBOL_KIND_INDEX: Final = {kind: i for i, kind in enumerate(_SYMBOL_KINDS)}
_TF_LIMIT: Final = 256  # saturates at 255
_SIZES: Final = struct.Struct("<13I")
_Fields = tuple[str, bytes, str, bool, bytes, bytes, bytes, str, str]
_TYPES: Final = (str, bytes, str, bool, bytes, bytes, bytes, str, str)


def encoded(key: bytes, facts: FileFacts) -> bytes:
    """The record of a file's facts. Errors: ValueError for facts that break their own laws."""
    outline, chunks, bag = facts.outline, facts.chunks, facts.bag
    names = [s.name for s in facts.symbols]
    names += [s.qualname for s in facts.symbols]
    names += [i.module for i in facts.imports]
    names += [name for i in facts.imports for name in i.names]
    body = [
        facts.line_tokens,
        *_table([_row(s) for s in facts.symbols], 6),
        *_table([(i.line, len(i.names), i.is_type_only) for i in facts.imports], 3),
        *(outline.first, outline.last, outline.parent + 1, outline.kind, outline.symbol + 1),
        *(chunks.first, chunks.last, chunks.symbol + 1, chunks.tokens),
    ]
    rows = [np.diff(bag.term, prepend=np.int32(0)), bag.chunk, bag.field, bag.tf]
    sizes = (
        *(facts.n_bytes, facts.n_lines, facts.n_tokens, len(facts.line_tokens)),
        *(len(facts.symbols), len(facts.imports), sum(len(i.names) for i in facts.imports)),
        *(len(facts.calls), len(facts.bases), len(outline), len(chunks)),
        *(_n_lines(bag.text), len(bag.term)),
    )
    fields: Fields = (
        *(facts.language, facts.digest, facts.package, facts.has_errors),
        *(_packed_sizes(sizes), packed_ints(body), packed_ints(rows)),
        packed_strings([*names, *facts.calls, *facts.bases]),
        bag.text,
    )
    return record.sealed(KIND, key, fields)


def decoded(key: bytes, data: bytes) -> FileFacts:
    """The facts in a record. Errors: BadRecord. Arrays are read-only."""
    fields = record.opened(KIND, key, data, _TYPES)
    language, digest, package, has_errors, sizes, body, rows, names, text = cast(_Fields, fields)
    n_bytes, n_lines, n_tokens, *counts, n_terms, n_rows = _unpacked_sizes(sizes)
    n_counted, n_symbols, n_imports, n_names, n_calls, n_bases, n_nodes, n_chunks = counts
    ints = _body(body, n_lines, n_counted, n_symbols, n_imports, n_names, n_nodes, n_chunks)
    n_strings = 2 * n_symbols + n_imports + n_names + n_calls + n_bases
    strings = map(intern, unpacked_strings(names, n_strings))
    if _n_lines(text) != n_terms:
        raise BadRecord("more or fewer terms than there should be")
    return FileFacts(
        language=language,
        digest=digest,
        n_bytes=n_bytes,
        n_lines=n_lines,
        n_tokens=n_tokens,
        line_tokens=ints[0],
        symbols=_symbols(ints[1:7], strings),
        imports=_imports(ints[7:10], strings, n_names),
        calls=tuple(islice(strings, n_calls)),
        bases=tuple(islice(strings, n_bases)),
        package=package,
        outline=_outline(ints[10:15]),
        chunks=Chunks(ints[15], ints[16], ints[17] - np.int32(1), ints[18]),
        bag=_bag(rows, text, n_terms, n_rows, n_chunks),
        has_errors=has_errors,
    )


# --------------------------------------------------------------------------- parts


def _row(symbol: Symbol) -> tuple[int, ...]:
    kind = _SYMBOL_KIND_INDEX[symbol.kind]
    lines = (symbol.first, symbol.header_last, symbol.last)
    return (kind, *lines, symbol.parent + 1, symbol.exported)


def _table(rows: Sequence[tuple[int, ...]], width: int) -> NDArray[np.int64]:
    """Rows of integers as an array of columns."""
    return np.array(rows, np.int64).reshape(-1, width).T


def _body(data: bytes, n_lines: int, *counts: int) -> list[Ints]:
    """The columns of everything but the bag."""
    n_counted, n_symbols, n_imports, n_names, n_nodes, n_chunks = counts
    line, symbol = n_lines + 1, n_symbols + 1
    lengths = (n_counted, *(n_symbols,) * 6, *(n_imports,) * 3, *(n_nodes,) * 5, *(n_chunks,) * 4)
    limits = (
        *(UNLIMITED, len(_SYMBOL_KINDS), line, line, line, symbol, 2),
        *(line, n_names + 1, 2),
        *(line, line, n_nodes + 1, len(NodeKind), symbol),
        *(line, line, symbol, UNLIMITED),
    )
    return unpacked_ints(data, lengths, limits)


def _symbols(columns: Sequence[Ints], strings: Iterator[str]) -> tuple[Symbol, ...]:
    n_symbols = len(columns[0])
    if not n_symbols:
        return ()
    names = tuple(islice(strings, n_symbols))
    kinds, first, header_last, last, parents, exported = (c.tolist() for c in columns)
    return tuple(
        map(
            Symbol,
            names,
            islice(strings, n_symbols),
            map(_SYMBOL_KINDS.__getitem__, kinds),
            first,
            header_last,
            last,
            (p - 1 for p in parents),
            map(bool, exported),
        )
    )


def _imports(
    columns: Sequence[Ints], strings: Iterator[str], n_names: int
) -> tuple[ImportRef, ...]:
    lines, sizes, typed = (c.tolist() for c in columns)
    if sum(sizes) != n_names:
        raise BadRecord("more or fewer imported names than there should be")
    modules = tuple(islice(strings, len(lines)))
    return tuple(
        ImportRef(module, tuple(islice(strings, size)), line, bool(is_type_only))
        for module, line, size, is_type_only in zip(modules, lines, sizes, typed, strict=True)
    )


def _outline(columns: Sequence[Ints]) -> Outline:
    first, last, parent, kind, symbol = columns
    if (parent > np.arange(len(parent))).any():
        raise BadRecord("a statement inside a later one")
    one = np.int32(1)
    return Outline(first, last, parent - one, kind.astype(np.uint8), symbol - one)


def _n_lines(text: str) -> int:
    return text.count("\n") + 1 if text else 0


def _bag(data: bytes, text: str, n_terms: int, n_rows: int, n_chunks: int) -> Bag:
    limits = (max(1, n_terms), n_chunks, len(Field), _TF_LIMIT)
    steps, chunk, field, tf = unpacked_ints(data, (n_rows,) * 4, limits)
    if n_rows and int(steps.sum(dtype=np.int64)) >= n_terms:
        raise BadRecord("a row of no term")
    return Bag(
        # a copy, since the column would keep all four of them
        text,
        steps.cumsum(dtype=np.int32),
        chunk.copy(),
        field.astype(np.uint8),
        tf.astype(np.uint8),
    )


def _packed_sizes(sizes: tuple[int, ...]) -> bytes:
    if max(sizes) >= UNLIMITED:
        raise ValueError("a size out of range")
    return _SIZES.pack(*sizes)


def _unpacked_sizes(data: bytes) -> tuple[int, ...]:
    if len(data) != _SIZES.size:
        raise BadRecord("more or fewer sizes than there should be")
    return _SIZES.unpack(data)
