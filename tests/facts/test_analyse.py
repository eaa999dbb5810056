from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.facts.registry import SPECS
from tests.facts.samples import check_laws, facts_of, tree_of

PYTHON = "def f():\n    pass\n"


def test_an_empty_file_has_empty_facts() -> None:
    facts = facts_of("", "python")
    assert (facts.n_lines, facts.n_tokens, len(facts.outline), len(facts.chunks)) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "data",
    [b"\xef\xbb\xbf" + PYTHON.encode(), PYTHON.encode("utf-16"), b"# caf\xe9\n" + PYTHON.encode()],
    ids=["bom", "utf-16", "latin-1"],
)
def test_encodings_do_not_hide_definitions(data: bytes) -> None:
    facts = facts_of(data, "python")
    assert [symbol.name for symbol in facts.symbols] == ["f"]
    check_laws(facts, data)


def test_line_ends_do_not_change_the_tree() -> None:
    unix, dos = facts_of(PYTHON, "python"), facts_of(PYTHON.replace("\n", "\r\n"), "python")
    assert tree_of(unix) == tree_of(dos)


def test_an_unknown_language_is_paragraphs() -> None:
    assert tree_of(facts_of("a\nb\n\nc\n", "klingon")) == ["1-2 statement", "4-4 statement"]


def test_syntax_errors_keep_what_can_be_had() -> None:
    facts = facts_of("def f(:\n  ) x = = 1\n\n" + PYTHON.replace("f", "g"), "python")
    assert facts.has_errors
    assert "g" in {symbol.name for symbol in facts.symbols}


def test_the_same_bytes_give_the_same_facts() -> None:
    one, two = facts_of(PYTHON, "python"), facts_of(PYTHON, "python")
    assert one.symbols == two.symbols
    assert np.array_equal(one.outline.first, two.outline.first)


HOSTILE = {
    "one long line": b"x = [" + b"1, " * 30_000 + b"]",
    "a run": b"x" * 300_000,
    "brackets": b"(" * 50_000 + b")" * 50_000,
    "brackets by line": b"(\n" * 10_000,
    "braces by line": b"{\n" * 10_000,
    "else if": b"if(a){\n}" + b" else if (b) {\nx();\n}" * 1_000,
    "list markers": b"- " * 5_000,
    "questions": b"? " * 5_000,
    "indentation": b"".join(b" " * i + b"a:\n" for i in range(400)),
    "open strings": b'"${' * 3_000,
    "NUL": b"a\0b = 1\n\0\n",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("language", ["python", "javascript", "go", "kotlin", "yaml", "markdown"])
def test_hostile_files_neither_crash_nor_break_the_laws(language: str, name: str) -> None:
    check_laws(facts_of(HOSTILE[name], language), HOSTILE[name])


FRAGMENTS = [
    "def f():",
    "class A {",
    "}",
    "if (a) {",
    "else",
    "  x = 1",
    "    y()",
    "/* c",
    "*/",
    "# h",
    '"""',
    "end",
    "do",
    "- a:",
    "{",
    "[",
    "],",
    "<p>",
    "#ifdef A",
    "#endif",
    "",
    "@d",
    "case 1:",
]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(sorted(SPECS)),
    st.lists(st.sampled_from(FRAGMENTS), max_size=30),
)
@example("ruby", ["do", "end", "end"])
def test_the_laws_hold_on_nonsense(language: str, lines: list[str]) -> None:
    source = "\n".join(lines)
    check_laws(facts_of(source, language), source.encode())
