from collections import Counter

from lean_ctx_daemon.core.intent.intent import structured_intent
from lean_ctx_daemon.core.types import TaskType
from tests.core.intent.labelled_english import ENGLISH
from tests.core.intent.labelled_world import WORLD


def labelled() -> list[tuple[str, str, TaskType]]:
    english = [
        ("en", line, task_type)
        for task_type, block in ENGLISH.items()
        for line in block.strip().splitlines()
    ]
    world = [
        (line[:2], line.partition(" | ")[2], task_type)
        for task_type, block in WORLD.items()
        for line in block.strip().splitlines()
    ]
    return [*english, *world]


def misses() -> list[str]:
    return [
        f"{language} {text!r}: {structured_intent(text).task_type}, not {task_type}"
        for language, text, task_type in labelled()
        if structured_intent(text).task_type is not task_type
    ]


def test_the_set_is_large_and_of_the_world() -> None:
    languages = Counter(language for language, _, _ in labelled())
    assert languages.total() >= 200
    assert languages.total() - languages["en"] >= 60
    assert {"zh", "hi", "es", "de", "fr", "ja", "pt"} <= set(languages)


def test_at_least_95_percent_of_the_task_types_are_right() -> None:
    wrong = misses()
    assert len(wrong) <= 0.05 * len(labelled()), "\n".join(wrong)


def test_no_language_is_left_behind() -> None:
    n = Counter(language for language, _, _ in labelled())
    wrong = Counter(line.partition(" ")[0] for line in misses())
    assert [language for language in n if wrong[language] > max(1, 0.15 * n[language])] == []
