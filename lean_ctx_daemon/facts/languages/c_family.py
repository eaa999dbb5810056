"""C and C++: definitions through their declarators, `#include "…"` resolved by path.

What it does not: run the preprocessor. Both branches of an `#if` are code here, and what a macro
hides from the grammar becomes an error node whose parts are still walked.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename, dirname, normpath
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, NodeKind, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import child_of_type, first_named, found, named, text_of
from lean_ctx_daemon.facts.spec import CALLS, Finder, Found, LanguageSpec, Role, Scope, words

_INCLUDE: Final = re.compile(rb"#\s*(?:include|import)\s*[<\"]([^>\"\n]+)[>\"]")

_STATEMENTS: Final = frozenset({b"if", b"for", b"while", b"switch"})

# What a declarator may be wrapped in: pointers, references, arrays, parentheses, initialisers.
_MAX_DECLARATORS: Final = 12


def _declared(node: Node) -> tuple[Node, bool] | None:
    """The name below a declarator, and whether it is a function's."""
    declarator = node.child_by_field_name("declarator")
    is_function = False
    for _ in range(_MAX_DECLARATORS):
        if declarator is None:
            return None
        if declarator.type == "function_declarator":
            is_function = True
        elif declarator.type == "parenthesized_declarator":
            declarator = first_named(declarator)
            continue
        inner = declarator.child_by_field_name("declarator")
        if inner is None and declarator.type == "reference_declarator":
            inner = first_named(declarator)
        if inner is None:
            return declarator, is_function
        declarator = inner
    return None


def _function(node: Node, data: bytes, scope: Scope) -> Found | None:
    declared = _declared(node)
    if declared is None or data[declared[0].start_byte : declared[0].end_byte] in _STATEMENTS:
        return None  # the second: `else if (a) {` without its `if`
    # A constructor's initialisers are what it does, not how it is called.
    body = child_of_type(node, "field_initializer_list") or node.child_by_field_name("body")
    return _named(declared[0], data, scope, body=body)


def _named(name: Node, data: bytes, scope: Scope, *, body: Node | None) -> Found:
    """A function by its name, `A::B::f` being f of A.B."""
    parts: list[str] = []
    while name.type == "qualified_identifier":
        outer = name.child_by_field_name("scope")
        inner = name.child_by_field_name("name")
        if outer is not None:
            parts.append(text_of(outer, data).partition("<")[0])
        if inner is None:
            break
        name = inner
    is_method = scope is Scope.MEMBER or bool(parts)
    kind = SymbolKind.METHOD if is_method else SymbolKind.FUNCTION
    return found(name, data, kind, body=body, qualifier=".".join(parts), declares_only=body is None)


def _declaration(node: Node, data: bytes, scope: Scope) -> Found | None:
    """A prototype, a global, a field: outside functions only."""
    if scope is Scope.LOCAL:
        return None
    if scope is Scope.BROKEN and node.start_point[1] > 0:
        return None  # indented: the rest of a function whose braces the parser lost track of
    declared = _declared(node)
    if declared is None:
        return None
    name, is_function = declared
    if is_function:
        return _named(name, data, scope, body=None)
    if name.type not in ("identifier", "field_identifier", "qualified_identifier"):
        return None
    kind = SymbolKind.FIELD if scope is Scope.MEMBER else SymbolKind.VARIABLE
    return found(name, data, kind)


def _typedef(node: Node, data: bytes, scope: Scope) -> Found | None:
    """`typedef struct { … } Name;` is the struct's definition."""
    declared = _declared(node)
    value = node.child_by_field_name("type")
    if declared is None or scope is Scope.LOCAL:
        return None
    body = value.child_by_field_name("body") if value is not None else None
    if value is None or body is None:
        return found(declared[0], data, SymbolKind.TYPE, declares_only=True)
    kind = SymbolKind.ENUM if value.type == "enum_specifier" else SymbolKind.STRUCT
    return Found(
        text_of(declared[0], data),
        kind,
        NodeKind.TYPE,
        node.start_byte,
        value.start_byte,
        body,
        value,
    )


def _with_body(kind: SymbolKind) -> Finder:
    """`struct a { … }`; `struct a` alone is a use of it."""
    find_named = named(kind)

    def find(node: Node, data: bytes, scope: Scope) -> Found | None:
        if node.child_by_field_name("body") is None:
            return None
        return find_named(node, data, scope)

    return find


def _macro(node: Node, data: bytes, scope: Scope) -> Found | None:
    name = node.child_by_field_name("name")
    if name is None or scope is Scope.LOCAL:
        return None
    return found(name, data, SymbolKind.MACRO, declares_only=True)


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    match = _INCLUDE.match(data, node.start_byte, node.end_byte)
    if match:
        yield ImportRef(match.group(1).decode("utf-8", "replace"), (), node.start_point[0] + 1)


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The header beside the importer, else the only file of the root whose path ends so."""
    folder = dirname(importer)
    beside = normpath(f"{folder}/{ref.module}" if folder else ref.module)
    if beside in roster:
        return (beside,) if beside != importer else ()
    wanted = normpath(ref.module).lstrip("./")
    ends = [
        path
        for path in roster.named(basename(wanted))
        if path == wanted or path.endswith(f"/{wanted}")
    ]
    if len(ends) > 1:
        ends = [min(ends, key=lambda path: (-_n_shared(path, importer), path))]
    return tuple(path for path in ends if path != importer)


def _n_shared(path: str, other: str) -> int:
    """How many leading folders two paths share."""
    n = 0
    for a, b in zip(path.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        n += 1
    return n


_ROLES: Final = {
    "compound_statement": Role.BODY,
    "declaration_list": Role.BODY,
    "field_declaration_list": Role.BODY,
    "enumerator_list": Role.BODY,
    "case_statement": Role.GROUP,
    "initializer_list": Role.LITERAL,
    "preproc_ifdef": Role.GROUP,
    "preproc_if": Role.GROUP,
    "preproc_else": Role.CLAUSE,
    "preproc_elif": Role.CLAUSE,
    "preproc_elifdef": Role.CLAUSE,
    "preproc_include": Role.IMPORT,
    "comment": Role.COMMENT,
}
_CPP_ROLES: Final = {
    "raw_string_literal": Role.TEXT,
    "lambda_expression": Role.FUNCTION,
    "template_declaration": Role.WRAPPER,
}

_DEFINITIONS: Final = {
    "function_definition": _function,
    "declaration": _declaration,
    "field_declaration": _declaration,
    "type_definition": _typedef,
    "struct_specifier": _with_body(SymbolKind.STRUCT),
    "union_specifier": _with_body(SymbolKind.STRUCT),
    "enum_specifier": _with_body(SymbolKind.ENUM),
    "preproc_def": _macro,
    "preproc_function_def": _macro,
}
_CPP_DEFINITIONS: Final = {
    "class_specifier": _with_body(SymbolKind.CLASS),
    "namespace_definition": named(SymbolKind.MODULE),
}

_KEYWORDS: Final = words(
    "if for while switch return sizeof defined do else case catch throw new delete "
    "typedef static_cast dynamic_cast const_cast reinterpret_cast decltype alignof "
    "noexcept and or not"
)


def _spec(name: str, extensions: tuple[str, ...], *, has_classes: bool) -> LanguageSpec:
    return LanguageSpec(
        name=name,
        grammar=name,
        extensions=extensions,
        roles=_ROLES | _CPP_ROLES if has_classes else _ROLES,
        definitions=_DEFINITIONS | _CPP_DEFINITIONS if has_classes else _DEFINITIONS,
        imports=_imports,
        exported=lambda _name, header: not header.lstrip().startswith(b"static"),
        calls=(CALLS,),
        not_calls=_KEYWORDS,
        resolve=resolve,
    )


C = _spec("c", (".c",), has_classes=False)
# Headers are read as C++: it takes nearly all of C, and a C grammar takes no class.
CPP = _spec(
    "cpp",
    (
        ".cpp",
        ".cc",
        ".cxx",
        ".c++",
        ".hpp",
        ".hh",
        ".hxx",
        ".h++",
        ".h",
        ".inl",
        ".ipp",
        ".tpp",
        ".cu",
    ),
    has_classes=True,
)
