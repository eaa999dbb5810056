"""A language's table joined with its grammar: what the walk looks up for each node.

What it does not: walk. Node types are looked up by number (`kind_id`), which costs half of what the
type's name costs; a name may have several numbers (aliases), all are entered. Grammars load on
first use and stay for the process's life; parsers are made per file, for they are not thread-safe.

Tests: tests/facts/test_walk.py, tests/contract/test_tree_sitter.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from tree_sitter import Language, Parser, Tree
from tree_sitter_language_pack import SupportedLanguage, get_language

from lean_ctx_daemon.facts.spec import Chooser, Finder, LanguageSpec, Role

# tree-sitter numbers its ERROR nodes so; what stands inside an error is still worth having.
ERROR_KIND_ID: Final = 65535


@dataclass(frozen=True, slots=True)
class Grammar:
    """Roles and finders by node number. A number without a role is plain and defines nothing."""

    spec: LanguageSpec
    language: Language
    roles: dict[int, Role]
    finders: dict[int, Finder]
    choosers: dict[int, Chooser]

    def parse(self, data: bytes) -> Tree:
        """The tree of UTF-8 bytes; syntax errors become nodes in it."""
        return Parser(self.language).parse(data)


@cache
def grammar_of(spec_name: str) -> Grammar | None:
    """The grammar of a language by the name of its spec, None for text without one."""
    from lean_ctx_daemon.facts.registry import SPECS

    spec = SPECS.get(spec_name)
    if spec is None:
        return None
    language = get_language(cast("SupportedLanguage", spec.grammar))
    roles: dict[int, Role] = {ERROR_KIND_ID: Role.GROUP}
    finders: dict[int, Finder] = {}
    choosers: dict[int, Chooser] = {}
    for kind_id in range(language.node_kind_count):
        if not language.node_kind_is_named(kind_id):
            continue
        name = language.node_kind_for_id(kind_id) or ""
        if name in spec.roles:
            roles[kind_id] = spec.roles[name]
        if name in spec.definitions:
            finders[kind_id] = spec.definitions[name]
            roles.setdefault(kind_id, Role.PLAIN)
        if name in spec.choosers:
            roles[kind_id] = Role.CHOOSE
            choosers[kind_id] = spec.choosers[name]
    return Grammar(spec, language, roles, finders, choosers)
