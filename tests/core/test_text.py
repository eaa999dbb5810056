from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from lean_ctx_daemon.core.text import BOM, decode, lines_of


def test_utf8_keeps_its_byte_order_mark_as_first_character() -> None:
    assert decode(b"\xef\xbb\xbfimport os\n") == BOM + "import os\n"


def test_utf16_with_a_byte_order_mark_is_read_as_such() -> None:
    assert decode("naïve\n".encode("utf-16")) == "naïve\n"


def test_bytes_that_are_not_utf8_are_latin1() -> None:
    assert decode(b"caf\xe9") == "café"


def test_line_ends_of_all_kinds_leave_no_trace() -> None:
    assert lines_of("a\r\nb\nc\rd\n") == ["a", "b", "c\rd"]


def test_an_empty_text_has_no_lines() -> None:
    assert lines_of("") == []
    assert lines_of("\n") == [""]


@given(st.binary())
@example(b"\xff\xfe\x00\xd8")
def test_every_byte_string_decodes(data: bytes) -> None:
    assert isinstance(decode(data), str)


@given(st.text(alphabet="ab\r\n"))
def test_numbering_is_that_of_split(text: str) -> None:
    lines = lines_of(text)
    parts = text.split("\n")
    assert lines == [part.removesuffix("\r") for part in parts[: len(lines)]]
    assert parts[len(lines) :] in ([], [""])
