"""Elixir: `def…` macros are definitions; alias, import, require and use name modules.

What it does not: expand macros. A module lies in the file that its last part names in snake case.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import child_of_type, first_named, found
from lean_ctx_daemon.facts.spec import CALLS, Found, LanguageSpec, Role, Scope, words

_KINDS: Final = {
    b"defmodule": SymbolKind.MODULE,
    b"defprotocol": SymbolKind.INTERFACE,
    b"defimpl": SymbolKind.TYPE,
    b"def": SymbolKind.FUNCTION,
    b"defp": SymbolKind.FUNCTION,
    b"defmacro": SymbolKind.MACRO,
    b"defmacrop": SymbolKind.MACRO,
    b"defguard": SymbolKind.MACRO,
    b"defguardp": SymbolKind.MACRO,
    b"defdelegate": SymbolKind.FUNCTION,
    b"defcallback": SymbolKind.FUNCTION,
}
_IMPORTS: Final = (b"alias", b"import", b"require", b"use")
_DOCS: Final = (b"@doc", b"@moduledoc", b"@typedoc", b"@shortdoc")
_ATTRIBUTES: Final = (b"@spec", b"@impl", b"@deprecated", b"@since", b"@dialyzer")
_TARGET: Final = re.compile(rb"(\w+)[ (]\s*([A-Z]\w*(?:\.\w+)*)(?:\.\{([^}]*)\})?")
_ATTRIBUTE: Final = re.compile(rb"@(\w+)")
_REMOTE: Final = re.compile(rb"\b([A-Z]\w*+)\.")
_WORD_EDGE: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def _word(node: Node, data: bytes) -> bytes:
    """The first word of a call or attribute."""
    head = data[node.start_byte : min(node.end_byte, node.start_byte + 16)]
    return head.split(None, 1)[0].split(b"(", 1)[0] if head.strip() else b""


def _definition(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """`def name(args) when guard do … end`, `defmodule A.B do … end`."""
    word = _word(node, data)
    kind = _KINDS.get(word)
    arguments = child_of_type(node, "arguments")
    if kind is None or arguments is None:
        return None
    name: Node | None = first_named(arguments)
    while name is not None and name.type in ("binary_operator", "call"):
        name = name.child_by_field_name("left") or name.child_by_field_name("target")
    if name is None or name.type not in ("identifier", "alias"):
        return None
    return found(name, data, kind, body=child_of_type(node, "do_block"))


def _role_of_call(node: Node, data: bytes) -> Role:
    return Role.IMPORT if _word(node, data) in _IMPORTS else Role.PLAIN


def _role_of_operator(node: Node, data: bytes) -> Role:
    word = _word(node, data)
    if word in _DOCS:
        return Role.COMMENT
    return Role.ATTRIBUTE if word in _ATTRIBUTES else Role.PLAIN


def _attribute(node: Node, data: bytes, scope: Scope) -> Found | None:
    """`@timeout 5_000`: a module's constant."""
    match = _ATTRIBUTE.match(data, node.start_byte, node.end_byte)
    operand = node.child_by_field_name("operand")
    if match is None or scope is Scope.LOCAL or operand is None:
        return None
    name = operand.child_by_field_name("target")
    if name is None or _role_of_operator(node, data) is not Role.PLAIN:
        return None
    return found(name, data, SymbolKind.CONSTANT)


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    match = _TARGET.match(data, node.start_byte, node.end_byte)
    if match is None:
        return
    line = node.start_point[0] + 1
    module = match.group(2).decode()
    group = match.group(3)
    for name in group.decode("utf-8", "replace").split(",") if group else ():
        yield ImportRef(f"{module}.{name.strip()}", (), line)
    if not group:
        yield ImportRef(module, (), line)


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The file named by the module's last part whose folders agree best with the parts before."""
    parts = [_WORD_EDGE.sub("_", part).lower() for part in ref.module.split(".")]
    best: tuple[int, str] | None = None
    for suffix in (".ex", ".exs"):
        for path in roster.named(parts[-1] + suffix):
            folders = path.split("/")[:-1]
            n = 0
            while n < min(len(folders), len(parts) - 1) and folders[-1 - n] == parts[-2 - n]:
                n += 1
            if best is None or n > best[0]:
                best = (n, path)
    if best is None or best[1] == importer or best[0] < min(1, len(parts) - 1):
        return ()
    return (best[1],)


SPEC = LanguageSpec(
    name="elixir",
    grammar="elixir",
    extensions=(".ex", ".exs"),
    shebangs=("elixir",),
    roles={
        "do_block": Role.BODY,
        "else_block": Role.CLAUSE,
        "rescue_block": Role.CLAUSE,
        "catch_block": Role.CLAUSE,
        "after_block": Role.CLAUSE,
        "stab_clause": Role.GROUP,
        "body": Role.CLAUSE,
        "anonymous_function": Role.BODY,
        "list": Role.LITERAL,
        "map_content": Role.LITERAL,
        "comment": Role.COMMENT,
        "string": Role.TEXT,
        "sigil": Role.TEXT,
    },
    choosers={"call": _role_of_call, "unary_operator": _role_of_operator},
    definitions={"call": _definition, "unary_operator": _attribute},
    imports=_imports,
    exported=lambda name, header: (
        not (header.startswith((b"defp", b"defmacrop")) or name[:1] == "_")
    ),
    calls=(CALLS, _REMOTE),
    not_calls=words("def defp defmacro if unless case cond fn when and or not in do"),
    resolve=resolve,
)
