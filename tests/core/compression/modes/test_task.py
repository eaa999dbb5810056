import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.modes.task import leaner, render
from tests.core.compression.sources import count, source_of

BODY = "        do(something, long, with, many, arguments)\n"
TEXT = (
    "import used\nimport other\n\nclass A:\n"
    + "".join(f"    def f{i}(self):\n{BODY * 4}\n" for i in range(6))
    + "def g():\n    return used.it(one, two, three, four)\n"
)
SOURCE = source_of(TEXT)
N_CHUNKS = len(SOURCE.facts.chunks)


def scores(**values: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    named = np.zeros(N_CHUNKS, dtype=np.float32)
    for chunk, symbol in enumerate(SOURCE.facts.chunks.symbol.tolist()):
        if symbol >= 0:
            named[chunk] = values.get(SOURCE.facts.symbols[symbol].name, 0.0)
    return named


def test_a_method_comes_with_the_header_of_its_class() -> None:
    answer = render(SOURCE, scores(f3=1.0), 120, count)
    assert answer.mode == "task"
    shown = [line.strip() for line in answer.text.split("\n") if "…" not in line and line.strip()]
    assert shown == ["class A:", "def f3(self):", *[BODY.strip()] * 4]


def test_imports_come_where_they_are_used_and_cheap() -> None:
    assert "import used" in render(SOURCE, scores(g=1.0), 120, count).text
    assert "import other" not in render(SOURCE, scores(g=1.0), 120, count).text
    assert "import used" not in render(SOURCE, scores(g=1.0), 26, count).text


def test_the_better_chunk_goes_first() -> None:
    text = render(SOURCE, scores(f1=0.2, f4=0.9), 90, count).text
    assert "def f4" in text
    assert "def f1" not in text


def test_without_scores_there_is_a_map() -> None:
    assert render(SOURCE, scores(), 200, count).mode == "map"


def test_where_no_chunk_fits_a_leaner_mode_answers() -> None:
    assert render(SOURCE, scores(f3=1.0), 1, count).mode == "reference"
    assert leaner(SOURCE, 10_000, count).mode == "map"


@given(
    st.lists(st.floats(0, 1, width=16), min_size=N_CHUNKS, max_size=N_CHUNKS), st.integers(40, 400)
)
def test_never_over_the_budget(values: list[float], budget: int) -> None:
    answer = render(SOURCE, np.array(values, dtype=np.float32), budget, count)
    assert answer.tokens <= budget or answer.mode == "reference"
