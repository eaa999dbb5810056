from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.gaps import (
    MARKER,
    Block,
    blocks,
    marker,
    marker_tokens,
    shown_text,
    without_edges,
)
from lean_ctx_daemon.core.types import Span

LINES = ["def f():", "    a", "    b", "", "def g():", "    c"]


def test_a_gap_is_one_line_that_names_what_is_missing() -> None:
    text, ranges = shown_text(LINES, [1, 5])
    assert text == "def f():\n…2-4\ndef g():\n…6\n"
    assert ranges == (Span(1, 1), Span(5, 5))


def test_blank_lines_between_shown_lines_are_shown() -> None:
    text, ranges = shown_text(LINES, [1, 2, 3, 5, 6])
    assert text == "\n".join(LINES) + "\n"
    assert ranges == (Span(1, 6),)


def test_nothing_visible_is_one_gap() -> None:
    assert shown_text(LINES, []) == ("…1-6\n", ())


def test_an_empty_file_shows_nothing() -> None:
    assert shown_text([], []) == ("", ())


def test_edges_are_left_to_the_heading() -> None:
    parts = blocks(LINES, [3])
    assert without_edges(parts) == [Block(3, 3, is_gap=False)]


def test_marker_tokens_grow_with_the_digits() -> None:
    # o200k takes digits in threes; the last token of each is the line end
    assert marker_tokens(41, 57) == 5
    assert marker_tokens(41, 41) == 3
    assert marker_tokens(998, 1002) == 6
    assert marker_tokens(1041, 1257) == 7


@given(st.lists(st.sampled_from(["", "  ", "x", "  y"]), max_size=30), st.data())
def test_shown_lines_and_gaps_cover_the_file_once(lines: list[str], data: st.DataObject) -> None:
    numbers = st.integers(1, len(lines)) if lines else st.nothing()
    visible = sorted(data.draw(st.sets(numbers)))
    parts = blocks(lines, visible)
    covered = [line for part in parts for line in range(part.first, part.last + 1)]
    assert covered == list(range(1, len(lines) + 1))
    shown = {n for part in parts if not part.is_gap for n in range(part.first, part.last + 1)}
    assert shown >= set(visible)
    assert all(not lines[n - 1].strip() for n in shown - set(visible))
    for one, other in pairwise(parts):
        assert one.is_gap != other.is_gap


@given(st.integers(1, 10**6), st.integers(0, 10**5))
def test_a_marker_can_be_read_back(first: int, length: int) -> None:
    found = MARKER.fullmatch(marker(first, first + length))
    assert found is not None
    assert int(found[1]) == first
    assert int(found[2] or found[1]) == first + length
