# ruff: noqa: RUF001  (words of many scripts)
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.words import folded, is_unspaced, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't panic", ["dont", "panic"]),
        ("Don\u2019t", ["dont"]),
        ("l'application plante", ["l", "application", "plante"]),
        ("pre-commit hook", ["pre", "commit", "hook"]),
        ("LÖSCHE Äpfel, straße", ["losche", "apfel", "strasse"]),
        ("وثّق", ["وثق"]),
        ("Почини ещё", ["почини", "еще"]),
        ("İstanbul ısı", ["istanbul", "isi"]),
        ("ठीक करो।", ["ठीक", "करो"]),
        ("CSVエクスポート", ["csv", "エクスポート"]),
        ("修复 entropy 中的", ["修复", "entropy", "中的"]),
        ("snake_case stays", ["snake_case", "stays"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@given(st.text())
def test_words_hold_no_space_and_no_emptiness(text: str) -> None:
    assert all(word and not any(c.isspace() for c in word) for word in words(text))


def test_unspaced_scripts() -> None:
    assert is_unspaced("修复")
    assert is_unspaced("エラー")
    assert not is_unspaced("bug")
    assert not is_unspaced("ठीक")
