import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.modes.lines import line_ranges, render
from lean_ctx_daemon.core.types import BadRequest, Span
from tests.core.compression.sources import count, source_of

SOURCE = source_of("".join(f"line {i} with, some, more, words\n" for i in range(1, 21)))


def test_a_range_is_byte_exact() -> None:
    assert render(SOURCE, "3-4", count).text == "".join(f"{SOURCE.lines[i]}\n" for i in (2, 3))


def test_two_ranges_have_a_gap_between_them_and_none_at_the_edges() -> None:
    answer = render(SOURCE, "9, 3-4", count)
    assert answer.text.split("\n")[2] == "…5-8"
    assert answer.text.count("…") == 1
    assert answer.ranges == (Span(3, 4), Span(9, 9))


def test_a_range_that_ends_behind_the_file_ends_with_it() -> None:
    assert line_ranges("19-400", 20) == (Span(19, 20),)


def test_touching_ranges_are_one() -> None:
    assert line_ranges("5-9,1-4,8", 20) == (Span(1, 9),)


@pytest.mark.parametrize(
    "spec", ["21", "21-30", "0-3", "5-3", "a", "", "1-", "-4", "1-2-3", "1;2", "٣"]
)
def test_a_bad_range_names_the_length(spec: str) -> None:
    with pytest.raises(BadRequest, match="20 lines"):
        line_ranges(spec, 20)


def test_an_empty_file_has_no_line() -> None:
    with pytest.raises(BadRequest, match="0 lines"):
        line_ranges("1", 0)


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(0, 9)), min_size=1, max_size=5))
def test_exactly_the_lines_that_were_asked_for(pairs: list[tuple[int, int]]) -> None:
    spec = ",".join(f"{first}-{first + length}" for first, length in pairs)
    wanted = {n for first, length in pairs for n in range(first, min(first + length, 20) + 1)}
    spans = line_ranges(spec, 20)
    assert {n for span in spans for n in range(span.first, span.last + 1)} == wanted
    answer = render(SOURCE, spec, count)
    if answer.mode == "lines":
        assert answer.ranges == spans
