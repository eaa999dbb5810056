"""How soon a task is wanted: from its type, and from words of haste, harm and leisure.

Law: a word of haste never lowers it.

Tests: tests/core/intent/test_urgency.py
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.types import TaskType

_BASE: Final[Mapping[TaskType, float]] = {
    TaskType.FIX_BUG: 0.8,  # something is broken for somebody
    TaskType.DEPLOY: 0.6,
    TaskType.REVIEW: 0.5,
    TaskType.TEST: 0.4,
    TaskType.CONFIG: 0.4,
    TaskType.GENERATE: 0.4,
    TaskType.REFACTOR: 0.3,
    TaskType.DOCUMENT: 0.2,
    TaskType.EXPLORE: 0.2,
}
_HASTE: Final = 0.25  # what a first word of haste leaves of the distance to 1
_LEISURE: Final = 0.5  # what a word of leisure leaves, when there is no haste


def urgency(task_type: TaskType, kinds: Collection[Kind]) -> float:
    """Urgency in [0, 1] for a task of this type in which cues of `kinds` occur."""
    base = _BASE[task_type]
    if Kind.URGENT in kinds:
        return round(1 - (1 - base) * _HASTE, 2)
    return round(base * _LEISURE, 2) if Kind.CALM in kinds else base
