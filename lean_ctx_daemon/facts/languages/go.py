"""Go: definitions and imports. Resolution is in go_imports.

Tests: tests/facts/test_go.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, SymbolKind
from lean_ctx_daemon.facts.finders import (
    child_of_type,
    declaration,
    first_named,
    found,
    named,
    text_of,
)
from lean_ctx_daemon.facts.languages.go_imports import resolve
from lean_ctx_daemon.facts.spec import CALLS, Found, LanguageSpec, Role, Scope, words

_RECEIVER: Final = re.compile(rb"(\w+)(?:\[[^\]]*\])?\s*\)$")
_EMBEDDED: Final = re.compile(rb"^\t+\*?(?:\w+\.)?([A-Z]\w*)(?:\[[^\]\n]*\])?[ \t]*$", re.MULTILINE)
_COMPOSITE: Final = re.compile(rb"\b(\w++)\{")

_TYPE_KINDS: Final = {
    "struct_type": SymbolKind.STRUCT,
    "interface_type": SymbolKind.INTERFACE,
}


def _method(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """`func (s *Server) Name()`: qualified by its receiver's type."""
    name = node.child_by_field_name("name")
    receiver = node.child_by_field_name("receiver")
    if name is None or receiver is None:
        return None
    match = _RECEIVER.search(data[receiver.start_byte : receiver.end_byte])
    return found(
        name,
        data,
        SymbolKind.METHOD,
        body=node.child_by_field_name("body"),
        qualifier=match.group(1).decode("utf-8", "replace") if match else "",
    )


def _type(node: Node, data: bytes, scope: Scope) -> Found | None:
    name = node.child_by_field_name("name")
    value = node.child_by_field_name("type")
    if name is None or value is None or scope is Scope.LOCAL:
        return None
    kind = _TYPE_KINDS.get(value.type, SymbolKind.TYPE)
    if kind is SymbolKind.TYPE:
        return found(name, data, kind, declares_only=True)
    body = child_of_type(value, "field_declaration_list")
    return found(name, data, kind, body=body or value, inner=value)


def _single(node: Node, data: bytes, scope: Scope) -> Found | None:
    """`type T …`, `const c = …` without parentheses: the declaration is the definition."""
    specs = [child for child in node.named_children if child.type in _SPECS]
    is_group = any(child.type == "(" for child in node.children)
    if len(specs) != 1 or is_group:
        return None
    return _SPECS[specs[0].type](specs[0], data, scope)


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    specs = child_of_type(node, "import_spec_list") or node
    for spec in specs.named_children:
        if spec.type == "import_spec":
            path = spec.child_by_field_name("path")
            name = spec.child_by_field_name("name")
            if path is not None:
                names = (text_of(name, data),) if name is not None else ()
                line = spec.start_point[0] + 1
                yield ImportRef(text_of(path, data).strip('"`'), names, line)


def _package(root: Node, data: bytes) -> str:
    clause = child_of_type(root, "package_clause")
    name = first_named(clause) if clause is not None else None
    return text_of(name, data) if name is not None else ""


def _embedded(code: bytes) -> Iterator[str]:
    """Types embedded in structs and interfaces: Go's way to derive."""
    for name in _EMBEDDED.findall(code):
        yield name.decode()


_SPECS: Final = {
    "type_spec": _type,
    "type_alias": declaration(SymbolKind.TYPE),
    "const_spec": declaration(SymbolKind.CONSTANT),
    "var_spec": declaration(SymbolKind.VARIABLE),
}

SPEC = LanguageSpec(
    name="go",
    grammar="go",
    extensions=(".go",),
    roles={
        "block": Role.BODY,
        "statement_list": Role.CLAUSE,
        "const_declaration": Role.BODY,
        "var_declaration": Role.BODY,
        "var_spec_list": Role.CLAUSE,
        "type_declaration": Role.BODY,
        "field_declaration_list": Role.BODY,
        "interface_type": Role.BODY,
        "expression_case": Role.GROUP,
        "default_case": Role.GROUP,
        "type_case": Role.GROUP,
        "communication_case": Role.GROUP,
        "literal_value": Role.LITERAL,
        "func_literal": Role.FUNCTION,
        "comment": Role.COMMENT,
        "raw_string_literal": Role.TEXT,
        "import_declaration": Role.IMPORT,
    },
    definitions={
        "function_declaration": named(SymbolKind.FUNCTION),
        "method_declaration": _method,
        "type_declaration": _single,
        "const_declaration": _single,
        "var_declaration": _single,
        **_SPECS,
    },
    imports=_imports,
    package=_package,
    embedded_bases=_embedded,
    exported=lambda name, _header: name[:1].isupper(),
    calls=(CALLS, _COMPOSITE),
    not_calls=words(
        "if for switch func return go defer select range case interface struct var "
        "const type import map chan else"
    ),
    resolve=resolve,
)
