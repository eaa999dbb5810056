from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.source import split_lines
from tests.core.compression.sources import source_of


def test_a_line_ends_at_a_newline_only() -> None:
    assert split_lines("a\r\nb\x0cc\u2028d\re\n") == ("a\r", "b\x0cc\u2028d\re")


def test_the_last_line_may_be_open() -> None:
    assert source_of("a\nb").ends_open
    assert not source_of("a\nb\n").ends_open
    assert not source_of("").ends_open


@given(st.text(alphabet="ab \r\n\x0c"))
def test_joining_the_lines_gives_the_text(text: str) -> None:
    end = "\n" if text.endswith("\n") else ""
    assert "\n".join(split_lines(text)) + end == text
