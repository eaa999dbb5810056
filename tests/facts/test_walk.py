from __future__ import annotations

from lean_ctx_daemon.facts.walk import LONG_LITERAL_LINES, LONG_TEXT_LINES, MAX_DEPTH
from tests.facts.samples import facts_of, tree_of


def test_a_long_literal_is_read_by_its_entries_and_a_short_one_whole() -> None:
    short = "x = [\n" + "    1,\n" * (LONG_LITERAL_LINES - 2) + "]\n"
    long = "x = [\n" + "    1,\n" * LONG_LITERAL_LINES + "]\n"
    assert len(tree_of(facts_of(short, "python"))) == 1
    assert len(tree_of(facts_of(long, "python"))) == 1 + LONG_LITERAL_LINES


def test_what_lies_deeper_than_the_limit_is_a_leaf() -> None:
    source = "if (a) {\n" * MAX_DEPTH + "}\n" * MAX_DEPTH
    facts = facts_of(source, "javascript")
    assert 50 < len(facts.outline) <= MAX_DEPTH


def test_attributes_belong_to_what_follows_them() -> None:
    assert tree_of(facts_of("#[a]\n#[b]\nfn f() {\n}\n", "rust")) == ["1-4 definition f"]


def test_a_long_string_is_read_by_its_paragraphs_and_a_short_one_whole() -> None:
    short = "var x = `\na\n\n" + "b\n" * (LONG_TEXT_LINES - 4) + "`\n"
    assert tree_of(facts_of(short, "go")) == [f"1-{LONG_TEXT_LINES} constant x"]
    long = "var x = `\na\n\n" + "b\n" * LONG_TEXT_LINES + "`\n"
    assert tree_of(facts_of(long, "go")) == [
        f"1-{LONG_TEXT_LINES + 4} constant x",
        "  2-2 statement",
        f"  4-{LONG_TEXT_LINES + 3} statement",
    ]
