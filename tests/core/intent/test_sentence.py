# ruff: noqa: RUF001  (sentences in many scripts)
import pytest

from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.intent.sentence import Role, sentence
from lean_ctx_daemon.core.types import TaskType


@pytest.mark.parametrize(
    ("title", "lemma"),
    [
        ("fix the parser", "fix"),
        ("Hi, could you please rename it", "rename"),
        ("we need to deploy it", "deploy"),
        ("Fixed the parser", "fix"),
        ("toten Code entfernen", "entfern"),
        ("कोड को सरल बनाओ", "सरल"),
        ("ログイン時のバグを修正してください", "修正"),
        ("把验证逻辑提取到单独的文件", "提取"),
        ("how does it work", "how does"),
    ],
)
def test_the_leading_action(title: str, lemma: str) -> None:
    head = sentence(title).head
    assert head is not None
    assert head.lemma == lemma


@pytest.mark.parametrize("title", ["the build is broken", "test fails on windows", "entropy", ""])
def test_a_sentence_without_an_action(title: str) -> None:
    assert sentence(title).head is None


def roles(title: str, task_type: TaskType) -> set[Role]:
    return {
        part.role
        for part in sentence(title).parts
        if part.cue.kind is Kind.THING and part.cue.task_type is task_type
    }


def test_the_object_ends_at_the_first_link_word() -> None:
    assert roles("add unit tests for the parser", TaskType.TEST) == {Role.OBJECT}
    assert roles("add a parser for unit tests", TaskType.TEST) == {Role.ASIDE}


def test_a_thing_before_the_objects_noun_only_modifies_it() -> None:
    assert roles("add a test runner", TaskType.TEST) == {Role.MODIFIER}


def test_a_file_is_a_place() -> None:
    assert roles("add redis to docker-compose.yml", TaskType.CONFIG) == {Role.PLACE}
    assert roles("fix the wording in the docs", TaskType.DOCUMENT) == {Role.OBJECT, Role.PLACE}


def test_words_of_haste_do_not_move_the_action() -> None:
    assert sentence("urgent: fix the parser").head == sentence("fix the parser").head


def test_questions_are_marked() -> None:
    assert sentence("где это?").is_question
    assert sentence("どこですか？").is_question
    assert not sentence("fix it").is_question
