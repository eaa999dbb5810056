"""What a language module declares: the words in which grammars are described to the walk.

What it does not: parse or walk. A language is a table from node types to roles and finders; the
walk (facts/walk.py) knows roles only, so adding a language is adding a table.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, NodeKind, Roster, SymbolKind


class Role(IntEnum):
    """What the walk does with a node. The order has no meaning."""

    PLAIN = 0  # a statement where statements stand, otherwise looked through
    BODY = 1  # holds statements (block, class body); a node only where it stands as a statement
    CLAUSE = 2  # holds statements of the statement around it (`#else`, Bash's `else`); never a node
    GROUP = 3  # a node wherever it stands, holding statements itself (`case`, a match arm)
    LITERAL = 4  # object, array, dictionary: its entries become nodes where it is long
    COMMENT = 5
    IMPORT = 6
    WRAPPER = 7  # decorated definition, export, template: belongs to what it wraps
    ATTRIBUTE = 8  # stands before its definition as a sibling and belongs to it
    FUNCTION = 9  # a function without a name: what is defined inside is local
    DOC = 10  # a string that stands as a statement: documentation
    CHOOSE = 11  # depends on the node: the language's `choosers` say
    TEXT = 12  # a string that may span lines: its paragraphs become nodes where it is long


class Scope(IntEnum):
    """Where a definition stands."""

    MODULE = 0
    MEMBER = 1  # directly in a class, interface, struct …
    LOCAL = 2  # in a function's body
    BROKEN = 3  # on the top level of a file that did not parse: it may be the rest of anything


@dataclass(frozen=True, slots=True)
class Found:
    """A definition that a finder recognised. `body` opens after the header; `inner` is walked."""

    name: str
    kind: SymbolKind
    node_kind: NodeKind
    name_start: int
    name_end: int
    body: Node | None = None
    inner: Node | None = None
    qualifier: str = ""


Finder = Callable[[Node, bytes, Scope], Found | None]

Chooser = Callable[[Node, bytes], Role]

Resolve = Callable[[str, ImportRef, str, Roster], tuple[str, ...]]

# A name directly before an opening parenthesis: what nearly all languages call by; what follows a
# keyword of definition is none. The pattern reads the code backwards, where a match begins with a
# character to search for: forwards it takes four times as long.
CALLS: Final = re.compile(
    rb"\( ?(\w++)(?<=[A-Za-z_])(?! (?:fed|pfed|ssalc|nf|cnuf|noitcnuf|nuf)\b)"
)

# Decorators, annotations.
DECORATORS: Final = re.compile(rb"@([A-Za-z_][\w.]*)")


def words(text: str) -> frozenset[str]:
    """The words of a text, for the tables of keywords."""
    return frozenset(text.split())


def no_imports(_node: Node, _data: bytes) -> Iterable[ImportRef]:
    """For languages whose imports are not statements of their own."""
    return ()


def no_names(_code: bytes) -> Iterable[str]:
    """For languages without this kind of names."""
    return ()


def no_package(_root: Node, _data: bytes) -> str:
    """For languages whose files do not say what they belong to."""
    return ""


def always_exported(_name: str, _header: bytes) -> bool:
    """For languages without visibility."""
    return True


def last_named_child(node: Node) -> Node:
    """What a wrapper wraps, in nearly all grammars."""
    children = node.named_children
    return children[-1] if children else node


def unresolved(_importer: str, _ref: ImportRef, _package: str, _roster: Roster) -> tuple[str, ...]:
    """For languages whose imports do not name files."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageSpec:
    """One language: how it is recognised, what its nodes mean, how its imports resolve.

    `exported(name, header)` judges by the name and the bytes before it; `extra_imports(code)` finds
    imports that are ordinary calls (`require(…)`); `export_names(code)` names that are exported
    elsewhere than at their definition (None: each definition says so itself); `regrouped(children)`
    puts into groups what a grammar leaves side by side. Text in which
    `crashes_on` is found would end the process in the grammar's C code and is read as plain text.
    """

    name: str
    grammar: str
    extensions: tuple[str, ...] = ()
    file_names: tuple[str, ...] = ()
    shebangs: tuple[str, ...] = ()
    roles: Mapping[str, Role] = field(default_factory=dict)
    definitions: Mapping[str, Finder] = field(default_factory=dict)
    choosers: Mapping[str, Chooser] = field(default_factory=dict)
    unwrap: Callable[[Node], Node] = last_named_child
    regrouped: Callable[[list[Node]], list[Node]] | None = None
    imports: Callable[[Node, bytes], Iterable[ImportRef]] = no_imports
    extra_imports: Callable[[bytes], Iterable[ImportRef]] | None = None
    export_names: Callable[[bytes], Iterable[str]] | None = None
    embedded_bases: Callable[[bytes], Iterable[str]] = no_names
    package: Callable[[Node, bytes], str] = no_package
    exported: Callable[[str, bytes], bool] = always_exported
    calls: tuple[re.Pattern[bytes], ...] = (CALLS,)
    not_calls: frozenset[str] = frozenset()
    crashes_on: re.Pattern[bytes] | None = None
    resolve: Resolve = unresolved
