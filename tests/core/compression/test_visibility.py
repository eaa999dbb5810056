import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.visibility import Visibility
from tests.core.compression.sources import source_of

TEXT = """\
class A:
    def f(self):
        if self.x:
            return 1
        else:
            return 2

    def g(self):
        long = statement(of, many, tokens, here, and, there)
}
"""
SOURCE = source_of(TEXT)


def closed(*lines: int) -> set[int]:
    visibility = Visibility.of(SOURCE)
    return set((visibility.closed(visibility.mask(lines)).nonzero()[0] + 1).tolist())


def test_a_line_brings_every_header_around_it() -> None:
    assert closed(4) == {1, 2, 3, 4, 5, 10}
    assert closed(8) == {1, 8, 10}


def test_a_header_does_not_bring_its_body() -> None:
    assert closed(1) == {1, 10}


def test_blank_lines_are_nobodys() -> None:
    assert Visibility.of(SOURCE).owner[6] == -1
    assert closed(7) == {7}


def filled(*lines: int) -> set[int]:
    visibility = Visibility.of(SOURCE)
    chosen = visibility.closed(visibility.mask(lines))
    mask = visibility.without_cheap_gaps(chosen, SOURCE.facts.line_tokens)
    return set((mask.nonzero()[0] + 1).tolist())


def test_a_gap_cheaper_than_its_marker_is_shown() -> None:
    # `return 1` takes 3 tokens, the marker `…4` takes 3 too
    assert filled(6) == {1, 2, 3, 4, 5, 6, 10}


def test_a_long_gap_stays_a_gap() -> None:
    assert 9 not in filled(8)


def test_headed_shows_only_how_what_is_around_opens() -> None:
    visibility = Visibility.of(SOURCE)
    mask = visibility.headed(visibility.mask([4]), SOURCE.facts.outline)
    assert (mask.nonzero()[0] + 1).tolist() == [1, 2, 3, 4]


@given(st.sets(st.integers(1, 10)))
def test_closing_is_a_closure(lines: set[int]) -> None:
    visibility = Visibility.of(SOURCE)
    once = visibility.closed(visibility.mask(lines))
    assert np.array_equal(visibility.closed(once), once)
    assert not (visibility.mask(lines) & ~once).any()
    full = visibility.without_cheap_gaps(once, SOURCE.facts.line_tokens)
    assert np.array_equal(visibility.closed(full), full)
