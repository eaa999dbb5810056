"""Mode map: what a file is made of, without its bodies.

Imports, the header of every definition with its decorators, constants with the line they begin on,
the fields of short types that have no methods, and the statements around these (`if`, `try`).
Line numbers are read off the gap markers, each of which names the body to read next.

It does not show comments and documentation strings: `task` and `full` do.

Tests: tests/core/compression/modes/test_map.py
"""

from __future__ import annotations

from typing import Final

from lean_ctx_daemon.core.compression.gaps import MARKER_TOKENS, Block
from lean_ctx_daemon.core.compression.modes.structure import (
    Structure,
    beginning_lines,
    document_lines,
    is_document,
)
from lean_ctx_daemon.core.compression.rendering import rendered, visible_blocks
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.compression.visibility import Visibility
from lean_ctx_daemon.core.types import (
    NO_PARENT,
    NO_SYMBOL,
    ModeName,
    NodeKind,
    Rendered,
    SymbolKind,
    TokenCounter,
)

_DEFINITION: Final = int(NodeKind.DEFINITION)
_TYPE: Final = int(NodeKind.TYPE)
_IMPORT: Final = int(NodeKind.IMPORT)
_CONSTANT: Final = int(NodeKind.CONSTANT)
_COMMENT: Final = int(NodeKind.COMMENT)
_DEFINITIONS: Final = frozenset({_DEFINITION})

FIELDS_MAX_TOKENS: Final = 150
"""Up to this size the fields of a type without methods are shown: about twenty of them."""


def parts(source: Source) -> list[Block]:
    """The file's map as blocks."""
    if is_document(source):
        visibility = Visibility.of(source)
        lines = visibility.headed(document_lines(source), source.facts.outline)
        return visible_blocks(source, visibility, lines)
    structure = Structure(source)
    structure.headers(decorated=True)
    structure.nodes(_imports(structure))
    structure.openings(_constants(structure))
    _show_fields(structure)
    if not structure.lines.any():
        structure.lines = beginning_lines(source)
    return visible_blocks(source, structure.visibility, structure.lines)


def render(source: Source, count: TokenCounter) -> Rendered:
    """The file's map; the whole file where it is no longer."""
    return rendered(source, parts(source), ModeName.MAP, count)


def _is_type(structure: Structure, node: int) -> bool:
    """A class, struct, interface, enum …, but no namespace."""
    if node == NO_PARENT:
        return False
    symbol = structure.symbols[node]
    is_namespace = symbol != NO_SYMBOL and (
        structure.source.facts.symbols[symbol].kind is SymbolKind.MODULE
    )
    return structure.kinds[node] == _TYPE and not is_namespace


def _imports(structure: Structure) -> list[int]:
    """Import statements anywhere, and the outer statements that import by a call (`require`)."""
    found = {node for node, kind in enumerate(structure.kinds) if kind == _IMPORT}
    owner = structure.visibility.owner.tolist()
    for ref in structure.source.facts.imports:
        node = owner[ref.line - 1]
        if node != NO_PARENT and not structure.is_inside(node, _DEFINITIONS):
            found.add(node)
    return sorted(found)


def _constants(structure: Structure) -> list[int]:
    """Constants of the module and of namespaces."""
    return [
        node
        for node, kind in enumerate(structure.kinds)
        if kind == _CONSTANT
        and not structure.is_inside(node, _DEFINITIONS)
        and not _is_type(structure, structure.parents[node])
        and not _is_stray(structure, node)
    ]


def _is_stray(structure: Structure, node: int) -> bool:
    """Where a syntax error hides the function around it, a local variable looks like a constant."""
    line = structure.source.lines[structure.source.facts.outline.first[node] - 1]
    is_outermost = structure.parents[node] == NO_PARENT
    return structure.source.facts.has_errors and is_outermost and line[:1].isspace()


def _show_fields(structure: Structure) -> None:
    """Add short types without methods; of longer ones the fields, without the comments between.

    Comments stay where all of it is short: marking them costs about as much.
    """
    outline, costs = structure.source.facts.outline, structure.source.facts.line_tokens
    members: dict[int, list[int]] = {}
    with_methods = set()
    for node, parent in enumerate(structure.parents):
        members.setdefault(parent, []).append(node)
        if structure.kinds[node] == _DEFINITION or structure.is_callable(node):
            with_methods.add(parent)
    for node in range(len(structure.kinds)):
        if not _is_type(structure, node) or node in with_methods:
            continue
        inside = members.get(node, [])
        fields = [member for member in inside if structure.kinds[member] != _COMMENT]
        markers = MARKER_TOKENS * (len(inside) - len(fields))
        if costs[outline.first[node] - 1 : outline.last[node]].sum() <= FIELDS_MAX_TOKENS:
            structure.subtrees([node])
        elif fields and structure.cost(node, *fields) + markers <= FIELDS_MAX_TOKENS:
            structure.nodes([node])
            structure.openings(fields)
