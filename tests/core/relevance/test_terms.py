from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.terms import (
    MAX_TF,
    MAX_WORD_CHARS,
    bag,
    path_terms,
    split,
    stem,
)
from lean_ctx_daemon.core.types import (
    Bag,
    Chunks,
    Field,
    FileFacts,
    Outline,
    Symbol,
    SymbolKind,
)

NONE = np.zeros(0, np.int32)
NO_OUTLINE = Outline(NONE, NONE, NONE, np.zeros(0, np.uint8), NONE)


def rows(found: Bag) -> set[tuple[str, int, Field, int]]:
    return {
        (found.terms[term], chunk, Field(field), tf)
        for term, chunk, field, tf in zip(
            found.term.tolist(),
            found.chunk.tolist(),
            found.field.tolist(),
            found.tf.tolist(),
            strict=True,
        )
    }


@pytest.mark.parametrize(
    "word", ["errorHandler", "error_handlers", "ErrorHandler", "ERROR_HANDLER"]
)
def test_every_spelling_of_a_name_meets_in_one_compound(word: str) -> None:
    assert split(word) == ["errorhandler", "error", "handler"]


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("HTMLElement", ["htmlelement", "html", "element"]),
        ("sha256", ["sha256", "sha", "256"]),
        ("__init__", ["init"]),
        ("x", []),
        ("naïve_Größe", ["naïve", "grösse"]),
        ("数据库", ["数据", "据库"]),
        ("a" * (MAX_WORD_CHARS + 1), []),
    ],
)
def test_terms_of_a_word(word: str, terms: list[str]) -> None:
    assert split(word) == terms


@pytest.mark.parametrize(
    ("words", "root"),
    [
        (("parse", "parses", "parsed", "parsing"), "pars"),
        (("stop", "stops", "stopped", "stopping"), "stop"),
        (("entry", "entries"), "entry"),
        (("class", "classes"), "class"),
        (("status",), "status"),
        (("string", "strings"), "string"),
        (("bus",), "bus"),
    ],
)
def test_inflections_share_a_stem(words: tuple[str, ...], root: str) -> None:
    assert {stem(word) for word in words} == {root}


@given(st.text(min_size=1, max_size=120))
def test_any_word_has_distinct_terms_of_two_characters_at_least(word: str) -> None:
    terms = split(word)
    assert len(terms) == len(set(terms))
    assert all(terms)


def test_a_path_gives_its_base_name_twice_and_joins_kebab_case() -> None:
    terms = path_terms("lib/rules/no-var.test.js")
    assert terms.count("novar") == 2
    assert {"lib", "rul", "no", "var", "test", "js"} <= set(terms)


def test_a_chunk_has_its_name_its_comments_and_its_body(
    facts_of: Callable[[str], FileFacts],
) -> None:
    facts = facts_of("# opens the door\ndef open_door\nkey key\n\ndef close")
    assert {
        ("opendoor", 0, Field.NAME, 2),
        ("door", 0, Field.DOC, 1),
        ("key", 0, Field.BODY, 2),
        ("clos", 1, Field.NAME, 2),
        ("clos", 1, Field.BODY, 1),
    } <= rows(facts.bag)


def test_a_name_counts_where_the_symbol_starts_and_in_every_part_of_it() -> None:
    symbol = Symbol("run", "Engine.run", SymbolKind.METHOD, 1, 1, 2)
    ints = np.array
    parts = Chunks(
        ints([1, 2], np.int32),
        ints([1, 2], np.int32),
        ints([0, 0], np.int32),
        ints([1, 1], np.int32),
    )
    found = rows(bag(["go", "stop"], parts, [symbol], NO_OUTLINE))
    assert ("run", 0, Field.NAME, 2) in found
    assert ("run", 1, Field.NAME, 1) in found
    assert ("engin", 1, Field.NAME, 1) in found


def test_frequencies_saturate(facts_of: Callable[[str], FileFacts]) -> None:
    found = facts_of(" ".join(["word"] * 1000)).bag
    assert found.tf.tolist() == [MAX_TF]


@given(st.lists(st.text("ab_C \n#é", max_size=12), max_size=12))
def test_rows_are_sorted_distinct_and_complete(texts: list[str]) -> None:
    lines = "\n".join(texts).split("\n")
    n = len(lines)
    each = np.arange(1, n + 1, dtype=np.int32)
    chunks = Chunks(each, each, np.full(n, -1, np.int32), each)
    found = bag(lines, chunks, (), NO_OUTLINE)
    keys = list(zip(found.term.tolist(), found.chunk.tolist(), found.field.tolist(), strict=True))
    assert keys == sorted(set(keys))
    assert list(found.terms) == sorted(set(found.terms))
    assert set(found.term.tolist()) == set(range(len(found.terms)))
