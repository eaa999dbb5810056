"""Finders that many languages share: how a definition's name, kind and body are found in a node.

What it does not: know any grammar; node types are the language modules' words.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import NodeKind, SymbolKind
from lean_ctx_daemon.facts.spec import Finder, Found, Scope

_NODE_KINDS: Final = {
    SymbolKind.FUNCTION: NodeKind.DEFINITION,
    SymbolKind.METHOD: NodeKind.DEFINITION,
    SymbolKind.MACRO: NodeKind.DEFINITION,
    SymbolKind.CONSTANT: NodeKind.CONSTANT,
    SymbolKind.VARIABLE: NodeKind.CONSTANT,
    SymbolKind.FIELD: NodeKind.CONSTANT,
    SymbolKind.KEY: NodeKind.CONSTANT,
}


def text_of(node: Node, data: bytes) -> str:
    """The node's source text."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def node_kind_of(kind: SymbolKind) -> NodeKind:
    """The outline kind of a definition: types hold members, functions hold statements."""
    return _NODE_KINDS.get(kind, NodeKind.TYPE)


def found(  # noqa: PLR0913 - a definition's parts, all but three with a default
    name: Node,
    data: bytes,
    kind: SymbolKind,
    *,
    body: Node | None = None,
    inner: Node | None = None,
    qualifier: str = "",
    declares_only: bool = False,
) -> Found:
    """A Found whose name is the text of a node. A mere declaration ranks with the constants."""
    return Found(
        name=text_of(name, data),
        kind=kind,
        node_kind=NodeKind.CONSTANT if declares_only else node_kind_of(kind),
        name_start=name.start_byte,
        name_end=name.end_byte,
        body=body,
        inner=inner,
        qualifier=qualifier,
    )


def named(kind: SymbolKind, *, name: str = "name", body: str = "body") -> Finder:
    """A definition with a name field and, as a rule, a body field."""

    def find(node: Node, data: bytes, _scope: Scope) -> Found | None:
        name_node = node.child_by_field_name(name)
        if name_node is None:
            return None
        return found(name_node, data, kind, body=node.child_by_field_name(body))

    return find


def function(*, name: str = "name", body: str = "body") -> Finder:
    """A function, or a method where it stands in a type; without a body a declaration."""

    def find(node: Node, data: bytes, scope: Scope) -> Found | None:
        name_node = node.child_by_field_name(name)
        if name_node is None:
            return None
        kind = SymbolKind.METHOD if scope is Scope.MEMBER else SymbolKind.FUNCTION
        body_node = node.child_by_field_name(body)
        return found(name_node, data, kind, body=body_node, declares_only=body_node is None)

    return find


def declaration(kind: SymbolKind, *, name: str = "name") -> Finder:
    """A name without a body of its own (constant, alias, field), outside functions."""

    def find(node: Node, data: bytes, scope: Scope) -> Found | None:
        if scope is Scope.LOCAL:
            return None
        name_node = node.child_by_field_name(name)
        if name_node is None:
            return None
        return found(name_node, data, kind, declares_only=True)

    return find


def declarator(kind: SymbolKind, *path: str) -> Finder:
    """As `declaration`, the name lying below children of the given types (first match each)."""

    def find(node: Node, data: bytes, scope: Scope) -> Found | None:
        if scope is Scope.LOCAL:
            return None
        current: Node | None = node
        for step in path:
            current = child_of_type(current, step) if current is not None else None
        if current is None:
            return None
        return found(current, data, kind, declares_only=True)

    return find


def first_named(node: Node) -> Node | None:
    """The first named child; `named_child(0)` raises where there is none."""
    children = node.named_children
    return children[0] if children else None


def child_of_type(node: Node, *types: str) -> Node | None:
    """The first named child of one of the types."""
    for child in node.named_children:
        if child.type in types:
            return child
    return None
