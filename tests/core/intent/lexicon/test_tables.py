from collections import defaultdict

from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.intent.lexicon.finder import all_entries, finder
from lean_ctx_daemon.core.intent.lexicon.makers import MAKES
from lean_ctx_daemon.core.intent.lexicon.verbs import VERBS
from lean_ctx_daemon.core.intent.words import words
from lean_ctx_daemon.core.types import TaskType

LARGE_LANGUAGES = {"ar", "de", "en", "es", "fr", "hi", "id", "ja", "ko"} | {
    "pl",
    "pt",
    "ru",
    "tr",
    "vi",
    "zh",
}


def test_every_type_has_verbs_in_every_large_language() -> None:
    assert set(VERBS) == set(TaskType)
    for task_type in VERBS:
        named = {language for language, row in VERBS[task_type].items() if row.strip()}
        assert named >= LARGE_LANGUAGES, task_type
    assert set(MAKES) >= LARGE_LANGUAGES


def test_every_entry_is_written_so_that_it_can_be_found() -> None:
    for entry, cue in all_entries():
        found = finder().hits(words(entry.replace("*", "")))
        assert any(cue.kind in {c.kind for c in hit.cues} for hit in found), (entry, cue)


def test_no_entry_is_a_verb_of_two_types_in_one_language() -> None:
    types: dict[tuple[str, str], set[TaskType | None]] = defaultdict(set)
    for entry, cue in all_entries():
        if cue.kind is Kind.VERB:
            types[entry, cue.language].add(cue.task_type)
    assert {key: found for key, found in types.items() if len(found) > 1} == {}
