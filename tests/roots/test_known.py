from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import Signature
from lean_ctx_daemon.roots.known import Known, KnownFiles

PATHS = st.sampled_from("abc")
STEPS = st.lists(st.tuples(PATHS, st.sampled_from(["pending", "read", "gone"])))


@given(STEPS)
def test_the_number_of_pending_files_is_what_counting_says(steps: list[tuple[str, str]]) -> None:
    files = KnownFiles()
    for path, step in steps:
        if step == "gone":
            files.pop(path)
        else:
            files.put(path, Known(None, is_pending=step == "pending"))
        assert files.n_pending == sum(known.is_pending for known in files.copy().values())
        assert set(files) == set(files.copy())
        assert len(files) == len(files.copy())


def test_a_copy_stays_as_it_was() -> None:
    files = KnownFiles()
    files.put("a", Known(None, is_pending=True))
    copy = files.copy()
    before = files.put("a", Known(Signature(3, 1, 1, 1, 1)))
    assert before == copy["a"]
    assert copy["a"].is_pending
    assert files.get("a") == Known(Signature(3, 1, 1, 1, 1))
    assert files.pop("b") is None
