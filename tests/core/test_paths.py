from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lean_ctx_daemon.core.paths import escape, unescape

# Names in which percent signs, hexadecimal digits and broken UTF-8 meet often.
NAMES = st.binary() | st.lists(
    st.sampled_from([b"%", b"2", b"5", b"F", b"f", b"8", b"\xff", b"\xc3", b"\xa9", b"a", b"/"])
).map(b"".join)


@given(NAMES)
@example(b"%\xff")
@example(b"%25")
@example(b"%2525")
@example(b"%FF")
@example(b"%%FF")
def test_every_name_survives_the_round_trip(name: bytes) -> None:
    assert unescape(escape(name)) == name


@given(NAMES)
def test_the_spelling_is_clean_text(name: bytes) -> None:
    escape(name).encode("utf-8", "strict")


@given(st.text(st.characters(exclude_characters="%", exclude_categories=["Cs"])))
def test_a_utf8_name_is_itself(name: str) -> None:
    assert escape(name.encode()) == name


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_no_text_decodes_to_a_separator_it_does_not_contain(text: str) -> None:
    name = unescape(text)
    assert name.count(b"/") == text.count("/")
    assert name.count(b"\0") == text.count("\0")
    assert name.count(b".") == text.count(".")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (b"caf\xe9.py", "caf%E9.py"),
        (b"100%.md", "100%.md"),
        (b"a%20b.py", "a%20b.py"),
        (b"%FF", "%25FF"),
        (b"%ff", "%ff"),
        (b"%25", "%2525"),
        (b"two\nlines", "two\nlines"),
    ],
)
def test_spelling(name: bytes, text: str) -> None:
    assert escape(name) == text


def test_a_lone_surrogate_is_no_name() -> None:
    with pytest.raises(ValueError, match="surrogates"):
        unescape("\ud800")
