"""Java and Kotlin: definitions, and imports resolved by class name and package folder.

What it does not: know classes outside the root, or same-package uses (they need no import; names
called tell them).

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import child_of_type, declarator, found, function, named
from lean_ctx_daemon.facts.spec import (
    CALLS,
    DECORATORS,
    Finder,
    Found,
    LanguageSpec,
    Role,
    Scope,
    words,
)

_IMPORT: Final = re.compile(rb"import\s+(?:static\s+)?(\w+(?:\.\w+)*)(\s*\.\s*\*)?")
_PACKAGE: Final = re.compile(rb"^\s*package\s+([\w.]+)", re.MULTILINE)
_SUFFIXES: Final = (".java", ".kt", ".kts", ".scala", ".groovy")


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    line = node.start_point[0] + 1
    headers = node.named_children if node.type == "import_list" else [node]
    for header in headers:
        match = _IMPORT.match(data, header.start_byte, header.end_byte)
        if match:
            names = ("*",) if match.group(2) else ()
            yield ImportRef(match.group(1).decode(), names, line)
        line = header.end_point[0] + 1


def _package(root: Node, data: bytes) -> str:
    match = _PACKAGE.search(data, root.start_byte, root.end_byte)
    return match.group(1).decode() if match else ""


def resolve(_importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The file of the class, of the class around it, or of all classes of a `.*` package."""
    parts = ref.module.split(".")
    if ref.names == ("*",):
        files = _package_files("/".join(parts), roster)
        if files:
            return files
    for n in range(len(parts), 0, -1):
        folder = "/".join(parts[: n - 1])
        for suffix in _SUFFIXES:
            name = parts[n - 1] + suffix
            for path in roster.named(name):
                if path == f"{folder}/{name}" or path.endswith(f"/{folder}/{name}"):
                    return (path,)
    return ()


def _package_files(folder: str, roster: Roster) -> tuple[str, ...]:
    for base in ("", "src/main/java/", "src/", "src/main/kotlin/", "src/test/java/"):
        files = [path for path in roster.children(base + folder) if path.endswith(_SUFFIXES)]
        if files:
            return tuple(files)
    return ()


def _is_exported(_name: str, header: bytes) -> bool:
    return b"private" not in header.split()


SPEC = LanguageSpec(
    name="java",
    grammar="java",
    extensions=(".java",),
    roles={
        "block": Role.BODY,
        "constructor_body": Role.BODY,
        "class_body": Role.BODY,
        "interface_body": Role.BODY,
        "annotation_type_body": Role.BODY,
        "enum_body": Role.BODY,
        "enum_body_declarations": Role.CLAUSE,
        "switch_block": Role.BODY,
        "switch_block_statement_group": Role.GROUP,
        "switch_rule": Role.GROUP,
        "array_initializer": Role.LITERAL,
        "lambda_expression": Role.FUNCTION,
        "line_comment": Role.COMMENT,
        "block_comment": Role.COMMENT,
        "string_literal": Role.TEXT,
        "import_declaration": Role.IMPORT,
    },
    definitions={
        "class_declaration": named(SymbolKind.CLASS),
        "record_declaration": named(SymbolKind.CLASS),
        "interface_declaration": named(SymbolKind.INTERFACE),
        "annotation_type_declaration": named(SymbolKind.INTERFACE),
        "enum_declaration": named(SymbolKind.ENUM),
        "method_declaration": function(),
        "constructor_declaration": function(),
        "compact_constructor_declaration": function(),
        "field_declaration": declarator(SymbolKind.FIELD, "variable_declarator", "identifier"),
        "constant_declaration": declarator(SymbolKind.FIELD, "variable_declarator", "identifier"),
    },
    imports=_imports,
    package=_package,
    exported=_is_exported,
    calls=(CALLS, DECORATORS),
    not_calls=words(
        "if for while switch catch return new super this synchronized try do else throw"
    ),
    resolve=resolve,
)


def _kotlin(kind: SymbolKind, name: str, *bodies: str) -> Finder:
    """Kotlin's grammar has no fields: name and body are found by their types."""

    def find(node: Node, data: bytes, scope: Scope) -> Found | None:
        name_node = child_of_type(node, name)
        if name_node is None:
            return None
        body = child_of_type(node, *bodies) if bodies else None
        actual = kind
        if kind is SymbolKind.FUNCTION and scope is Scope.MEMBER:
            actual = SymbolKind.METHOD
        elif kind is SymbolKind.CLASS:
            words = data[node.start_byte : name_node.start_byte].split()
            if b"interface" in words:
                actual = SymbolKind.INTERFACE
            elif b"enum" in words:
                actual = SymbolKind.ENUM
        return found(name_node, data, actual, body=body)

    return find


# The grammar's scanner aborts the process at 1,024 open strings.
_DEEP_STRINGS: Final = re.compile(rb"(?:\"+\$\{\s*){100}")

KOTLIN = LanguageSpec(
    name="kotlin",
    grammar="kotlin",
    extensions=(".kt", ".kts"),
    roles={
        "class_body": Role.BODY,
        "enum_class_body": Role.BODY,
        "statements": Role.CLAUSE,
        "companion_object": Role.GROUP,
        "when_entry": Role.GROUP,
        "lambda_literal": Role.FUNCTION,
        "anonymous_function": Role.FUNCTION,
        "line_comment": Role.COMMENT,
        "multiline_comment": Role.COMMENT,
        "string_literal": Role.TEXT,
        "import_list": Role.IMPORT,
        "import_header": Role.IMPORT,
    },
    definitions={
        "class_declaration": _kotlin(
            SymbolKind.CLASS, "type_identifier", "class_body", "enum_class_body"
        ),
        "object_declaration": _kotlin(SymbolKind.CLASS, "type_identifier", "class_body"),
        "function_declaration": _kotlin(SymbolKind.FUNCTION, "simple_identifier", "function_body"),
        "property_declaration": declarator(
            SymbolKind.FIELD, "variable_declaration", "simple_identifier"
        ),
        "type_alias": _kotlin(SymbolKind.TYPE, "type_identifier"),
    },
    imports=_imports,
    package=_package,
    exported=_is_exported,
    calls=(CALLS, DECORATORS),
    not_calls=words("if for while when catch return super this fun try do else throw in"),
    crashes_on=_DEEP_STRINGS,
    resolve=resolve,
)
