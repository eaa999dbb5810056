import numpy as np
import pytest

from lean_ctx_daemon.core.compression.reading import Wanted, read
from lean_ctx_daemon.core.types import BadRequest, ModeName, TaskType
from tests.core.compression.sources import count, source_of

FUNCTION = "def f{i}(a, b):\n" + "    some = statement(of, many, tokens)\n" * 12
SOURCE = source_of("import os\n\n" + "\n".join(FUNCTION.format(i=i) for i in range(12)))
SCORES = np.zeros(len(SOURCE.facts.chunks), dtype=np.float32)
SCORES[3] = 1.0


@pytest.mark.parametrize("mode", ["full", "map", "signatures", "reference", "task"])
def test_the_mode_that_was_asked_for(mode: str) -> None:
    answer, reason = read(SOURCE, Wanted(mode, scores=SCORES), count)
    assert answer.mode == mode
    assert reason == ""


def test_lines() -> None:
    answer, _ = read(SOURCE, Wanted("lines:1-1"), count)
    assert (answer.mode, answer.text) == ("lines", "import os\n")


def test_auto_says_why() -> None:
    answer, reason = read(SOURCE, Wanted(task_type=TaskType.FIX_BUG, scores=SCORES), count)
    assert answer.mode == ModeName.TASK
    assert "def f2" in answer.text
    assert reason


def test_task_without_a_task_is_the_map() -> None:
    answer, _ = read(SOURCE, Wanted("task"), count)
    assert answer.mode == ModeName.MAP


@pytest.mark.parametrize("mode", ["", "fulll", "map:3", "lines", "lines:", "FULL"])
def test_an_unknown_mode_is_named(mode: str) -> None:
    with pytest.raises(BadRequest):
        read(SOURCE, Wanted(mode), count)
