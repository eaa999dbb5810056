from __future__ import annotations

from lean_ctx_daemon.core.types import NO_PARENT, NO_SYMBOL, NodeKind
from lean_ctx_daemon.facts.tree import PARAGRAPH_LINES, lines_in, outline_of

STATEMENT, COMMENT, DEFINITION = (
    int(NodeKind.STATEMENT),
    int(NodeKind.COMMENT),
    int(NodeKind.DEFINITION),
)


def nodes(text: str, *rows: tuple[str, int, int, int]) -> list[tuple[int, int, int, int]]:
    """Nodes (first, last, parent, kind) of rows given by the text they span."""
    data = text.encode()
    raw: list[int] = []
    for part, parent, kind, symbol in rows:
        start = data.index(part.encode())
        raw += (start, start + len(part.encode()), parent, kind, symbol)
    outline = outline_of(raw, lines_in(data))
    columns = (outline.first, outline.last, outline.parent, outline.kind)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def test_a_node_on_its_parents_first_line_becomes_its_parent() -> None:
    found = nodes(
        "a = f(\n  b)\n", ("a = f(\n  b)", NO_PARENT, STATEMENT, NO_SYMBOL),
        ("f(\n  b)", 0, DEFINITION, 0),
    )  # fmt: skip
    assert found == [(1, 2, NO_PARENT, DEFINITION)]


def test_siblings_that_share_a_line_become_one() -> None:
    found = nodes(
        "a; b(\n)\nc\n", ("a;", NO_PARENT, STATEMENT, NO_SYMBOL),
        ("b(\n)", NO_PARENT, STATEMENT, NO_SYMBOL), ("c", NO_PARENT, STATEMENT, NO_SYMBOL),
    )  # fmt: skip
    assert found == [(1, 2, NO_PARENT, STATEMENT), (3, 3, NO_PARENT, STATEMENT)]


def test_comments_line_by_line_become_one_and_blank_tails_are_dropped() -> None:
    found = nodes(
        "# a\n# b\n\nc\n\n", ("# a\n", NO_PARENT, COMMENT, NO_SYMBOL),
        ("# b\n\n", NO_PARENT, COMMENT, NO_SYMBOL), ("c\n\n", NO_PARENT, STATEMENT, NO_SYMBOL),
    )  # fmt: skip
    assert found == [(1, 2, NO_PARENT, COMMENT), (4, 4, NO_PARENT, STATEMENT)]


def test_lines_without_a_node_become_statements() -> None:
    assert nodes("a\nb\n\n \nc") == [(1, 2, NO_PARENT, STATEMENT), (5, 5, NO_PARENT, STATEMENT)]


def test_long_documentation_has_its_paragraphs_below_it() -> None:
    text = '"""Head\n\n' + "word\n" * PARAGRAPH_LINES + '\nlast\n"""\n'
    found = nodes(text, (text.rstrip(), NO_PARENT, COMMENT, NO_SYMBOL))
    top = PARAGRAPH_LINES + 5
    assert found == [
        (1, top, NO_PARENT, COMMENT),
        (3, PARAGRAPH_LINES + 2, 0, COMMENT),
        (top - 1, top - 1, 0, COMMENT),
    ]


def test_long_paragraphs_of_documentation_stay_apart() -> None:
    text = "/*\n\n" + "word\n" * (PARAGRAPH_LINES + 5) + "*/\n"
    found = nodes(text, (text.rstrip(), NO_PARENT, COMMENT, NO_SYMBOL))
    assert [(first, last) for first, last, *_ in found[1:]] == [
        (3, PARAGRAPH_LINES + 2),
        (PARAGRAPH_LINES + 3, PARAGRAPH_LINES + 7),
    ]
