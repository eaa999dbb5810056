import pytest

from lean_ctx_daemon.core.intent.parts import task_parts
from lean_ctx_daemon.core.intent.task_type import MAX_CONFIDENCE, TypeVerdict, type_verdict
from lean_ctx_daemon.core.types import TaskType


def verdict(task: str) -> TypeVerdict:
    return type_verdict(task_parts(task))


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("feat(core)!: retries", TaskType.GENERATE),
        ("[Bug] Export", TaskType.FIX_BUG),
        ("Feature request: export", TaskType.GENERATE),
        ("docs: export", TaskType.DOCUMENT),
        ("chore: export", TaskType.CONFIG),
    ],
)
def test_a_prefix_decides(task: str, expected: TaskType) -> None:
    assert verdict(task).task_type is expected


def test_a_traceback_makes_a_bug_of_a_title_that_says_nothing() -> None:
    assert verdict("Export").task_type is not TaskType.FIX_BUG
    assert verdict("Export\n\nValueError: bad\n").task_type is TaskType.FIX_BUG


def test_the_object_decides_for_verbs_that_make() -> None:
    assert verdict("add a cache").task_type is TaskType.GENERATE
    assert verdict("add tests").task_type is TaskType.TEST
    assert verdict("add docstrings").task_type is TaskType.DOCUMENT


def test_why_asks_until_something_is_wrong() -> None:
    assert verdict("why do we have two user models?").task_type is TaskType.EXPLORE
    assert verdict("why does the export crash?").task_type is TaskType.FIX_BUG


def test_confidence_is_the_margin() -> None:
    assert verdict("fix the crash").confidence == MAX_CONFIDENCE
    assert verdict("entropy").confidence == round(1 / 9, 2)
    assert verdict("fix the docs").confidence < verdict("fix the crash").confidence


def test_the_verb_is_the_lemma_in_english_and_as_written_elsewhere() -> None:
    assert verdict("Fixes the crash").action_verb == "fix"
    assert verdict("corrige el error").action_verb == "corrige"
    assert verdict("Export\n\nValueError: bad\n").action_verb == "fix"
