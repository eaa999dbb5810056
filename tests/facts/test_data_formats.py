from __future__ import annotations

from tests.facts.samples import facts_of, kinds_of, tree_of


def test_sections_reach_to_the_next_heading_of_their_level() -> None:
    assert tree_of(facts_of("# A\n\nx\n\n## B\n\ny\n\n# C\n\nz\n", "markdown")) == [
        "1-7 type A",
        "  3-3 statement",
        "  5-7 type A.B",
        "    7-7 statement",
        "9-11 type C",
        "  11-11 statement",
    ]


def test_keys_below_the_second_level_are_lines_like_others() -> None:
    assert "a.b.c" not in kinds_of(facts_of('{\n"a": {\n"b": {\n"c": 1\n}\n}\n}\n', "json"))


def test_yaml_that_would_overrun_its_grammar_is_plain_text() -> None:
    deep = "".join(" " * i + "a:\n" for i in range(300))
    assert facts_of(deep, "yaml").symbols == ()
    assert len(facts_of(deep, "yaml").outline) > 0
