"""From a syntax tree to raw statement rows and definitions, in one pass over what spans lines.

What it does not: know lines (rows are byte offsets; facts/tree.py turns them into an Outline) or
languages (roles and finders come with the grammar). The rule that makes it cheap: a node on a
single line has no statement below it worth a node of its own, so only nodes with a line end inside
are entered. Rows come in no particular order, but a parent before its children.

Bounds: no recursion; MAX_DEPTH levels, below which a node is a leaf (tree-sitter #5807: 3,333
levels occur in real headers; 100,000 open brackets must not hang).

Tests: tests/facts/test_walk.py
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from tree_sitter import Node

from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, NodeKind, SymbolKind
from lean_ctx_daemon.facts.grammar import Grammar
from lean_ctx_daemon.facts.spec import Found, Role, Scope

MAX_DEPTH: Final = 400

# A literal with fewer line ends is read as one statement, like any other expression.
LONG_LITERAL_LINES: Final = 8

# A string with fewer line ends is read as a whole (facts/tree.py: a paragraph is no longer).
LONG_TEXT_LINES: Final = 40

_ROW: Final = 5  # start, end, parent, kind, symbol

# Wrappers in wrappers: `export @decorator class`, templates of templates.
MAX_WRAPPERS: Final = 8

_SCOPES: Final = {
    SymbolKind.FUNCTION: Scope.LOCAL,
    SymbolKind.METHOD: Scope.LOCAL,
    SymbolKind.MACRO: Scope.LOCAL,
    SymbolKind.MODULE: Scope.MODULE,
}
_VALUES: Final = frozenset({SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.FIELD})
_TOP: Final = frozenset({Scope.MODULE, Scope.BROKEN})
_LISTS: Final = frozenset({Role.BODY, Role.GROUP})

# The hot loop compares with these: a module's name is read faster than an enum's member.
_PLAIN: Final = Role.PLAIN
_COMMENT: Final = Role.COMMENT
_ATTRIBUTE: Final = Role.ATTRIBUTE
_CHOOSE: Final = Role.CHOOSE
_STATEMENT: Final = int(NodeKind.STATEMENT)
_COMMENT_KIND: Final = int(NodeKind.COMMENT)


class RawSymbol(NamedTuple):
    """A definition by byte offsets. `parent` indexes the list it stands in."""

    found: Found
    start: int
    end: int
    parent: int
    scope: Scope
    is_export: bool
    holder: Node  # whose children hold the body, as a rule


# A node whose children are still to be looked at: node, row and symbol around them, scope, whether
# they are statements, depth. A bare tuple: a named one costs ten times as much to make.
_Todo = tuple[Node, int, int, Scope, bool, int]


@dataclass(slots=True)
class Walked:
    """Flat rows of (start, end, parent, kind, symbol); what else was met on the way.

    `texts` are long strings: start, end, and the row that they are part of.
    """

    rows: list[int] = field(default_factory=list)
    symbols: list[RawSymbol] = field(default_factory=list)
    imports: list[Node] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    texts: list[tuple[int, int, int]] = field(default_factory=list)

    def emit(self, start: int, end: int, parent: int, kind: int, symbol: int = NO_SYMBOL) -> int:
        """Add a row and return its index."""
        rows = self.rows
        rows += (start, end, parent, kind, symbol)
        return len(rows) // _ROW - 1


def walk(root: Node, data: bytes, grammar: Grammar) -> Walked:
    """All statement rows and definitions of a tree. Linear in the nodes that span lines."""
    return _Walk(data, grammar).run(root)


class _Walk:
    """The pass itself: a stack of nodes to enter, and what was found so far."""

    def __init__(self, data: bytes, grammar: Grammar) -> None:
        self.data = data
        self.grammar = grammar
        self.result = Walked()
        self.stack: list[_Todo] = []

    def run(self, root: Node) -> Walked:
        scope = Scope.BROKEN if root.has_error else Scope.MODULE
        stack = self.stack
        stack.append((root, NO_PARENT, NO_SYMBOL, scope, True, 0))
        while stack:
            todo = stack.pop()
            if todo[-1] < MAX_DEPTH:
                self.enter(todo)
        return self.result

    def enter(self, todo: _Todo) -> None:
        """Look at the children of one node; the hot loop of indexing."""
        grammar, data, rows = self.grammar, self.data, self.result.rows
        push, has = self.stack.append, data.find
        role_of, finders = grammar.roles.get, grammar.finders
        node, parent, owner, scope, lists, depth = todo
        below = depth + 1
        attached = -1
        children = node.named_children
        if grammar.spec.regrouped is not None:
            children = grammar.spec.regrouped(children)
        for child in children:
            kind_id = child.kind_id
            role = role_of(kind_id)
            start, end = child.start_byte, child.end_byte
            if role is None and attached < 0:
                if lists:
                    rows += (start, end, parent, _STATEMENT, NO_SYMBOL)
                if has(b"\n", start, end) >= 0:
                    index = len(rows) // _ROW - 1 if lists else parent
                    push((child, index, owner, scope, False, below))
                continue
            if role is _CHOOSE:
                role = grammar.choosers[kind_id](child, data)
            if lists and role is _ATTRIBUTE:
                attached = start if attached < 0 else attached
                continue
            if attached >= 0 and role is not _COMMENT:
                start, attached = attached, -1
            if kind_id in finders and self.define(child, start, end, todo):
                continue
            self.enter_role(child, role or _PLAIN, start, end, todo)
        if attached >= 0:
            self.result.emit(attached, node.end_byte, parent, _STATEMENT)

    def enter_role(self, child: Node, role: Role, start: int, end: int, todo: _Todo) -> None:
        """A child that its grammar's table says something about."""
        _, parent, owner, scope, lists, depth = todo
        result = self.result
        if role is _COMMENT:
            result.rows += (start, end, parent, _COMMENT_KIND, NO_SYMBOL)
            result.comments.append((start, end))
        elif role is _PLAIN:
            index = result.emit(start, end, parent, _STATEMENT) if lists else parent
            if self.data.find(b"\n", start, end) >= 0:
                self.stack.append((child, index, owner, scope, False, depth + 1))
        elif role is Role.DOC and lists:
            result.emit(start, end, parent, NodeKind.COMMENT)
            result.comments.append((start, end))
        elif role is Role.DOC or role is Role.TEXT:
            self.enter_text(child, start, end, todo)
        elif role is Role.IMPORT:
            result.imports.append(child)
            result.emit(start, end, parent, NodeKind.IMPORT)
        elif role is Role.WRAPPER:
            self.enter_wrapper(child, start, end, todo)
        else:
            if role is Role.GROUP or (lists and role is not Role.CLAUSE):
                parent = result.emit(start, end, parent, NodeKind.STATEMENT)
            is_list = role is not Role.FUNCTION
            if role is Role.FUNCTION:
                scope = Scope.LOCAL
            elif role is Role.LITERAL:
                is_list = self.data.count(b"\n", start, end) >= LONG_LITERAL_LINES
            self.stack.append((child, parent, owner, scope, is_list, depth + 1))

    def enter_text(self, child: Node, start: int, end: int, todo: _Todo) -> None:
        """A string. It is entered for what is interpolated in it."""
        _, parent, owner, scope, lists, depth = todo
        n_breaks = self.data.count(b"\n", start, end)
        if lists:
            parent = self.result.emit(start, end, parent, _STATEMENT)
        if n_breaks >= LONG_TEXT_LINES and parent != NO_PARENT:
            self.result.texts.append((start, end, parent))
        if n_breaks:
            self.stack.append((child, parent, owner, scope, False, depth + 1))

    def enter_wrapper(self, child: Node, start: int, end: int, todo: _Todo) -> None:
        """Decorators, `export`, `template<…>`: the row begins there, the rest is inside."""
        spec, roles, finders = self.grammar.spec, self.grammar.roles, self.grammar.finders
        inner = spec.unwrap(child)
        if inner is child:
            self.enter_role(child, Role.IMPORT, start, end, todo)
            return
        for _ in range(MAX_WRAPPERS):
            if roles.get(inner.kind_id) is not Role.WRAPPER:
                break
            inner = spec.unwrap(inner)
        is_export = child.type.startswith("export")
        if inner.kind_id in finders and self.define(inner, start, end, todo, is_export=is_export):
            return
        _, parent, owner, scope, lists, depth = todo
        if lists:
            parent = self.result.emit(start, end, parent, NodeKind.STATEMENT)
        self.stack.append((child, parent, owner, scope, False, depth + 1))

    def is_closure(self, found: Found, owner: int, scope: Scope) -> bool:
        """A function bound to a local name within a named one: a statement of that one.

        Within functions without a name (a module's wrapper) such names are the file's own.
        """
        is_bound = found.inner is not None and found.kind is SymbolKind.FUNCTION
        if not is_bound or scope is not Scope.LOCAL or owner == NO_SYMBOL:
            return False
        return _SCOPES.get(self.result.symbols[owner].found.kind) is Scope.LOCAL

    def define(
        self, node: Node, start: int, end: int, todo: _Todo, *, is_export: bool = False
    ) -> bool:
        """Ask the node's finder; enter the definition it finds. False: it is none here."""
        _, parent, owner, scope, _, depth = todo
        found = self.grammar.finders[node.kind_id](node, self.data, scope)
        if found is None or not found.name or self.is_closure(found, owner, scope):
            return False
        result = self.result
        symbol = len(result.symbols)
        inner = found.inner or node
        result.symbols.append(RawSymbol(found, start, end, owner, scope, is_export, inner))
        index = result.emit(start, end, parent, found.node_kind, symbol)
        if self.data.find(b"\n", start, end) >= 0:
            lists = self.grammar.roles.get(inner.kind_id) in _LISTS
            if found.kind is SymbolKind.KEY:
                scope = Scope.MEMBER if scope in _TOP else Scope.LOCAL
            elif found.kind not in _VALUES:
                scope = _SCOPES.get(found.kind, Scope.MEMBER)
            self.stack.append((inner, index, symbol, scope, lists, depth + 1))
        return True
