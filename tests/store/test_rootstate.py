"""store.rootstate: a root's files there and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import Signature, SkipReason
from lean_ctx_daemon.store.record import BadRecord
from lean_ctx_daemon.store.rootstate import RootFile, RootId, RootState, decoded, encoded

ROOT = RootId("/somewhere", 1, 2)
unsigned = st.integers(0, 2**64 - 1)
signed = st.integers(-(2**63), 2**63 - 1)


@st.composite
def states(draw: st.DrawFn) -> RootState:
    paths = draw(st.lists(st.text(st.characters(), max_size=5), unique=True, max_size=5))
    some = st.lists(st.sampled_from(paths), max_size=3) if paths else st.just([])
    file = st.builds(
        RootFile,
        signature=st.none() | st.builds(Signature, unsigned, signed, signed, unsigned, unsigned),
        digest=st.binary(max_size=20),
        language=st.sampled_from(["", "python", "c"]),
        skip=st.none() | st.sampled_from(SkipReason),
        imports=some.map(tuple),
    )
    return RootState({path: draw(file) for path in paths}, draw(st.booleans()))


@given(states())
@settings(deadline=None)
def test_a_state_comes_back(state: RootState) -> None:
    back = decoded(ROOT, encoded(ROOT, state))
    assert back == state
    assert list(back.files) == list(state.files)


def test_another_root_does_not_open_it() -> None:
    data = encoded(ROOT, RootState({}))
    for other in (RootId("/elsewhere", 1, 2), RootId("/somewhere", 1, 3)):
        with pytest.raises(BadRecord):
            decoded(other, data)


@given(states(), st.data())
@settings(deadline=None, max_examples=30)
def test_every_truncation_is_bad(state: RootState, data: st.DataObject) -> None:
    whole = encoded(ROOT, state)
    with pytest.raises(BadRecord):
        decoded(ROOT, whole[: data.draw(st.integers(0, len(whole) - 1))])


def test_an_import_of_an_unknown_file_is_not_saved() -> None:
    state = RootState({"a.py": RootFile(None, imports=("b.py",))})
    with pytest.raises(ValueError, match="not listed"):
        encoded(ROOT, state)


def test_identity_of_a_folder(tmp_path: Path) -> None:
    root = RootId.of(str(tmp_path))
    assert root is not None
    assert root == RootId.of(str(tmp_path))
    assert RootId.of(str(tmp_path / "absent")) is None
    assert RootId.of("\0") is None
