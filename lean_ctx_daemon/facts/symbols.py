"""From raw definitions in bytes to Symbols in lines: qualified names, headers, visibility.

What it does not: find definitions (the walk does) or know a language beyond its spec.

Tests: tests/facts/test_symbols.py
"""

from __future__ import annotations

from dataclasses import dataclass
from sys import intern

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, NodeKind, Symbol, SymbolKind
from lean_ctx_daemon.facts.names import bases_in
from lean_ctx_daemon.facts.spec import LanguageSpec, Scope
from lean_ctx_daemon.facts.tree import Lines
from lean_ctx_daemon.facts.walk import RawSymbol


@dataclass(frozen=True, slots=True)
class Definitions:
    """A file's symbols by line. `index[i]` is where the walk's i-th definition went."""

    symbols: tuple[Symbol, ...]
    index: NDArray[np.int64]
    bases: tuple[str, ...]


def definitions(
    raw: list[RawSymbol], data: bytes, lines: Lines, spec: LanguageSpec, export_names: set[str]
) -> Definitions:
    """All definitions in the order of the file."""
    order = sorted(range(len(raw)), key=lambda i: (raw[i].start, i))
    index = np.full(len(raw) + 1, NO_SYMBOL, dtype=np.int64)  # the extra entry maps NO_SYMBOL
    index[order] = np.arange(len(raw))
    first, header_last, last = _rows([raw[i] for i in order], lines)
    symbols: list[Symbol] = []
    bases: set[str] = set()
    for position, i in enumerate(order):
        item = raw[i]
        found = item.found
        parent = int(index[item.parent]) if item.parent != NO_PARENT else NO_PARENT
        above = symbols[parent] if parent != NO_PARENT else None
        is_exported = _is_exported(item, above, data, spec, export_names)
        prefix = ".".join(
            part for part in (above.qualname if above else "", found.qualifier) if part
        )
        name = intern(found.name)
        symbols.append(
            Symbol(
                name=name,
                qualname=intern(f"{prefix}.{name}") if prefix else name,
                kind=found.kind,
                first=first[position],
                header_last=header_last[position],
                last=last[position],
                parent=parent,
                exported=is_exported,
            )
        )
        if found.node_kind == NodeKind.TYPE and found.body is not None:
            bases |= bases_in(data[found.name_end : found.body.start_byte])
    return Definitions(tuple(symbols), index, tuple(map(intern, sorted(bases))))


def _is_exported(
    item: RawSymbol, above: Symbol | None, data: bytes, spec: LanguageSpec, names: set[str]
) -> bool:
    found = item.found
    if item.scope is Scope.LOCAL or (above is not None and not above.exported):
        return False
    if not spec.exported(found.name, data[item.start : found.name_start]):
        return False
    if spec.export_names is None or above is not None or item.is_export or found.name in names:
        return True
    # A method without a class around it stands in an object that is exported or registered.
    return found.kind is SymbolKind.METHOD


def _header_end(item: RawSymbol) -> int:
    """The byte after the header: what stands before the body, comments aside."""
    found = item.found
    if found.body is None:
        return item.end if found.node_kind == NodeKind.DEFINITION else found.name_end
    body_start = found.body.start_byte
    for child in reversed(item.holder.children):
        end = child.end_byte
        if end <= body_start and not child.is_extra:
            return max(found.name_end, end)
    return found.name_end


def _rows(items: list[RawSymbol], lines: Lines) -> tuple[list[int], list[int], list[int]]:
    """First, header's last and last lines of definitions."""
    ends = [(item.start, _header_end(item) - 1, item.end - 1) for item in items]
    if not ends:
        return [], [], []
    first, header_last, last = lines.row(np.array(ends, dtype=np.int64).T)
    last = np.maximum(first, lines.drawn_back(last))
    header_last = np.minimum(np.maximum(header_last, first), last)
    return first.tolist(), header_last.tolist(), last.tolist()
