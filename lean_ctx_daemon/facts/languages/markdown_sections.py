"""Markdown's underlined headings: sections that the grammar makes for headings with `#` only.

What it does not: change a tree. What stands side by side is put into groups that look like sections
to the walk, which enters them as it enters the grammar's own.

Tests: tests/facts/test_markdown_sections.py
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final, cast

from tree_sitter import Node

from lean_ctx_daemon.facts.finders import child_of_type, first_named
from lean_ctx_daemon.facts.grammar import grammar_of

_UNDERLINED: Final = "setext_heading"
_OUTER: Final = "setext_h1_underline"


@dataclass(frozen=True, slots=True)
class _Siblings:
    """Nodes that stand side by side, as if they were the children of one."""

    named_children: list[Node]
    kind_id: int
    type: str = "section"

    @property
    def children(self) -> list[Node]:
        return self.named_children

    @property
    def start_byte(self) -> int:
        return self.named_children[0].start_byte

    @property
    def end_byte(self) -> int:
        return self.named_children[-1].end_byte


def underlined_sections(children: list[Node]) -> list[Node]:
    """The children of a node, each underlined heading in one section with what follows it."""
    flat: list[Node] = []
    for child in children:
        head = first_named(child) if child.type == "section" else None
        is_underlined = head is not None and head.type == _UNDERLINED
        flat.extend(child.named_children if is_underlined else [child])
    heads = [i for i, child in enumerate(flat) if child.type == _UNDERLINED]
    if heads and heads[0] == 0 and flat == children:  # such a section's own heading
        heads = heads[1:]
    if not heads:
        return children
    return [*flat[: heads[0]], *_sections(flat[heads[0] :])]


def _sections(children: list[Node]) -> list[Node]:
    """The children, of which the first is a heading, in sections: with `-` below those with `=`."""
    sections: list[list[Node]] = []
    is_in_outer = False
    for child in children:
        is_outer = child.type == _UNDERLINED and child_of_type(child, _OUTER) is not None
        if is_outer or (child.type == _UNDERLINED and not is_in_outer):
            sections.append([])
            is_in_outer = is_outer
        sections[-1].append(child)
    # All that the walk and the finder of sections ask of a node, `_Siblings` answers.
    return [cast("Node", _Siblings(section, _section_id())) for section in sections]


@cache
def _section_id() -> int:
    grammar = grammar_of("markdown")
    assert grammar is not None  # noqa: S101 - its spec is what led here
    return grammar.language.id_for_node_kind("section", True) or 0  # noqa: FBT003 - its signature
