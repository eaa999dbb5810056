from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.query import content_words, query_terms


def test_the_first_line_weighs_more() -> None:
    terms = query_terms("retry\nbackoff")
    assert terms["retry"] > terms["backoff"] > 0


def test_function_words_are_no_query_and_verbs_of_tasks_are() -> None:
    assert content_words("Fix the bug when it is in our cache") == ["Fix", "bug", "cache"]


def test_repetition_counts_ever_less() -> None:
    once, twice, thrice = (query_terms("x\n" + "cache " * n)["cach"] for n in (1, 2, 3))
    assert twice - once > thrice - twice > 0


@given(st.text(max_size=200))
def test_any_text_gives_positive_weights(text: str) -> None:
    assert all(weight > 0 for weight in query_terms(text).values())
