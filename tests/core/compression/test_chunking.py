from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.chunking import LOOSE_TOKENS, MAX_TOKENS, MIN_TOKENS, chunks
from lean_ctx_daemon.core.types import (
    NO_PARENT,
    NO_SYMBOL,
    Chunks,
    NodeKind,
    Outline,
    Symbol,
    SymbolKind,
)

K = NodeKind
Row = tuple[int, int, int, NodeKind, int]


def cut(rows: list[Row], tokens: list[int], names: str = "") -> Chunks:
    """Chunks of nodes (first, last, parent, kind, symbol); a line of 0 tokens is blank."""
    first, last, parent, kind, symbol = (
        np.array(column, dtype=np.int32) for column in zip(*rows, strict=True)
    )
    outline = Outline(first, last, parent, kind.astype(np.uint8), symbol)
    symbols = [Symbol(name, name, SymbolKind.FUNCTION, 1, 1, 1) for name in names]
    counts = np.array(tokens, dtype=np.int32)
    return chunks(outline, symbols, counts, counts == 0)


def lines(found: Chunks) -> list[tuple[int, int, int]]:
    return list(zip(found.first.tolist(), found.last.tolist(), found.symbol.tolist(), strict=True))


def test_imports_loose_statements_and_definitions_are_chunks_of_their_own() -> None:
    found = cut(
        [
            (1, 1, NO_PARENT, K.IMPORT, NO_SYMBOL),
            (2, 2, NO_PARENT, K.IMPORT, NO_SYMBOL),
            (4, 4, NO_PARENT, K.STATEMENT, NO_SYMBOL),
            (5, 5, NO_PARENT, K.CONSTANT, 0),
            (6, 6, NO_PARENT, K.COMMENT, NO_SYMBOL),
            (7, 8, NO_PARENT, K.DEFINITION, 1),
            (9, 9, NO_PARENT, K.DEFINITION, 2),
        ],
        [5, 5, 0, 5, 5, 5, 5, 5, 5],
        "abc",
    )
    assert lines(found) == [(1, 2, -1), (4, 5, -1), (6, 8, 1), (9, 9, 2)]
    assert found.tokens.tolist() == [10, 10, 15, 5]


def test_a_type_gives_its_header_with_fields_and_a_chunk_per_method() -> None:
    found = cut(
        [
            (1, 9, NO_PARENT, K.TYPE, 0),
            (2, 2, 0, K.COMMENT, NO_SYMBOL),
            (3, 3, 0, K.CONSTANT, 1),
            (5, 6, 0, K.DEFINITION, 2),
            (7, 8, 0, K.DEFINITION, 3),
        ],
        [5, 5, 5, 0, 5, 5, 5, 5, 1],
        "abcd",
    )
    assert lines(found) == [(1, 3, 0), (5, 6, 2), (7, 9, 3)]


def test_overloads_go_with_what_they_overload() -> None:
    found = cut(
        [
            (1, 1, NO_PARENT, K.CONSTANT, 0),
            (2, 2, NO_PARENT, K.CONSTANT, 1),
            (3, 4, NO_PARENT, K.DEFINITION, 2),
        ],
        [5, 5, 5, 5],
        "fff",
    )
    assert lines(found) == [(1, 4, 2)]


def test_a_guard_around_the_file_does_not_make_it_one_chunk() -> None:
    found = cut(
        [
            (1, 7, NO_PARENT, K.BLOCK, NO_SYMBOL),
            (2, 3, 0, K.DEFINITION, 0),
            (5, 6, 0, K.DEFINITION, 1),
        ],
        [3, 5, 5, 0, 5, 5, 1],
        "ab",
    )
    assert lines(found) == [(1, 1, -1), (2, 3, 0), (5, 7, 1)]


def test_a_long_definition_is_cut_between_its_statements() -> None:
    rows: list[Row] = [(1, 101, NO_PARENT, K.DEFINITION, 0)]
    rows += [(i, i, 0, K.STATEMENT, NO_SYMBOL) for i in range(2, 102)]
    found = cut(rows, [10] * 101, "f")
    assert found.symbol.tolist() == [0] * len(found)
    assert all(MIN_TOKENS <= n <= MAX_TOKENS for n in found.tokens.tolist())
    assert found.tokens.sum() == 1010


def test_a_long_block_in_a_long_definition_is_cut_inside() -> None:
    rows: list[Row] = [(1, 102, NO_PARENT, K.DEFINITION, 0), (2, 102, 0, K.BLOCK, NO_SYMBOL)]
    rows += [(i, i, 1, K.STATEMENT, NO_SYMBOL) for i in range(3, 103)]
    assert max(cut(rows, [10] * 102, "f").tokens.tolist()) <= MAX_TOKENS


def test_small_constants_do_not_become_a_chunk_each() -> None:
    rows: list[Row] = [(i, i, NO_PARENT, K.CONSTANT, NO_SYMBOL) for i in range(1, 501)]
    found = cut(rows, [6] * 500)
    assert len(found) <= 1 + 500 * 6 // (LOOSE_TOKENS - 6)


def test_a_file_without_lines_has_no_chunks() -> None:
    none = np.zeros(0, dtype=np.int32)
    empty = Outline(none, none, none, none.astype(np.uint8), none)
    assert len(chunks(empty, [], none, none.astype(bool))) == 0


@st.composite
def files(draw: st.DrawFn) -> tuple[list[Row], list[int]]:
    """Random statement trees; roots cover every line that is not blank."""
    rows: list[Row] = []

    def grow(first: int, last: int, parent: int, depth: int) -> None:
        line = first
        while line <= last:
            start = line if parent == NO_PARENT else draw(st.integers(line, last))
            end = draw(st.integers(start, last))
            kind = draw(st.sampled_from(NodeKind))
            symbol = len(rows) if kind in (K.DEFINITION, K.TYPE, K.CONSTANT) else NO_SYMBOL
            rows.append((start, end, parent, kind, symbol))
            if end > start and depth < 4 and draw(st.booleans()):
                grow(start + 1, end, len(rows) - 1, depth + 1)
            line = end + 1

    n_lines = draw(st.integers(1, 40))
    grow(1, n_lines, NO_PARENT, 0)
    tokens = draw(st.lists(st.integers(0, 200), min_size=n_lines, max_size=n_lines))
    return rows, tokens


@given(files())
def test_every_line_that_is_not_blank_is_in_one_chunk(file: tuple[list[Row], list[int]]) -> None:
    rows, tokens = file
    found = cut(rows, tokens, "x" * len(rows))
    covered = [line for a, b, _ in lines(found) for line in range(a, b + 1)]
    assert covered == sorted(set(covered))
    assert {i + 1 for i, n in enumerate(tokens) if n} <= set(covered)
    for (first, last, _), n in zip(lines(found), found.tokens.tolist(), strict=True):
        assert n == sum(tokens[first - 1 : last])
        assert tokens[first - 1]
        assert tokens[last - 1]


def test_a_long_comment_is_cut_between_its_paragraphs() -> None:
    rows: list[Row] = [(1, 80, NO_PARENT, K.COMMENT, NO_SYMBOL)]
    rows += [(11, 45, 0, K.COMMENT, NO_SYMBOL), (46, 80, 0, K.COMMENT, NO_SYMBOL)]
    assert [first for first, *_ in lines(cut(rows, [10] * 80))] == [1, 46]
