"""Mode auto: which mode a file is read in, and the reason in one sentence.

Decided in this order: what fits in full without being worth a cut, documents and data, ledger
pressure, then intent. A target (a file that the task names, or that is about to be edited) is
never given less than its relevant definitions. Without a task there is nothing to select by, and
a large file is answered with its map. Reading in full is only proposed where it fits the budget.

Tests: tests/core/compression/modes/test_auto.py
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from lean_ctx_daemon.core.types import FileFacts, ModeName, SymbolKind, TaskType

SMALL_TOKENS: Final = 300
"""Below this a map saves less than the second question costs that it provokes."""
TARGET_TOKENS: Final = 1500
"""A FixBug reads a target up to this size whole: it will be edited, and edits need its text."""
LARGE_TOKENS: Final = 4000
"""For the other intents a target is whole up to this size."""

_DOCUMENT_KINDS: Final = frozenset({SymbolKind.HEADING, SymbolKind.KEY})
_BY_DEFINITION: Final = frozenset(
    {TaskType.FIX_BUG, TaskType.REFACTOR, TaskType.TEST, TaskType.REVIEW}
)


class Pressure(StrEnum):
    """How full the agent's window is (core/delivery: ledger)."""

    NONE = "None"
    COMPRESS = "Compress"
    EVICT = "Evict"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Of a request: what auto decides by, apart from the file.

    `has_scores`: a task was given and some chunk of the file scores above zero, so that `task` has
    something to choose by. `budget`: tokens this file may take; None = no limit.
    """

    task_type: TaskType | None = None
    is_target: bool = False
    has_scores: bool = False
    pressure: Pressure = Pressure.NONE
    budget: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """The mode, and why: one sentence for people."""

    mode: ModeName
    reason: str


def decision(facts: FileFacts, request: Circumstances) -> Decision:
    """The mode for a file under the circumstances of a request."""
    size = facts.n_tokens
    fits = request.budget is None or size <= request.budget
    if fits and size <= SMALL_TOKENS:
        return Decision(ModeName.FULL, f"{size} tokens are too few to be worth a cut")
    if request.pressure is not Pressure.NONE and not request.is_target:
        return _under_pressure(facts, request.pressure)
    if _is_document(facts):
        return Decision(ModeName.MAP, f"{size} tokens of {facts.language or 'text'}: its outline")
    if request.is_target:
        return _for_target(size, request, fits=fits)
    return _by_intent(size, request)


def _under_pressure(facts: FileFacts, pressure: Pressure) -> Decision:
    if pressure is Pressure.EVICT:
        return Decision(ModeName.REFERENCE, "the window is almost full and this is no target")
    mode = ModeName.MAP if _is_document(facts) else ModeName.SIGNATURES
    return Decision(mode, "the window is filling up and this is no target")


def _for_target(size: int, request: Circumstances, *, fits: bool) -> Decision:
    is_selective = request.task_type is TaskType.FIX_BUG and request.has_scores
    limit = TARGET_TOKENS if is_selective else LARGE_TOKENS
    if fits and size <= limit:
        return Decision(ModeName.FULL, "the task is about this file, and it is short")
    if request.has_scores:
        return Decision(ModeName.TASK, f"of {size} tokens, the definitions that the task needs")
    return Decision(ModeName.MAP, f"{size} tokens without a hint which part matters: its outline")


def _by_intent(size: int, request: Circumstances) -> Decision:
    task_type = request.task_type
    if task_type is TaskType.DOCUMENT:
        return Decision(ModeName.SIGNATURES, "documenting needs signatures, not bodies")
    if task_type is TaskType.GENERATE:
        return Decision(ModeName.SIGNATURES, "new code needs the signatures and types around it")
    if task_type in _BY_DEFINITION and request.has_scores:
        return Decision(ModeName.TASK, f"{task_type} needs the definitions that match")
    if task_type is TaskType.EXPLORE:
        return Decision(ModeName.MAP, "exploring needs the outline first")
    return Decision(ModeName.MAP, f"{size} tokens: the outline says what to read next")


def _is_document(facts: FileFacts) -> bool:
    return all(symbol.kind in _DOCUMENT_KINDS for symbol in facts.symbols)
