from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.outline import (
    children,
    empty_outline,
    line_owners,
    node_at,
    own_lines,
    subtree_ends,
    visible_lines,
)
from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, NodeKind, Outline

Row = tuple[int, int, int]


def outline_of(rows: list[Row]) -> Outline:
    first, last, parent = (np.array(column, dtype=np.int32) for column in zip(*rows, strict=True))
    kind = np.full(len(rows), NodeKind.STATEMENT, dtype=np.uint8)
    return Outline(first, last, parent, kind, np.full(len(rows), NO_SYMBOL, dtype=np.int32))


#  1 def f():
#  2     if a:
#  3         b()
#  4     else:
#  5         c()
#  6
#  7     return d
#  8
#  9 e()
EXAMPLE = outline_of(
    [(1, 7, NO_PARENT), (2, 5, 0), (3, 3, 1), (5, 5, 1), (7, 7, 0), (9, 9, NO_PARENT)]
)


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    """Random trees that obey the laws, at most 60 lines."""
    rows: list[Row] = []

    def grow(first: int, last: int, parent: int, depth: int) -> None:
        line = first
        while line <= last and len(rows) < 40:
            start = draw(st.integers(line, last))
            end = draw(st.integers(start, last))
            rows.append((start, end, parent))
            if end > start and depth < 5 and draw(st.booleans()):
                grow(start + 1, end, len(rows) - 1, depth + 1)
            line = end + 1

    grow(1, draw(st.integers(1, 60)), NO_PARENT, 0)
    return outline_of(rows)


def test_own_lines_are_header_clause_and_blank_lines() -> None:
    assert own_lines(EXAMPLE, 0) == [1, 6]
    assert own_lines(EXAMPLE, 1) == [2, 4]
    assert own_lines(EXAMPLE, 5) == [9]


def test_showing_a_branch_shows_its_condition_and_its_function() -> None:
    assert visible_lines(EXAMPLE, [3]) == {1, 2, 4, 5, 6}


def test_showing_a_root_shows_it_whole_and_nothing_else() -> None:
    assert visible_lines(EXAMPLE, [0]) == set(range(1, 8))
    assert visible_lines(EXAMPLE, [5]) == {9}
    assert visible_lines(EXAMPLE, []) == set()


def test_the_node_at_a_line_is_the_innermost() -> None:
    assert [node_at(EXAMPLE, line) for line in range(10)] == [
        NO_PARENT, 0, 1, 2, 1, 3, 0, 4, NO_PARENT, 5,
    ]  # fmt: skip


def test_an_empty_outline_has_no_owners() -> None:
    assert node_at(empty_outline(), 1) == NO_PARENT
    assert line_owners(empty_outline(), 3).tolist() == [NO_PARENT] * 3


def test_children_skip_grandchildren() -> None:
    assert list(children(subtree_ends(EXAMPLE), 0)) == [1, 4]


@given(outlines())
def test_owners_agree_with_own_lines_and_with_node_at(outline: Outline) -> None:
    n_lines = int(outline.last.max()) + 1
    owners = line_owners(outline, n_lines).tolist()
    assert owners == [node_at(outline, line) for line in range(1, n_lines + 1)]
    for i in range(len(outline)):
        assert own_lines(outline, i) == [k + 1 for k, owner in enumerate(owners) if owner == i]


@given(outlines(), st.data())
def test_visible_lines_are_subtrees_and_ancestors_own_lines(
    outline: Outline, data: st.DataObject
) -> None:
    kept = data.draw(st.sets(st.integers(0, len(outline) - 1), max_size=6))
    expected: set[int] = set()
    for node in kept:
        expected.update(range(int(outline.first[node]), int(outline.last[node]) + 1))
        above = int(outline.parent[node])
        while above != NO_PARENT:
            expected.update(own_lines(outline, above))
            above = int(outline.parent[above])
    assert visible_lines(outline, kept) == expected


@given(outlines(), st.data())
def test_whatever_is_shown_shows_its_headers(outline: Outline, data: st.DataObject) -> None:
    shown = visible_lines(outline, [data.draw(st.integers(0, len(outline) - 1))])
    for line in shown:
        node = node_at(outline, line)
        while node != NO_PARENT:
            assert int(outline.first[node]) in shown
            node = int(outline.parent[node])
