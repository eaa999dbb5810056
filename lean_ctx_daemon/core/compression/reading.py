"""A mode's name and a file → the file rendered in that mode, or in the one that auto picks.

The one place that knows all modes. It does not read files, rank, or keep a session: unchanged
re-reads and `diff` are the session's matter.

Tests: tests/core/compression/test_reading.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.compression.modes import auto, full, lines, reference, signatures, task
from lean_ctx_daemon.core.compression.modes import map as map_mode
from lean_ctx_daemon.core.compression.modes.auto import Circumstances, Pressure
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.types import BadRequest, ModeName, Rendered, TaskType, TokenCounter

TASK_SHARE: Final = 0.3
"""Without a budget, task mode gives this share of a file (SPEC: it saves 65 to 85 %) …"""
TASK_MIN_TOKENS: Final = 400
"""… but room for a definition or two."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a file is to be read.

    `mode`: a mode's name, or `lines:A-B[,C-D]`. `scores`: one per chunk, None without a task.
    """

    mode: str = ModeName.AUTO
    task_type: TaskType | None = None
    scores: NDArray[np.float32] | None = None
    is_target: bool = False
    pressure: Pressure = Pressure.NONE
    budget: int | None = None


def read(source: Source, wanted: Wanted, count: TokenCounter) -> tuple[Rendered, str]:
    """The file as wanted, and why in this mode ("" where the mode was asked for).

    Errors: BadRequest for an unknown mode or line ranges that are malformed or not in the file.
    """
    name, has_spec, spec = wanted.mode.partition(":")
    if name == ModeName.LINES:
        return lines.render(source, spec, count), ""
    if has_spec or name not in set(ModeName):
        modes = ", ".join(mode for mode in ModeName if mode is not ModeName.LINES)
        raise BadRequest(f"unknown mode {wanted.mode!r}", hint=f"Modes: {modes}, lines:A-B[,C-D].")
    reason = ""
    if name == ModeName.AUTO:
        decided = auto.decision(
            source.facts,
            Circumstances(
                task_type=wanted.task_type,
                is_target=wanted.is_target,
                has_scores=wanted.scores is not None and bool(np.any(wanted.scores > 0)),
                pressure=wanted.pressure,
                budget=wanted.budget,
            ),
        )
        name, reason = decided.mode, decided.reason
    return _rendered(source, ModeName(name), wanted, count), reason


def _rendered(source: Source, mode: ModeName, wanted: Wanted, count: TokenCounter) -> Rendered:
    match mode:
        case ModeName.FULL:
            return full.render(source)
        case ModeName.SIGNATURES:
            return signatures.render(source, count)
        case ModeName.REFERENCE:
            return reference.render(source, count)
        case ModeName.TASK if wanted.scores is not None:
            budget = wanted.budget
            if budget is None:
                budget = max(TASK_MIN_TOKENS, int(TASK_SHARE * source.facts.n_tokens))
            return task.render(source, wanted.scores, budget, count)
        case _:
            return map_mode.render(source, count)
