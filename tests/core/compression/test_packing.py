import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.packing import Candidate, Choice, pack
from lean_ctx_daemon.core.types import FileFacts
from tests.core.compression.sources import facts_of

FRAME = 10
N_CHUNKS = 8


def file_of(n_words: int) -> FileFacts:
    """Eight functions of growing length."""
    body = "    a b c d e\n" * n_words
    return facts_of("".join(f"def f{i}():\n{body * (i + 1)}\n" for i in range(N_CHUNKS)))


SMALL, LARGE = file_of(1), file_of(4)


def candidate(
    path: str, budget: int, scores: list[float], facts: FileFacts = LARGE, relevance: float = 1.0
) -> Candidate:
    return Candidate(path, relevance, budget, facts, np.array(scores, dtype=np.float32), FRAME)


def by_path(choices: list[Choice]) -> dict[str, Choice]:
    return {choice.path: choice for choice in choices}


def test_a_file_that_fits_its_budget_is_whole() -> None:
    (choice,) = pack([candidate("a", 4000, [1.0] * N_CHUNKS)], 4000)
    assert choice.is_whole
    assert choice.tokens == LARGE.n_tokens + FRAME


def test_the_best_chunks_are_taken_first() -> None:
    scores = [0.1, 0.1, 0.9, 0.1, 0.1, 0.1, 0.5, 0.1]
    (choice,) = pack([candidate("a", 300, scores)], 300)
    assert choice.chunks[0] == 2
    assert list(choice.values) == sorted(choice.values, reverse=True)


def test_length_counts_but_not_in_proportion() -> None:
    # eight times as long and three times as good loses per token and wins per square root
    (choice,) = pack([candidate("a", 260, [1.0] + [0.0] * 6 + [3.0])], 260)
    assert choice.chunks[0] == 7


def test_what_a_file_cannot_use_goes_to_the_next_best_definition() -> None:
    scores = [1.0] * N_CHUNKS
    rest = [0.5, *[0.0] * (N_CHUNKS - 1)]
    alone = by_path(pack([candidate("a", 200, scores)], 200))
    shared = by_path(pack([candidate("a", 200, scores), candidate("b", 400, rest)], 600))
    assert len(shared["a"].chunks) > len(alone["a"].chunks)


def test_relevance_of_the_file_weighs_its_chunks() -> None:
    scores = [1.0] * N_CHUNKS
    near = candidate("a", 1, scores)
    far = candidate("b", 1, scores, relevance=0.1)
    assert list(by_path(pack([far, near], 100))) == ["a"]


def test_a_budget_is_not_spent_on_what_is_worth_less_than_elsewhere() -> None:
    strong = candidate("a", 200, [1.0] * N_CHUNKS)
    weak = candidate("b", 200, [0.01] * N_CHUNKS)
    assert list(by_path(pack([strong, weak], 400))) == ["a"]


def test_a_neighbour_without_scores_keeps_room_for_a_map() -> None:
    (choice,) = pack([candidate("a", 400, [0.0] * N_CHUNKS)], 400)
    assert not choice.is_whole
    assert choice.chunks == ()
    assert 0 < choice.tokens <= 400


def test_where_no_definition_fits_the_best_file_is_referred_to() -> None:
    scores = [1.0] * N_CHUNKS
    assert pack([candidate("a", 3, scores), candidate("b", 2, scores)], 5) == [
        Choice("a", is_whole=False, chunks=(), values=(), tokens=5)
    ]
    assert pack([], 100) == []
    assert pack([candidate("a", 0, scores)], 0) == []


@given(
    st.lists(
        st.tuples(
            st.integers(0, 600),
            st.lists(st.floats(0, 1, width=16), min_size=N_CHUNKS, max_size=N_CHUNKS),
            st.sampled_from([SMALL, LARGE]),
        ),
        max_size=6,
    ),
    st.integers(0, 1500),
)
def test_the_sum_never_exceeds_the_total(
    files: list[tuple[int, list[float], FileFacts]], extra: int
) -> None:
    candidates = [
        candidate(str(i), budget, scores, facts) for i, (budget, scores, facts) in enumerate(files)
    ]
    total = sum(budget for budget, _, _ in files) + extra
    choices = pack(candidates, total)
    assert sum(choice.tokens for choice in choices) <= total
    assert choices == pack(candidates, total)
    for choice in choices:
        assert len(set(choice.chunks)) == len(choice.chunks)
