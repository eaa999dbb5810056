from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.gaps import shown_text
from lean_ctx_daemon.core.compression.selection import Selection
from tests.core.compression.sources import count, facts_of, source_of

BODY = "        one = two + three\n"
TEXT = (
    "import a\n\nclass A:\n"
    + "".join(f"    def f{i}(self):\n{BODY * (i + 1)}\n" for i in range(6))
    + "}\n\ndef g():\n    return 1\n"
)
SOURCE = source_of(TEXT)
N_CHUNKS = len(SOURCE.facts.chunks)


def shown(selection: Selection) -> list[int]:
    return (selection.lines.nonzero()[0] + 1).tolist()


def test_a_chunk_brings_the_header_of_its_class() -> None:
    lines = shown(Selection.of(SOURCE.facts, [3]))
    assert SOURCE.lines[lines[0] - 1] == "class A:"
    assert SOURCE.lines[lines[-1] - 1] == "}"


def test_a_header_is_paid_for_once() -> None:
    selection = Selection(SOURCE.facts)
    first = selection.cost(3)
    selection.add(2)
    assert selection.cost(3) < first


def test_what_is_shown_costs_nothing_more_than_it_saves() -> None:
    selection = Selection.of(SOURCE.facts, range(N_CHUNKS))
    assert all(selection.cost(chunk) == 0 for chunk in range(N_CHUNKS))


@given(st.lists(st.integers(0, N_CHUNKS - 1), unique=True))
def test_the_estimate_is_close_to_the_text(chunks: list[int]) -> None:
    selection = Selection.of(SOURCE.facts, chunks)
    text, _ = shown_text(SOURCE.lines, shown(selection))
    assert abs(selection.tokens - count(text)) <= 12 + 5 * len(chunks) // 2


@given(st.lists(st.integers(0, N_CHUNKS - 1), unique=True), st.randoms())
def test_order_does_not_change_what_is_shown(chunks: list[int], random: object) -> None:
    shuffled = list(chunks)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert shown(Selection.of(SOURCE.facts, chunks)) == shown(Selection.of(SOURCE.facts, shuffled))


def test_an_empty_file_has_nothing_to_select() -> None:
    assert Selection(facts_of("")).lines.size == 0
