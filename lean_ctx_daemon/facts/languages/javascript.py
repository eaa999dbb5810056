"""JavaScript, TypeScript and TSX: definitions wherever people put functions, imports of all kinds.

What it does not: resolve (javascript_imports does) or evaluate: what `module.exports` names is
read off the text.

Tests: tests/facts/test_javascript.py
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
    function,
    named,
    text_of,
)
from lean_ctx_daemon.facts.languages.javascript_imports import resolve
from lean_ctx_daemon.facts.spec import CALLS, DECORATORS, Found, LanguageSpec, Role, Scope, words

_FUNCTIONS: Final = words("arrow_function function_expression function generator_function")
_CLASSES: Final = words("class class_declaration")

_REQUIRE: Final = re.compile(
    rb"(?:\{([^{}]*)\}\s*=\s*)?(?:await\s+)?\b(?:require|import)\s*\(\s*['\"]([^'\"\n]+)['\"]"
)
_EXPORT_LIST: Final = re.compile(
    rb"(?:\bexport\s*|\bmodule\.exports\s*=\s*|\bexports\s*=\s*)\{([^{}]*)\}"
)
_EXPORT_NAME: Final = re.compile(
    rb"\b(?:export\s+default|module\.exports\s*=|exports\.[\w$]+\s*=)\s*(?:new\s+)?([\w$]+)"
)
_NAMES: Final = re.compile(rb"[A-Za-z_$][\w$]*")


def _valued(name: Node, value: Node | None, data: bytes, kind: SymbolKind) -> Found | None:
    """A name bound to a function or class; None for other values."""
    value = _unwrapped(value)
    if value is None:
        return None
    if value.type in _CLASSES:
        kind = SymbolKind.CLASS
    elif value.type not in _FUNCTIONS:
        return None
    return found(name, data, kind, body=value.child_by_field_name("body"), inner=value)


def _unwrapped(value: Node | None) -> Node | None:
    """The value below parentheses, `as const` and a wrapping call: `memo(() => …)`."""
    for _ in range(3):
        if value is None:
            return None
        if value.type in ("parenthesized_expression", "as_expression", "satisfies_expression"):
            value = first_named(value)
        elif value.type == "call_expression":
            arguments = value.child_by_field_name("arguments")
            callee = value.child_by_field_name("function")
            if arguments is None or callee is None or callee.type == "parenthesized_expression":
                return None
            value = child_of_type(arguments, *_FUNCTIONS)
        else:
            break
    return value


def _variables(node: Node, data: bytes, scope: Scope) -> Found | None:
    """`const f = () => {}` anywhere; `const x = 1` outside functions."""
    first = child_of_type(node, "variable_declarator")
    if first is None:
        return None
    name = first.child_by_field_name("name")
    if name is None or name.type != "identifier":
        return None
    value = _valued(name, first.child_by_field_name("value"), data, SymbolKind.FUNCTION)
    if value is not None or scope is Scope.LOCAL:
        return value
    is_constant = data.startswith(b"const", node.start_byte)
    return found(name, data, SymbolKind.CONSTANT if is_constant else SymbolKind.VARIABLE)


def _expression(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """`a.b = function () {}`, `exports.x = class {}`, `module.exports = function f() {}`."""
    child = first_named(node)
    if child is None or child.type != "assignment_expression":
        return None
    left = child.child_by_field_name("left")
    right = child.child_by_field_name("right")
    while right is not None and right.type == "assignment_expression":
        right = right.child_by_field_name("right")
    if left is None or right is None:
        return None
    if left.type == "identifier":
        return _valued(left, right, data, SymbolKind.FUNCTION)
    name = left.child_by_field_name("property")
    target = left.child_by_field_name("object")
    return _member(left, name, target, right, data) if name and target else None


def _member(left: Node, name: Node, target: Node, right: Node, data: bytes) -> Found | None:
    """A function assigned to a property, qualified by what it is a property of."""
    if text_of(left, data) == "module.exports":
        name = right.child_by_field_name("name") or name
    value = _valued(name, right, data, SymbolKind.FUNCTION)
    if value is None:
        return None
    owner = [
        part
        for part in text_of(target, data).split(".")
        if part not in ("prototype", "exports", "module", "this") and part.isidentifier()
    ]
    if not owner:
        return value
    return Found(
        value.name, SymbolKind.METHOD, value.node_kind, value.name_start, value.name_end,
        value.body, value.inner, ".".join(owner),
    )  # fmt: skip


def _pair(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """`key: function () {}` in an object literal."""
    key = node.child_by_field_name("key")
    if key is None or key.type not in (
        "property_identifier",
        "string",
        "private_property_identifier",
    ):
        return None
    value = node.child_by_field_name("value")
    if value is None or value.type not in _FUNCTIONS:
        return None
    if key.type == "string":
        key = first_named(key) or key
    return found(key, data, SymbolKind.METHOD, body=value.child_by_field_name("body"), inner=value)


def _method(node: Node, data: bytes, _scope: Scope) -> Found | None:
    name = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    if name is None or name.type == "computed_property_name":
        return None
    return found(name, data, SymbolKind.METHOD, body=body, declares_only=body is None)


def _field(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """A class field; a method where its value is a function."""
    name = node.child_by_field_name("name") or node.child_by_field_name("property")
    if name is None or name.type == "computed_property_name":
        return None
    value = _valued(name, node.child_by_field_name("value"), data, SymbolKind.METHOD)
    return value or found(name, data, SymbolKind.FIELD)


def _unwrap(node: Node) -> Node:
    """What `export` exports; the node itself where it exports from another file."""
    if node.child_by_field_name("source") is not None:
        return node
    return (
        node.child_by_field_name("declaration")
        or node.child_by_field_name("value")
        or (node.named_children[-1] if node.named_child_count else node)
    )


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    source = node.child_by_field_name("source")
    if source is None:  # import x = require("…")
        required = child_of_type(node, "import_require_clause")
        source = required.child_by_field_name("source") if required is not None else None
    if source is None:
        return
    clause = data[node.start_byte : source.start_byte]
    line = node.start_point[0] + 1
    module = text_of(source, data).strip("'\"`")
    words = clause.split(None, 2)
    is_type_only = len(words) > 1 and words[1] == b"type" and b"from" in clause
    yield ImportRef(module, _picked(clause), line, is_type_only)


def _picked(clause: bytes) -> tuple[str, ...]:
    """The exported names that an import or export clause picks: `default`, `*`, `{a as b}` → a."""
    names: list[str] = []
    head, _, rest = clause.partition(b"{")
    listed, _, _ = rest.partition(b"}")
    for part in listed.split(b","):
        words = [word for word in part.split() if word != b"type"]
        if words:
            names.append(words[0].decode("utf-8", "replace"))
    if b"*" in head:
        names.append("*")
    elif clause.startswith(b"import") and set(_NAMES.findall(head)) - {b"import", b"type", b"from"}:
        names.append("default")
    return tuple(names)


def _required(code: bytes) -> Iterator[ImportRef]:
    """`require("…")` and `import("…")`, wherever they stand."""
    line, position = 1, 0
    for match in _REQUIRE.finditer(code):
        line += code.count(b"\n", position, match.start(2))
        position = match.start(2)
        picked = [part.split(b":")[0].strip() for part in (match.group(1) or b"").split(b",")]
        names = tuple(name.decode("utf-8", "replace") for name in picked if name)
        yield ImportRef(match.group(2).decode("utf-8", "replace"), names, line)


def _export_names(code: bytes) -> Iterator[str]:
    for match in _EXPORT_LIST.finditer(code):
        for name in _NAMES.findall(match.group(1)):
            yield name.decode()
    for match in _EXPORT_NAME.finditer(code):
        yield match.group(1).decode()


def _is_exported(name: str, header: bytes) -> bool:
    return not (name.startswith(("#", "_")) or b"private " in header or b"protected " in header)


_ROLES: Final = {
    "statement_block": Role.BODY,
    "class_body": Role.BODY,
    "switch_body": Role.BODY,
    "switch_case": Role.GROUP,
    "switch_default": Role.GROUP,
    "object": Role.LITERAL,
    "array": Role.LITERAL,
    "comment": Role.COMMENT,
    "html_comment": Role.COMMENT,
    "import_statement": Role.IMPORT,
    "export_statement": Role.WRAPPER,
    "decorator": Role.ATTRIBUTE,
    "arrow_function": Role.FUNCTION,
    "function_expression": Role.FUNCTION,
    "generator_function": Role.FUNCTION,
    "template_string": Role.TEXT,
}

_DEFINITIONS: Final = {
    "function_declaration": function(),
    "generator_function_declaration": function(),
    "class_declaration": named(SymbolKind.CLASS),
    "class": named(SymbolKind.CLASS),
    "method_definition": _method,
    "pair": _pair,
    "lexical_declaration": _variables,
    "variable_declaration": _variables,
    "expression_statement": _expression,
}

_TYPES_ROLES: Final = {
    "interface_body": Role.BODY,
    "object_type": Role.LITERAL,
    "enum_body": Role.BODY,
    "ambient_declaration": Role.WRAPPER,
}

_TYPES: Final = {
    "abstract_class_declaration": named(SymbolKind.CLASS),
    "interface_declaration": named(SymbolKind.INTERFACE),
    "enum_declaration": named(SymbolKind.ENUM),
    "internal_module": named(SymbolKind.MODULE),
    "module": named(SymbolKind.MODULE),
    "type_alias_declaration": declaration(SymbolKind.TYPE),
    "function_signature": function(),
    "method_signature": _method,
    "abstract_method_signature": _method,
    "public_field_definition": _field,
    "property_signature": _field,
}

_FIELDS: Final = {"field_definition": _field}

_KEYWORDS: Final = words(
    "if for while switch catch function return typeof await super import require "
    "with in of new case throw delete void yield do else async"
)


def _spec(name: str, grammar: str, extensions: tuple[str, ...], *, has_types: bool) -> LanguageSpec:
    return LanguageSpec(
        name=name,
        grammar=grammar,
        extensions=extensions,
        shebangs={"javascript": ("node", "nodejs"), "typescript": ("deno", "ts-node", "tsx")}.get(
            name, ()
        ),
        roles=_ROLES | _TYPES_ROLES if has_types else _ROLES,
        definitions=_DEFINITIONS | (_TYPES if has_types else _FIELDS),
        unwrap=_unwrap,
        imports=_imports,
        extra_imports=_required,
        export_names=_export_names,
        exported=_is_exported,
        calls=(CALLS, DECORATORS),
        not_calls=_KEYWORDS,
        resolve=resolve,
    )


SPEC = _spec("javascript", "javascript", (".js", ".jsx", ".mjs", ".cjs"), has_types=False)
TYPESCRIPT = _spec("typescript", "typescript", (".ts", ".mts", ".cts"), has_types=True)
TSX = _spec("tsx", "tsx", (".tsx",), has_types=True)
