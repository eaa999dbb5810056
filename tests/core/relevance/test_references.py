from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.references import MAX_DEFINERS, ReferenceIndex
from lean_ctx_daemon.core.types import (
    Bag,
    Chunks,
    FileFacts,
    Outline,
    Symbol,
    SymbolKind,
)

_INTS = np.zeros(0, np.int32)
_BYTES = np.zeros(0, np.uint8)


def facts(
    defines: tuple[str, ...] = (), calls: tuple[str, ...] = (), bases: tuple[str, ...] = ()
) -> FileFacts:
    return FileFacts(
        language="python",
        digest=b"",
        n_bytes=0,
        n_lines=len(defines),
        n_tokens=0,
        line_tokens=_INTS,
        symbols=tuple(
            Symbol(n, n, SymbolKind.FUNCTION, i + 1, i + 1, i + 1) for i, n in enumerate(defines)
        ),
        imports=(),
        calls=calls,
        bases=bases,
        package="",
        outline=Outline(_INTS, _INTS, _INTS, _BYTES, _INTS),
        chunks=Chunks(_INTS, _INTS, _INTS, _INTS),
        bag=Bag("", _INTS, _INTS, _BYTES, _BYTES),
    )


def index(files: Mapping[str, FileFacts | None]) -> ReferenceIndex:
    return ReferenceIndex.empty().updated(files)


def test_a_call_refers_to_the_file_that_defines_the_name() -> None:
    found = index({"login.py": facts(calls=("verify",)), "auth.py": facts(defines=("verify",))})
    assert found.uses("login.py") == {"auth.py": 1.0}
    assert found.used_by("auth.py") == {"login.py": 1.0}


def test_a_name_defined_twice_is_worth_half_and_an_heir_twice() -> None:
    found = index(
        {
            "a.py": facts(calls=("run",), bases=("Base",)),
            "b.py": facts(defines=("run",)),
            "c.py": facts(defines=("run", "Base")),
        }
    )
    assert found.uses("a.py") == {"b.py": 0.5, "c.py": 2.5}


def test_a_name_that_everybody_defines_refers_to_nobody() -> None:
    many: dict[str, FileFacts | None] = {
        f"{i}.py": facts(defines=("get",)) for i in range(MAX_DEFINERS + 1)
    }
    assert index({**many, "x.py": facts(calls=("get",))}).uses("x.py") == {}


def test_a_files_own_definitions_are_not_references() -> None:
    found = index({"a.py": facts(defines=("f",), calls=("f",)), "b.py": facts(defines=("f",))})
    assert found.uses("a.py") == {}


names = st.lists(st.sampled_from("fghk"), unique=True, max_size=3).map(tuple)
some_facts = st.builds(facts, defines=names, calls=names, bases=names)
steps = st.lists(
    st.dictionaries(st.sampled_from(["a", "b", "c"]), st.none() | some_facts, max_size=3),
    max_size=5,
)


@given(steps)
def test_incremental_equals_from_scratch(sequence: list[dict[str, FileFacts | None]]) -> None:
    incremental = ReferenceIndex.empty()
    state: dict[str, FileFacts | None] = {}
    for step in sequence:
        incremental = incremental.updated(step)
        state.update(step)
    scratch = index({p: f for p, f in state.items() if f is not None})
    assert incremental.files == scratch.files
    assert incremental.definers == scratch.definers
    assert incremental.users == scratch.users


@given(some_facts)
def test_unchanged_names_keep_the_same_index(one: FileFacts) -> None:
    before = index({"a": one})
    assert before.updated({"a": one}) is before
