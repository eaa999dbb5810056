"""PHP: definitions, and `use` resolved by class name: PSR-4 keeps one class in one file of its
name.

What it does not: read composer.json; the longest common tail of namespace and folders decides.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, normpath
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import child_of_type, declarator, function, named, text_of
from lean_ctx_daemon.facts.spec import CALLS, LanguageSpec, Role, words

_NAMESPACE: Final = re.compile(rb"^\s*namespace\s+([\w\\]+)", re.MULTILINE)
_REQUIRE: Final = re.compile(
    rb"\b(?:require|include)(?:_once)?\b\s*\(?\s*(?:__DIR__\s*\.|dirname\(__FILE__\)\s*\.)?"
    rb"\s*['\"]([^'\"\n]+\.\w+)['\"]"
)
_STATIC: Final = re.compile(rb"\b([A-Z]\w*+)::")
_NEWS: Final = re.compile(rb"\b(?:new|instanceof)\s+\\?(?:\w+\\)*+(\w++)")


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    line = node.start_point[0] + 1
    group = node.child_by_field_name("body")
    prefix = child_of_type(node, "namespace_name")
    clauses = (group or node).named_children
    for clause in clauses:
        if clause.type in ("namespace_use_clause", "namespace_use_group_clause"):
            name = text_of(clause, data).partition(" as ")[0].strip()
            if group is not None and prefix is not None:
                name = f"{text_of(prefix, data)}\\{name}"
            yield ImportRef(name.removeprefix("function ").strip().lstrip("\\"), (), line)


def _required(code: bytes) -> Iterator[ImportRef]:
    line, position = 1, 0
    for match in _REQUIRE.finditer(code):
        line += code.count(b"\n", position, match.start())
        position = match.start()
        yield ImportRef(f"./{match.group(1).decode('utf-8', 'replace').lstrip('/')}", (), line)


def _package(root: Node, data: bytes) -> str:
    match = _NAMESPACE.search(data, root.start_byte, root.end_byte)
    return match.group(1).decode() if match else ""


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The file required, or of the class's name below most of its namespace's folders."""
    if ref.module.startswith("./"):
        for folder in (dirname(importer), ""):
            path = normpath(f"{folder}/{ref.module}" if folder else ref.module)
            if path in roster:
                return (path,) if path != importer else ()
        return ()
    *namespace, name = ref.module.split("\\")
    best: tuple[int, str] | None = None
    for path in roster.named(f"{name}.php"):
        folders = path.split("/")[:-1]
        n = 0
        while n < min(len(folders), len(namespace)) and folders[-1 - n] == namespace[-1 - n]:
            n += 1
        if best is None or n > best[0]:
            best = (n, path)
    is_meant = best is not None and (best[0] > 0 or len(namespace) <= 1)
    return (best[1],) if best is not None and is_meant and best[1] != importer else ()


SPEC = LanguageSpec(
    name="php",
    grammar="php",
    extensions=(".php", ".phtml", ".php5", ".inc"),
    shebangs=("php",),
    roles={
        "compound_statement": Role.BODY,
        "colon_block": Role.BODY,
        "declaration_list": Role.BODY,
        "enum_declaration_list": Role.BODY,
        "switch_block": Role.BODY,
        "match_block": Role.BODY,
        "case_statement": Role.GROUP,
        "default_statement": Role.GROUP,
        "match_conditional_expression": Role.GROUP,
        "match_default_expression": Role.GROUP,
        "array_creation_expression": Role.LITERAL,
        "anonymous_function": Role.FUNCTION,
        "arrow_function": Role.FUNCTION,
        "comment": Role.COMMENT,
        "heredoc": Role.TEXT,
        "nowdoc": Role.TEXT,
        "encapsed_string": Role.TEXT,
        "string": Role.TEXT,
        "namespace_use_declaration": Role.IMPORT,
    },
    definitions={
        "function_definition": function(),
        "method_declaration": function(),
        "class_declaration": named(SymbolKind.CLASS),
        "interface_declaration": named(SymbolKind.INTERFACE),
        "trait_declaration": named(SymbolKind.TRAIT),
        "enum_declaration": named(SymbolKind.ENUM),
        "const_declaration": declarator(SymbolKind.CONSTANT, "const_element", "name"),
        "property_declaration": declarator(
            SymbolKind.FIELD, "property_element", "variable_name", "name"
        ),
    },
    imports=_imports,
    extra_imports=_required,
    package=_package,
    exported=lambda _name, header: b"private" not in header.split(),
    calls=(CALLS, _STATIC, _NEWS),
    not_calls=words(
        "if for foreach while switch catch return array list isset unset empty elseif "
        "match fn function echo print exit die include require self static parent new "
        "use and or"
    ),
    resolve=resolve,
)
