from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.tokens.runs import MAX_RUN, pieces


@given(st.lists(st.tuples(st.sampled_from("x \n(é中\u3000"), st.integers(1, 3000)), max_size=6))
def test_pieces_are_the_text_and_hold_no_long_run(parts: list[tuple[str, int]]) -> None:
    text = "".join(char * n for char, n in parts)
    cut = pieces(text, text.encode())
    assert "".join(cut) == text
    for piece in cut:
        assert max((len(list(run)) for _, run in groupby(piece)), default=0) <= 2 * MAX_RUN


def test_ordinary_text_is_one_piece() -> None:
    text = "def f(x):\n    return x\n" * 500
    assert pieces(text, text.encode()) == [text]


@pytest.mark.parametrize("char", ["x", " ", "\n", "(", "é"])
def test_the_limit_is_the_longest_run_that_stays_whole(char: str) -> None:
    assert len(pieces(char * MAX_RUN, (char * MAX_RUN).encode())) == 1
    assert len(pieces(char * (2 * MAX_RUN + 1), (char * (2 * MAX_RUN + 1)).encode())) == 3
