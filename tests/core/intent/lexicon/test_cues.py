from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.lexicon.cues import Cue, CueFinder, Kind, entries
from lean_ctx_daemon.core.types import TaskType


def finder(**tables: str) -> CueFinder:
    return CueFinder(entries(Kind.VERB, tables, TaskType.FIX_BUG))


def surfaces(of: CueFinder, *text: str) -> list[str]:
    return [hit.surface for hit in of.hits(text)]


def test_english_verbs_are_found_in_their_regular_forms() -> None:
    of = finder(en="fix, drop, resolve, apply, patch")
    text = ["fixes", "fixed", "fixing", "dropped", "dropping", "resolving", "applies", "patches"]
    assert surfaces(of, *text) == text
    assert of.hits(["fixture"]) == []


def test_a_stem_finds_what_begins_with_it() -> None:
    assert surfaces(finder(es="corrig*"), "corrige", "corrigen", "corta") == ["corrige", "corrigen"]


def test_the_longest_phrase_wins_and_is_consumed() -> None:
    of = finder(en="set, set up")
    assert surfaces(of, "set", "up", "set") == ["set up", "set"]


def test_entries_of_unspaced_scripts_are_found_inside_a_run() -> None:
    of = finder(zh="修复, 解决")
    assert surfaces(of, "请修复这个并解决") == ["修复", "解决"]


def test_a_word_may_mean_several_things() -> None:
    verb = Cue(Kind.VERB, TaskType.TEST, "test", "en")
    thing = Cue(Kind.THING, TaskType.TEST, "test", "en")
    assert CueFinder([("test", verb), ("test", thing)]).hits(["test"])[0].cues == (verb, thing)


@given(st.lists(st.sampled_from(["fix", "the", "set", "up", "修复修", "x"])))
def test_hits_ascend_and_do_not_overlap(text: list[str]) -> None:
    hits = finder(en="fix, set up, set", zh="修复").hits(text)
    ends = 0
    for hit in hits:
        assert hit.position >= ends or text[hit.position].startswith("修")
        ends = hit.position + hit.length
    assert ends <= len(text)
