from lean_ctx_daemon.core.compression.modes import map as map_mode
from lean_ctx_daemon.core.compression.modes.structure import (
    Structure,
    beginning_lines,
    document_lines,
    is_document,
)
from tests.core.compression.sources import source_of

BODY = "        a = long(statement, of, many, tokens)\n" * 3
NESTED = "if debug:\n    class A:\n        def f(self):\n" + BODY.replace("  a", "      a") + "}\n"


def test_headers_bring_the_statements_around_them() -> None:
    structure = Structure(source_of(NESTED))
    structure.headers(decorated=True)
    shown = (structure.lines.nonzero()[0] + 1).tolist()
    assert shown == [1, 2, 3, 7]


DOCUMENT = source_of(
    "## Title\n"
    + "words, and, more, words, of, a, paragraph\n" * 20
    + "## Usage\n"
    + "words, and, more, words\n" * 20,
    "README.md",
    "markdown",
)


def test_a_document_shows_its_headings() -> None:
    assert is_document(DOCUMENT)
    assert (document_lines(DOCUMENT).nonzero()[0] + 1).tolist() == [1, 22]


def test_plain_text_shows_how_it_begins() -> None:
    source = source_of("word, and, word\n" * 200, "notes.txt", "")
    shown = beginning_lines(source)
    assert 0 < shown.sum() < 100
    assert shown[: shown.sum()].all()


def test_a_script_begins_with_whole_statements() -> None:
    text = "for a in b:\n" + "    call(one, two, three, four, five)\n" * 60
    assert not beginning_lines(source_of(text)).any()
    assert beginning_lines(source_of("x = 1\n" + text))[:2].tolist() == [True, False]


def test_one_huge_line_is_not_shown() -> None:
    assert not beginning_lines(source_of("a, " * 5000 + "\n", "a.min.js", "")).any()


def test_a_map_of_a_huge_line_is_a_marker() -> None:
    source = source_of("a, " * 5000 + "\n", "a.min.js", "")
    assert [part.is_gap for part in map_mode.parts(source)] == [True]
