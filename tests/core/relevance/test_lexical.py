from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance import lexical
from lean_ctx_daemon.core.relevance.lexical import LexicalIndex, LexicalScores
from lean_ctx_daemon.core.types import FileFacts

FactsOf = Callable[[str], FileFacts]
WORDS = ("open", "door", "key", "lock", "house")
TEXTS = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join), max_size=4
).map("\n\n".join)
EDITS = st.lists(
    st.dictionaries(st.sampled_from("abcdefgh"), st.none() | TEXTS, min_size=1, max_size=5),
    min_size=1,
    max_size=8,
)
QUERY = {"open": 1.0, "door": 0.5, "key": 2.0, "lib": 0.3, "absent": 1.0}


def assert_equal(left: LexicalScores, right: LexicalScores) -> None:
    assert list(left.files.items()) == list(right.files.items())
    assert left.best_chunk == right.best_chunk
    assert list(left.chunks) == list(right.chunks)
    for path, scores in left.chunks.items():
        np.testing.assert_array_equal(scores, right.chunks[path], strict=True)


@settings(max_examples=60, deadline=None)
@given(edits=EDITS, batch=st.sampled_from([1, 2, 256]))
def test_step_by_step_is_at_once_bit_for_bit(
    edits: list[dict[str, str | None]], batch: int
) -> None:
    index = LexicalIndex.empty()
    files: dict[str, FileFacts] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexical, "BATCH_FILES", batch)
        for edit in edits:
            changed = {
                f"lib/{name}.py": None if text is None else facts_from(text)
                for name, text in edit.items()
            }
            index = index.updated(changed)
            for path, facts in changed.items():
                if facts is None:
                    files.pop(path, None)
                else:
                    files[path] = facts
    scratch = LexicalIndex.empty().updated(files)
    assert len(index) == len(scratch) == len(files)
    assert_equal(index.scores(QUERY), scratch.scores(QUERY))
    assert_equal(index.scores(QUERY, limit=2), scratch.scores(QUERY, limit=2))


def test_an_update_leaves_the_old_index_alone(facts_of: FactsOf) -> None:
    before = LexicalIndex.empty().updated({"a.py": facts_of("open door")})
    scores = before.scores(QUERY)
    before.updated({"a.py": None, "b.py": facts_of("key")})
    assert_equal(before.scores(QUERY), scores)


def test_a_defined_name_beats_a_use(facts_of: FactsOf) -> None:
    index = LexicalIndex.empty().updated(
        {"uses.py": facts_of("call open_door now"), "has.py": facts_of("def open_door now")}
    )
    files = index.scores({"opendoor": 1.0}).files
    assert files["has.py"] > files["uses.py"] > 0


def test_the_definition_that_matches_is_the_best_chunk(facts_of: FactsOf) -> None:
    index = LexicalIndex.empty().updated(
        {"a.py": facts_of("def close\nlatch\n\ndef open_door\nlatch\n\ndef lock\nlatch")}
    )
    scores = index.scores({"open": 1.0, "door": 1.0}).chunks["a.py"]
    assert scores.argmax() == 1
    assert scores.max() == pytest.approx(index.scores({"open": 1.0, "door": 1.0}).best_chunk)


def test_words_match_whole_never_within_others(facts_of: FactsOf) -> None:
    index = LexicalIndex.empty().updated({"a.py": facts_of("debugger ladybug")})
    assert index.scores({"bug": 1.0}).files == {}


def test_a_field_that_is_switched_off_is_silent(facts_of: FactsOf) -> None:
    index = LexicalIndex.empty().updated({"door.py": facts_of("key")})
    assert index.scores({"door": 1.0}).files.keys() == {"door.py"}
    assert index.scores({"door": 1.0}, weights=(1.0, 1.0, 1.0, 0.0)).files == {}


def test_an_empty_index_and_an_empty_query_match_nothing(facts_of: FactsOf) -> None:
    assert LexicalIndex.empty().scores(QUERY).files == {}
    assert LexicalIndex.empty().updated({"a.py": facts_of("open")}).scores({}).files == {}


def test_many_small_updates_keep_few_segments(facts_of: FactsOf) -> None:
    index = LexicalIndex.empty()
    for i in range(200):
        index = index.updated({f"{i % 100}.py": facts_of(f"word{i} open")})
    assert len(index) == 100
    assert len(index._segments) <= 6
    assert index.chunk_frequency("open") == 100


def facts_from(text: str) -> FileFacts:
    """hypothesis forbids function-scoped fixtures in given tests; the same small parser."""
    from tests.core.relevance.conftest import _facts

    return _facts(text)
