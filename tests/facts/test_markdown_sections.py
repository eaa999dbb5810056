from __future__ import annotations

from tests.facts.samples import check_laws, facts_of

LEVELS = (
    "Title\n=====\n\nintro\n\nOne\n---\n\na\n\nTwo\n---\n\nb\n\nNext\n====\n\nc\n\n# Hash\n\nd\n\n"
    "Below\n-----\n\ne\n"
)


def headings(text: str) -> list[tuple[str, int, int, int]]:
    """Qualified name, first, last line of the heading, last line of the section."""
    facts = facts_of(text, "markdown")
    check_laws(facts, text.encode())
    return [(s.qualname, s.first, s.header_last, s.last) for s in facts.symbols]


def test_underlined_headings_have_sections_by_level() -> None:
    assert headings(LEVELS) == [
        ("Title", 1, 2, 14),
        ("Title.One", 6, 7, 9),
        ("Title.Two", 11, 12, 14),
        ("Next", 16, 17, 28),
        ("Next.Hash", 21, 21, 28),
        ("Next.Hash.Below", 25, 26, 28),
    ]


def test_those_of_the_second_level_need_none_of_the_first() -> None:
    text = "# Changes\n\nHEAD\n----\n\n- a\n\n1.0\n---\n\n- b\n"
    assert [name for name, *_ in headings(text)] == ["Changes", "Changes.HEAD", "Changes.1.0"]
    assert [name for name, *_ in headings("A\n--\n\nB\n==\n\nC\n--\n")] == ["A", "B", "B.C"]


def test_empty_sections_and_a_heading_alone_are_no_trouble() -> None:
    assert headings("\n\n") == []
    assert [name for name, *_ in headings("A\n=\nB\n=\n")] == ["A", "B"]
