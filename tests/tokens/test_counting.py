from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon import tokens
from lean_ctx_daemon.core.text import lines_of


def test_known_counts() -> None:
    assert tokens.count("") == 0
    assert tokens.count("hello world") == 2
    assert tokens.count("return Ok(());\n") == 4


def test_special_tokens_are_ordinary_text() -> None:
    assert tokens.count("<|endoftext|>") > 1


def test_a_token_over_line_ends_counts_where_it_starts() -> None:
    # "\n\n" is one token with what ends the line before it.
    counts = tokens.line_counts("a\n\n\nb\n")
    assert len(counts) == 4
    assert counts[1] == counts[2] == 0
    assert counts.dtype == np.int32


@pytest.mark.parametrize(
    "text",
    ["x" * 300_000, " " * 300_000, "\n" * 300_000, "()" * 150_000, "é" * 100_000, "\r\n" * 100_000],
    ids=["letters", "spaces", "line ends", "brackets", "accents", "crlf"],
)
def test_long_runs_neither_panic_nor_lose_tokens(text: str) -> None:
    counts = tokens.line_counts(text)
    assert counts.sum() == tokens.count(text)
    assert len(counts) == len(lines_of(text))


def test_lone_surrogates_count_as_replacement_characters() -> None:
    assert tokens.count("a\ud800b") == tokens.count("a\ufffdb")


def test_counting_from_many_threads_gives_one_answer() -> None:
    with ThreadPoolExecutor(8) as pool:
        results = set(pool.map(tokens.count, ["def f(x):\n    return x\n"] * 64))
    assert len(results) == 1


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("ab_ \n\r\t(){}é中🎉0.")) | st.text())
def test_lines_sum_to_the_whole(text: str) -> None:
    counts = tokens.line_counts(text)
    assert len(counts) == len(lines_of(text))
    assert counts.sum() == tokens.count(text)
    assert (counts >= 0).all()
