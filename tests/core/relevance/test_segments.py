from __future__ import annotations

from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.segments import PATH_COLUMN, merged, ranges, segment_of
from lean_ctx_daemon.core.types import FileFacts

FactsOf = Callable[[str], FileFacts]


def test_every_chunk_of_a_file_has_its_path(facts_of: FactsOf) -> None:
    segment = segment_of([("door.py", facts_of("one\n\ntwo\n\nthree"))])
    rows = segment.rows(["door"])
    assert rows.chunk.tolist() == [0, 1, 2]
    assert rows.tf[:, PATH_COLUMN].tolist() == [2, 2, 2]
    assert rows.file_starts.tolist() == [0]


def test_a_file_without_chunks_is_found_by_its_path(facts_of: FactsOf) -> None:
    segment = segment_of([("door/__init__.py", facts_of(""))])
    assert segment.rows(["door"]).chunk.tolist() == [0]
    assert segment.n_chunks.tolist() == [0]


def test_the_dead_leave_no_row_and_no_length(facts_of: FactsOf) -> None:
    segment = segment_of([("a.py", facts_of("word")), ("b.py", facts_of("word other"))])
    rest = segment.without(["b.py"])
    only = segment_of([("a.py", facts_of("word"))])
    assert rest.rows(["word"]).chunk.tolist() == [0]
    assert rest.living_lengths.tolist() == only.living_lengths.tolist()
    assert rest.living_file_lengths.tolist() == only.living_file_lengths.tolist()
    assert "b.py" in segment
    assert "b.py" not in rest
    assert rest.rewritten().vocabulary.keys() == only.vocabulary.keys()


def test_merging_is_building_at_once(facts_of: FactsOf) -> None:
    a, b = ("a.py", facts_of("one two\n\ntwo")), ("b.py", facts_of("two three"))
    both, once = merged([segment_of([a]), segment_of([b])]), segment_of([a, b])
    terms = ["one", "two", "three", "py", "absent"]
    for left, right in zip(
        (both.rows(terms).chunk, both.rows(terms).tf, both.length, both.file_lengths),
        (once.rows(terms).chunk, once.rows(terms).tf, once.length, once.file_lengths),
        strict=True,
    ):
        np.testing.assert_array_equal(left, right)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 5)), max_size=20))
def test_ranges_are_listed_one_after_another(pairs: list[tuple[int, int]]) -> None:
    starts = np.array([start for start, _ in pairs], np.int64)
    stops = np.array([start + n for start, n in pairs], np.int64)
    numbers, owner = ranges(starts, stops)
    assert numbers.tolist() == [i for start, n in pairs for i in range(start, start + n)]
    assert owner.tolist() == [at for at, (_, n) in enumerate(pairs) for _ in range(n)]
