from lean_ctx_daemon.core.compression.modes.reference import N_NAMES, reference_line, render
from tests.core.compression.sources import count, facts_of, source_of

TEXT = "def f():\n" + "    long(statement, of, many, tokens)\n" * 30


def test_one_line_says_what_it_is() -> None:
    answer = render(source_of(TEXT, "src/a.py"), count)
    tokens = count(TEXT)
    assert answer.text == f"src/a.py — python, 31 lines, {tokens} tokens: f\n"
    assert answer.ranges == ()


def test_names_are_bounded() -> None:
    facts = facts_of("".join(f"def f{i}():\n    pass\n" for i in range(40)))
    assert reference_line("a.py", facts).endswith(f"f{N_NAMES - 1}, {40 - N_NAMES} more")


def test_plain_text_has_no_names() -> None:
    assert reference_line("a.txt", facts_of("x\n", "")) == "a.txt — text, 1 line, 2 tokens"


def test_a_name_is_one_short_line() -> None:
    facts = facts_of("## " + "word " * 100 + "\n", "markdown")
    assert len(reference_line("a.md", facts)) < 120


def test_a_tiny_file_is_shown_instead() -> None:
    assert render(source_of("x\n"), count).mode == "full"
