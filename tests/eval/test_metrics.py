import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.eval.metrics import (
    Figures,
    GoldFile,
    accuracy,
    has_whole_definition,
    mean_figures,
    recall,
    selection,
    shown_lines,
)

FILE = GoldFile(
    path="a.py",
    lines=("import os", "", "def f():", "    return 1", "", "def g():", "    return 2"),
    definitions=((3, 4), (6, 7)),
    edited=((4, 4), (7, 7)),
)


def test_accuracy_wants_all_gold_files_and_recall_counts_them() -> None:
    ranked = ["a", "b", "c"]
    assert accuracy(ranked, ["a"], 1) == 1
    assert accuracy(ranked, ["b"], 1) == 0
    assert accuracy(ranked, ["a", "c"], 2) == 0
    assert accuracy(ranked, ["a", "c"], 5) == 1
    assert recall(ranked, ["a", "x"], 20) == 0.5


@given(
    st.lists(st.sampled_from("abcdef"), unique=True), st.sets(st.sampled_from("abcdef"), min_size=1)
)
def test_looking_deeper_never_lowers_a_rank_figure(ranked: list[str], gold: set[str]) -> None:
    for k in range(6):
        assert accuracy(ranked, gold, k) <= accuracy(ranked, gold, k + 1)
        assert recall(ranked, gold, k) <= recall(ranked, gold, k + 1)
        assert accuracy(ranked, gold, k) <= recall(ranked, gold, k)


def test_a_line_is_shown_if_ranges_claim_it_and_the_text_has_it() -> None:
    assert shown_lines(FILE, [(3, 4)], {"def f():", "return 1"}) == {3, 4}
    assert shown_lines(FILE, [(3, 4)], {"def f():"}) == {3}  # claimed, not there
    assert shown_lines(FILE, [], {"def f():", "return 1"}) == set()  # there by chance
    assert shown_lines(FILE, [(0, 99)], {"import os"}) == {1, 2, 5}  # blank lines need no text


def test_a_definition_counts_only_whole() -> None:
    assert has_whole_definition(FILE, {3, 4})
    assert not has_whole_definition(FILE, {3, 6})
    assert not has_whole_definition(FILE, {1, 2, 5})


def test_a_file_without_definitions_counts_by_its_edited_lines() -> None:
    plain = GoldFile("a.txt", ("one", "two"), (), ((2, 2),))
    assert has_whole_definition(plain, {2})
    assert not has_whole_definition(plain, {1})


def test_selection_counts_files_and_lines() -> None:
    other = GoldFile("b.py", ("x = 1",), (), ((1, 1),))
    text = "a.py:3-4\ndef f():\nreturn 1\n"
    file_share, line_share = selection([FILE, other], {"a.py": [(3, 4)]}, text)
    assert file_share == 0.5
    assert line_share == pytest.approx(1 / 3)
    assert selection([FILE], {}, text) == (0, 0)


def test_means() -> None:
    assert mean_figures([]) == Figures()
    assert mean_figures([Figures(acc1=1), Figures(lines=0.5)]) == Figures(acc1=0.5, lines=0.25)
