"""Python: definitions and imports. Resolution is in python_imports.

Tests: tests/facts/test_python.py
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, SymbolKind
from lean_ctx_daemon.facts.finders import first_named, found, function, named, text_of
from lean_ctx_daemon.facts.languages.python_imports import resolve
from lean_ctx_daemon.facts.spec import CALLS, DECORATORS, Found, LanguageSpec, Role, Scope, words


def _assignment(node: Node, data: bytes, scope: Scope) -> Found | None:
    """A module's or class's name bound by `=` or annotated."""
    if scope is Scope.LOCAL:
        return None
    left = first_named(node)
    if left is None or left.type != "identifier":
        return None
    kind = SymbolKind.FIELD
    if scope is not Scope.MEMBER:
        is_constant = data[left.start_byte : left.end_byte].isupper()
        kind = SymbolKind.CONSTANT if is_constant else SymbolKind.VARIABLE
    return found(left, data, kind)


def _alias(node: Node, data: bytes, scope: Scope) -> Found | None:
    """`type X = …`."""
    left = node.child_by_field_name("left")
    if left is None or scope is Scope.LOCAL:
        return None
    return found(left, data, SymbolKind.TYPE, declares_only=True)


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    line = node.start_point[0] + 1
    if node.type == "import_statement":
        for child in node.children_by_field_name("name"):
            name = child.child_by_field_name("name") if child.type == "aliased_import" else child
            if name is not None:
                yield ImportRef(_joined(name, data), (), line)
        return
    module = node.child_by_field_name("module_name")
    names: list[str] = []
    for child in node.children_by_field_name("name"):
        name = child.child_by_field_name("name") if child.type == "aliased_import" else child
        if name is not None:
            names.append(_joined(name, data))
    if not names and any(child.type == "wildcard_import" for child in node.named_children):
        names.append("*")
    yield ImportRef(_joined(module, data) if module else "__future__", tuple(names), line)


def _joined(node: Node, data: bytes) -> str:
    """A dotted name as one word (`a . b` and continuation lines are legal)."""
    return "".join(text_of(node, data).split())


def _is_exported(name: str, _header: bytes) -> bool:
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


SPEC = LanguageSpec(
    name="python",
    grammar="python",
    extensions=(".py", ".pyi", ".pyw"),
    file_names=("SConstruct", "SConscript", "wscript"),
    shebangs=("python",),
    roles={
        "block": Role.BODY,
        "case_clause": Role.GROUP,
        "dictionary": Role.LITERAL,
        "list": Role.LITERAL,
        "set": Role.LITERAL,
        "tuple": Role.LITERAL,
        "comment": Role.COMMENT,
        "string": Role.DOC,
        "concatenated_string": Role.DOC,
        "import_statement": Role.IMPORT,
        "import_from_statement": Role.IMPORT,
        "future_import_statement": Role.IMPORT,
        "decorated_definition": Role.WRAPPER,
    },
    definitions={
        "function_definition": function(),
        "class_definition": named(SymbolKind.CLASS),
        "assignment": _assignment,
        "type_alias_statement": _alias,
    },
    imports=_imports,
    exported=_is_exported,
    calls=(CALLS, DECORATORS),
    not_calls=words(
        "and as assert await class def del elif else except for from if import in is "
        "lambda not or print raise return while with yield"
    ),
    resolve=resolve,
)
