"""Ruby: definitions, `require` and `require_relative`.

What it does not: follow autoloading by constant names, or `private` sections (a method's
visibility is a run-time matter in Ruby; an underscore is taken at its word).

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename, dirname, normpath
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import found, function, named
from lean_ctx_daemon.facts.spec import CALLS, Found, LanguageSpec, Role, Scope, words

_REQUIRE: Final = re.compile(rb"(require|require_relative|load|autoload)\b.*?['\"]([^'\"\n]+)['\"]")
_SENT: Final = re.compile(rb"\.([a-z_]\w*+)")
_CONSTANTS: Final = re.compile(rb"\b([A-Z]\w*+)(?:\.|::)")


def _role_of_call(node: Node, data: bytes) -> Role:
    head = data[node.start_byte : node.start_byte + 8]
    is_import = head.startswith((b"require ", b"require(", b"require_", b"load ", b"autoload"))
    return Role.IMPORT if is_import else Role.PLAIN


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    match = _REQUIRE.match(data, node.start_byte, node.end_byte)
    if match:
        name = match.group(2).decode("utf-8", "replace")
        is_relative = match.group(1) == b"require_relative"
        yield ImportRef(f"./{name}" if is_relative else name, (), node.start_point[0] + 1)


def _constant(node: Node, data: bytes, scope: Scope) -> Found | None:
    left = node.child_by_field_name("left")
    if left is None or left.type != "constant" or scope is Scope.LOCAL:
        return None
    return found(left, data, SymbolKind.CONSTANT)


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """Relative to the importer, else the file whose path ends so (`lib/` first)."""
    module = ref.module if ref.module.endswith(".rb") else f"{ref.module}.rb"
    if module.startswith("."):
        folder = dirname(importer)
        path = normpath(f"{folder}/{module}" if folder else module)
        return (path,) if path in roster and path != importer else ()
    ends = [
        path
        for path in roster.named(basename(module))
        if path == module or path.endswith(f"/{module}")
    ]
    ends.sort(key=lambda path: (not path.startswith("lib/"), path.count("/"), path))
    return tuple(path for path in ends[:1] if path != importer)


SPEC = LanguageSpec(
    name="ruby",
    grammar="ruby",
    extensions=(".rb", ".rake", ".gemspec", ".ru"),
    file_names=("Rakefile", "Gemfile", "Vagrantfile", "Guardfile"),
    shebangs=("ruby",),
    roles={
        "body_statement": Role.BODY,
        "block_body": Role.BODY,
        "then": Role.BODY,
        "do": Role.BODY,
        "else": Role.CLAUSE,
        "ensure": Role.CLAUSE,
        "begin": Role.GROUP,
        "when": Role.GROUP,
        "in_clause": Role.GROUP,
        "singleton_class": Role.GROUP,
        "array": Role.LITERAL,
        "hash": Role.LITERAL,
        "comment": Role.COMMENT,
        "heredoc_body": Role.TEXT,
        "string": Role.TEXT,
    },
    choosers={"call": _role_of_call},
    definitions={
        "method": function(),
        "singleton_method": function(),
        "class": named(SymbolKind.CLASS),
        "module": named(SymbolKind.MODULE),
        "assignment": _constant,
    },
    imports=_imports,
    exported=lambda name, _header: not name.startswith("_"),
    calls=(CALLS, _SENT, _CONSTANTS),
    not_calls=words("if unless while until return yield and or not in puts raise"),
    resolve=resolve,
)
