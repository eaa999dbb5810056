"""Facts for the tests of store/: any lawful ones (hypothesis), a small one, and comparison."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import (
    Bag,
    Chunks,
    Field,
    FileFacts,
    ImportRef,
    NodeKind,
    Outline,
    Symbol,
    SymbolKind,
)
from lean_ctx_daemon.store import key_of

MAX = 4  # of each thing in a file: small enough to shrink well, large enough to go wrong

text = st.text(st.characters(), max_size=4)  # surrogates, NUL and line ends included
term = st.text(st.characters(exclude_characters="\n"), min_size=1, max_size=4)
size = st.integers(0, 70_000)


def ints(low: int, high: int, n: int, dtype: type = np.int32) -> st.SearchStrategy[Any]:
    """An array of n integers within low..high; none where that is empty."""
    if high < low:
        return st.just(np.zeros(0, dtype))
    return st.lists(st.integers(low, high), min_size=n, max_size=n).map(
        lambda values: np.array(values, dtype)
    )


@st.composite
def any_facts(draw: st.DrawFn) -> FileFacts:
    n_lines = draw(size)
    n_symbols, n_nodes, n_chunks, n_terms = (draw(st.integers(0, MAX)) for _ in range(4))
    n_rows = draw(st.integers(0, MAX)) if n_chunks and n_terms else 0
    line = st.integers(0, n_lines)
    symbol = st.builds(
        Symbol,
        name=text,
        qualname=text,
        kind=st.sampled_from(SymbolKind),
        first=line,
        header_last=line,
        last=line,
        parent=st.integers(-1, n_symbols - 1),
        exported=st.booleans(),
    )
    names = st.lists(text, max_size=MAX).map(tuple)
    imports = st.lists(st.builds(ImportRef, text, names, line, st.booleans()), max_size=MAX)
    parents = [draw(st.integers(-1, i - 1)) for i in range(n_nodes)]
    return FileFacts(
        language=draw(text),
        digest=draw(st.binary(max_size=16)),
        n_bytes=draw(size),
        n_lines=n_lines,
        n_tokens=draw(size),
        line_tokens=draw(ints(0, 70_000, draw(st.integers(0, MAX)))),
        symbols=tuple(draw(st.lists(symbol, min_size=n_symbols, max_size=n_symbols))),
        imports=tuple(draw(imports)),
        calls=draw(names),
        bases=draw(names),
        package=draw(text),
        outline=Outline(
            draw(ints(0, n_lines, n_nodes)),
            draw(ints(0, n_lines, n_nodes)),
            np.array(parents, np.int32),
            draw(ints(0, len(NodeKind) - 1, n_nodes, np.uint8)),
            draw(ints(-1, n_symbols - 1, n_nodes)),
        ),
        chunks=Chunks(
            draw(ints(0, n_lines, n_chunks)),
            draw(ints(0, n_lines, n_chunks)),
            draw(ints(-1, n_symbols - 1, n_chunks)),
            draw(ints(0, 70_000, n_chunks)),
        ),
        bag=Bag(
            "\n".join(draw(st.lists(term, min_size=n_terms, max_size=n_terms))),
            np.sort(draw(ints(0, n_terms - 1, n_rows))),
            draw(ints(0, n_chunks - 1, n_rows)),
            draw(ints(0, len(Field) - 1, n_rows, np.uint8)),
            draw(ints(0, 255, n_rows, np.uint8)),
        ),
        has_errors=draw(st.booleans()),
    )


def some_facts(number: int = 0, n_lines: int = 40) -> FileFacts:
    """The facts of an imagined file: a function per ten lines. Others for each number."""
    n = n_lines // 10
    first = np.arange(1, 10 * n, 10, dtype=np.int32)
    last = first + np.int32(9)
    none = np.full(n, -1, np.int32)
    own = np.arange(n, dtype=np.int32)
    names = [f"name{number}_{i}" for i in range(n)]
    return FileFacts(
        language="python",
        digest=number.to_bytes(16, "big"),
        n_bytes=30 * n_lines,
        n_lines=n_lines,
        n_tokens=5 * n_lines,
        line_tokens=np.full(n_lines, 5, np.int32),
        symbols=tuple(
            Symbol(name, name, SymbolKind.FUNCTION, 10 * i + 1, 10 * i + 1, 10 * i + 10)
            for i, name in enumerate(names)
        ),
        imports=(ImportRef("os", ("path",), 1),),
        calls=("len",),
        bases=(),
        package="",
        outline=Outline(first, last, none, np.ones(n, np.uint8), own),
        chunks=Chunks(first, last, own, np.full(n, 50, np.int32)),
        bag=Bag("\n".join(names), own, own, np.zeros(n, np.uint8), np.ones(n, np.uint8)),
    )


def key_for(facts: FileFacts) -> bytes:
    return key_of(facts.language, facts.digest)


def is_same(a: Any, b: Any) -> bool:
    """Equal in every field, array types included."""
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b)
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(is_same, a, b))
    if dataclasses.is_dataclass(a):
        names = [f.name for f in dataclasses.fields(a)]
        return type(a) is type(b) and all(is_same(getattr(a, n), getattr(b, n)) for n in names)
    return type(a) is type(b) and bool(a == b)
