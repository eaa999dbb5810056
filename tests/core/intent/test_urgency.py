from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.intent.urgency import urgency
from lean_ctx_daemon.core.types import TaskType


def test_a_bug_is_at_08() -> None:
    assert urgency(TaskType.FIX_BUG, ()) == 0.8


@given(st.sampled_from(list(TaskType)), st.sets(st.sampled_from(list(Kind))))
def test_haste_never_lowers_and_leisure_never_raises(task_type: TaskType, kinds: set[Kind]) -> None:
    value = urgency(task_type, kinds)
    assert 0 <= value <= 1
    assert urgency(task_type, kinds | {Kind.URGENT}) >= value
    assert urgency(task_type, kinds | {Kind.CALM}) <= value
