from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.modes.full import render
from tests.core.compression.sources import source_of


@given(st.text(alphabet="ab {}\r\n\t…41-"))
def test_every_byte(text: str) -> None:
    answer = render(source_of(text))
    assert answer.text == text
    assert answer.mode == "full"
