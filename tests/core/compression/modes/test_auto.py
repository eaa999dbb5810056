from dataclasses import replace

import pytest

from lean_ctx_daemon.core.compression.modes.auto import Circumstances, Pressure, decision
from lean_ctx_daemon.core.types import ModeName, TaskType
from tests.core.compression.sources import facts_of

CODE = facts_of("def f():\n    return 1\n")
SMALL, MEDIUM, LARGE = (replace(CODE, n_tokens=n) for n in (200, 1200, 9000))
DOCUMENT = replace(facts_of("## Title\nwords\n", "markdown"), n_tokens=9000)


@pytest.mark.parametrize(
    ("facts", "request_", "mode"),
    [
        (SMALL, Circumstances(), ModeName.FULL),
        (SMALL, Circumstances(budget=100), ModeName.MAP),
        (LARGE, Circumstances(), ModeName.MAP),
        (LARGE, Circumstances(TaskType.FIX_BUG, has_scores=True), ModeName.TASK),
        (LARGE, Circumstances(TaskType.FIX_BUG, is_target=True, has_scores=True), ModeName.TASK),
        (LARGE, Circumstances(TaskType.FIX_BUG, is_target=True), ModeName.MAP),
        (MEDIUM, Circumstances(TaskType.FIX_BUG, is_target=True, has_scores=True), ModeName.FULL),
        (MEDIUM, Circumstances(is_target=True, budget=500), ModeName.MAP),
        (LARGE, Circumstances(TaskType.EXPLORE, has_scores=True), ModeName.MAP),
        (LARGE, Circumstances(TaskType.DOCUMENT), ModeName.SIGNATURES),
        (LARGE, Circumstances(TaskType.GENERATE), ModeName.SIGNATURES),
        (DOCUMENT, Circumstances(TaskType.FIX_BUG, has_scores=True), ModeName.MAP),
        (LARGE, Circumstances(pressure=Pressure.COMPRESS), ModeName.SIGNATURES),
        (DOCUMENT, Circumstances(pressure=Pressure.COMPRESS), ModeName.MAP),
        (LARGE, Circumstances(pressure=Pressure.EVICT), ModeName.REFERENCE),
        (
            LARGE,
            Circumstances(
                TaskType.FIX_BUG, is_target=True, has_scores=True, pressure=Pressure.EVICT
            ),
            ModeName.TASK,
        ),
    ],
)
def test_modes(facts: object, request_: Circumstances, mode: ModeName) -> None:
    decided = decision(facts, request_)  # type: ignore[arg-type]
    assert decided.mode is mode
    assert decided.reason
    assert "\n" not in decided.reason
