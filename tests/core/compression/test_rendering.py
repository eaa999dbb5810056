from lean_ctx_daemon.core.compression.rendering import rendered, visible_blocks, whole
from lean_ctx_daemon.core.compression.visibility import Visibility
from lean_ctx_daemon.core.types import ModeName, Span
from tests.core.compression.sources import count, source_of

LONG = "    very, long, statement, with, many, tokens\n"
TEXT = "def f():\n" + LONG + LONG + "\n\ndef g():\n" + LONG + "    x"


def test_only_what_was_chosen_is_shown() -> None:
    source = source_of(TEXT)
    visibility = Visibility.of(source)
    parts = visible_blocks(source, visibility, visibility.mask([6]))
    answer = rendered(source, parts, ModeName.MAP, count)
    assert answer.text == "…1-5\ndef g():\n…7-8\n"
    assert answer.ranges == (Span(6, 6),)
    assert answer.tokens == count(answer.text)
    assert answer.mode == "map"


def test_a_chosen_blank_line_does_not_split_a_gap() -> None:
    source = source_of(TEXT)
    visibility = Visibility.of(source)
    parts = visible_blocks(source, visibility, visibility.mask([1, 4, 5]))
    assert rendered(source, parts, ModeName.MAP, count).text == "def f():\n…2-8\n"


def test_a_missing_last_line_end_stays_missing() -> None:
    source = source_of(TEXT)
    visibility = Visibility.of(source)
    parts = visible_blocks(source, visibility, visibility.mask([6, 7, 8]))
    assert rendered(source, parts, ModeName.TASK, count).text.endswith("    x")


def test_an_answer_is_never_longer_than_the_file() -> None:
    source = source_of("a\nb\nc\n")
    visibility = Visibility.of(source)
    parts = visible_blocks(source, visibility, visibility.mask([2]))
    assert rendered(source, parts, ModeName.TASK, count) == whole(source)


def test_an_empty_file_is_whole() -> None:
    assert whole(source_of("")).ranges == ()
