"""C#: definitions and namespaces; `using` means all files that lie in the namespace's folder.

What it does not: bind names; which class of a namespace is meant, the names called tell.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, SymbolKind
from lean_ctx_daemon.facts.finders import declaration, declarator, found, function, named
from lean_ctx_daemon.facts.spec import CALLS, Found, LanguageSpec, Role, Scope, words

_USING: Final = re.compile(rb"(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)")
_NAMESPACE: Final = re.compile(rb"^\s*namespace\s+([\w.]+)", re.MULTILINE)


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    match = _USING.match(data, node.start_byte, node.end_byte)
    if match:
        yield ImportRef(match.group(1).decode(), ("*",), node.start_point[0] + 1)


def _package(root: Node, data: bytes) -> str:
    match = _NAMESPACE.search(data, root.start_byte, root.end_byte)
    return match.group(1).decode() if match else ""


def _property(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """A property: a method where it has code, a field otherwise."""
    name = node.child_by_field_name("name")
    body = node.child_by_field_name("accessors") or node.child_by_field_name("value")
    if name is None:
        return None
    has_code = body is not None and data.find(b"\n", body.start_byte, body.end_byte) >= 0
    if has_code:
        return found(name, data, SymbolKind.METHOD, body=body)
    return found(name, data, SymbolKind.FIELD)


SPEC = LanguageSpec(
    name="csharp",
    grammar="csharp",
    extensions=(".cs", ".csx"),
    roles={
        "block": Role.BODY,
        "declaration_list": Role.BODY,
        "enum_member_declaration_list": Role.BODY,
        "accessor_list": Role.BODY,
        "switch_body": Role.BODY,
        "switch_section": Role.GROUP,
        "switch_expression_arm": Role.GROUP,
        "initializer_expression": Role.LITERAL,
        "lambda_expression": Role.FUNCTION,
        "anonymous_method_expression": Role.FUNCTION,
        "preproc_if": Role.GROUP,
        "preproc_else": Role.CLAUSE,
        "preproc_elif": Role.CLAUSE,
        "comment": Role.COMMENT,
        "verbatim_string_literal": Role.TEXT,
        "raw_string_literal": Role.TEXT,
        "interpolated_string_expression": Role.TEXT,
        "using_directive": Role.IMPORT,
    },
    definitions={
        "namespace_declaration": named(SymbolKind.MODULE),
        "class_declaration": named(SymbolKind.CLASS),
        "record_declaration": named(SymbolKind.CLASS),
        "struct_declaration": named(SymbolKind.STRUCT),
        "interface_declaration": named(SymbolKind.INTERFACE),
        "enum_declaration": named(SymbolKind.ENUM),
        "method_declaration": function(),
        "constructor_declaration": function(),
        "destructor_declaration": function(),
        "local_function_statement": function(),
        "property_declaration": _property,
        "delegate_declaration": declaration(SymbolKind.TYPE),
        "field_declaration": declarator(
            SymbolKind.FIELD, "variable_declaration", "variable_declarator", "identifier"
        ),
        "event_field_declaration": declarator(
            SymbolKind.FIELD, "variable_declaration", "variable_declarator", "identifier"
        ),
    },
    imports=_imports,
    package=_package,
    exported=lambda _name, header: b"private" not in header.split(),
    calls=(CALLS,),
    not_calls=words(
        "if for foreach while switch catch return using lock fixed typeof nameof sizeof "
        "default base this new throw await when"
    ),
)
