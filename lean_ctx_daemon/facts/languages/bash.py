"""Shell scripts: functions, assignments, sourced files.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename, dirname, normpath
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import declaration, named
from lean_ctx_daemon.facts.spec import LanguageSpec, Role, words

_SOURCE: Final = re.compile(rb"(?:\.|source)\s+[\"']?([^\s\"';]+)")
_COMMANDS: Final = re.compile(rb"^[ \t]*([A-Za-z_][\w-]*+)(?!=)", re.MULTILINE)


def _role_of_command(node: Node, data: bytes) -> Role:
    is_source = data.startswith((b". ", b"source "), node.start_byte)
    return Role.IMPORT if is_source else Role.PLAIN


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    match = _SOURCE.match(data, node.start_byte, node.end_byte)
    if match:
        yield ImportRef(match.group(1).decode("utf-8", "replace"), (), node.start_point[0] + 1)


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The sourced file beside the script or below the root; a leading `$DIR/` stands for either."""
    module = re.sub(r"^\$(?:\{[^}]*\}|\([^)]*\)|\w+)/", "", ref.module)
    for folder in (dirname(importer), ""):
        path = normpath(f"{folder}/{module}" if folder else module)
        if path in roster:
            return (path,) if path != importer else ()
    same = [path for path in roster.named(basename(module)) if path.endswith(f"/{module}")]
    return (same[0],) if len(same) == 1 and same[0] != importer else ()


SPEC = LanguageSpec(
    name="bash",
    grammar="bash",
    extensions=(".sh", ".bash", ".zsh", ".ksh", ".bats"),
    file_names=(".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD"),
    shebangs=("bash", "sh", "zsh", "ksh", "dash"),
    roles={
        "compound_statement": Role.BODY,
        "do_group": Role.BODY,
        "if_statement": Role.GROUP,
        "elif_clause": Role.CLAUSE,
        "else_clause": Role.CLAUSE,
        "case_item": Role.GROUP,
        "comment": Role.COMMENT,
        "heredoc_body": Role.TEXT,
    },
    choosers={"command": _role_of_command},
    definitions={
        "function_definition": named(SymbolKind.FUNCTION),
        "variable_assignment": declaration(SymbolKind.VARIABLE),
    },
    imports=_imports,
    calls=(_COMMANDS,),
    not_calls=words(
        "if then else elif fi for while until do done case esac in function local "
        "export return echo exit set shift cd printf read test true false eval exec "
        "unset trap"
    ),
    resolve=resolve,
)
