from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import (
    Bag,
    Chunks,
    FileFacts,
    ImportRef,
    LctxError,
    Outline,
    Roster,
    Symbol,
    SymbolKind,
)
from lean_ctx_daemon.roots.derive import Derived, derive
from lean_ctx_daemon.roots.roster import RosterView

PATHS = ("a.py", "b.py", "c.py", "d/e.py")
WORDS = ("token", "login", "cache")


def ints(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    return np.array(values, np.int32)


def facts(imports: tuple[str, ...], word: str, calls: tuple[str, ...]) -> FileFacts:
    """A one-function file: what it imports, the one word in its body, what it calls."""
    return FileFacts(
        language="python",
        digest=repr((imports, word, calls)).encode(),
        n_bytes=10,
        n_lines=2,
        n_tokens=8,
        line_tokens=ints(4, 4),
        symbols=(Symbol(word, word, SymbolKind.FUNCTION, 1, 1, 2),),
        imports=tuple(ImportRef(m, (), 1) for m in imports),
        calls=calls,
        bases=(),
        package="",
        outline=Outline(ints(1, 2), ints(2, 2), ints(-1, 0), np.zeros(2, np.uint8), ints(0, -1)),
        chunks=Chunks(ints(1), ints(2), ints(0), ints(8)),
        bag=Bag(word, ints(0), ints(0), np.zeros(1, np.uint8), np.ones(1, np.uint8)),
    )


def resolve(_l: str, _i: str, ref: ImportRef, _p: str, roster: Roster) -> tuple[str, ...]:
    return (ref.module,) if ref.module in roster else ()


def unread(path: str) -> str:
    raise LctxError(path)


files = st.builds(
    facts,
    st.lists(st.sampled_from(PATHS), unique=True, max_size=2).map(tuple),
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS), unique=True, max_size=2).map(tuple),
)
histories = st.lists(st.dictionaries(st.sampled_from(PATHS), st.none() | files), max_size=6)


def after(steps: list[dict[str, FileFacts | None]]) -> Derived:
    derived = Derived()
    for step in steps:
        present = {*derived.facts, *(p for p, f in step.items() if f)}
        present -= {p for p, f in step.items() if f is None}
        derived = derive(
            derived,
            step,
            RosterView(present, unread),
            resolve,
            is_resolved_anew=present != set(derived.facts),
        )
    return derived


@settings(deadline=None)
@given(histories)
def test_step_by_step_is_the_same_as_at_once(steps: list[dict[str, FileFacts | None]]) -> None:
    final: dict[str, FileFacts | None] = {}
    for step in steps:
        final.update(step)
    incremental = after(steps)
    scratch = after([{p: f for p, f in final.items() if f is not None}])
    assert set(incremental.facts) == set(scratch.facts)
    assert dict(incremental.imports) == dict(scratch.imports)
    assert incremental.graph.digest == scratch.graph.digest
    assert incremental.references.definers == scratch.references.definers
    for word in WORDS:
        assert (
            incremental.index.scores({word: 1.0}).files == scratch.index.scores({word: 1.0}).files
        )


def test_an_edited_body_keeps_the_import_edges() -> None:
    before = after([{"a.py": facts(("b.py",), "token", ()), "b.py": facts((), "login", ())}])
    edited = derive(
        before,
        {"a.py": facts(("b.py",), "cache", ())},
        RosterView(before.facts, unread),
        resolve,
        is_resolved_anew=False,
    )
    assert edited.graph.native() is before.graph.native()
    assert edited.index.scores({"cache": 1.0}).files.keys() == {"a.py"}


def test_a_new_file_resolves_the_imports_that_waited_for_it() -> None:
    before = after([{"a.py": facts(("b.py",), "token", ())}])
    assert before.imports["a.py"] == ()
    grown = after([{"a.py": facts(("b.py",), "token", ())}, {"b.py": facts((), "login", ())}])
    assert grown.imports["a.py"] == ("b.py",)


def test_facts_are_kept_without_their_bags() -> None:
    one = facts((), "token", ())
    kept = after([{"a.py": one}]).facts["a.py"]
    assert kept.bag.terms == []
    assert replace(kept, bag=one.bag) == one
