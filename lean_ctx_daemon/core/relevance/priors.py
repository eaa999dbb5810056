"""What a file's kind is worth before the task's words are compared with it.

Tests, examples, documentation, configuration, generated and vendored code speak of everything
and are seldom what a task is about; they weigh less unless the task is about them, by its type
or by its own words.

What it does not: tell kinds apart (kinds.py), or know the task's evidence.

Tests: tests/core/relevance/test_priors.py
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lean_ctx_daemon.core.relevance.kinds import FileKind
from lean_ctx_daemon.core.types import StructuredIntent, TaskType

WEIGHT: Final[Mapping[FileKind, float]] = {
    FileKind.SOURCE: 1.0,
    FileKind.CONFIG: 0.4,
    FileKind.EXAMPLE: 0.4,
    FileKind.TEST: 0.3,
    FileKind.DOC: 0.3,
    FileKind.GENERATED: 0.3,
    FileKind.VENDORED: 0.3,
}

_ABOUT_TYPE: Final[Mapping[TaskType, frozenset[FileKind]]] = {
    TaskType.TEST: frozenset({FileKind.TEST}),
    TaskType.DOCUMENT: frozenset({FileKind.DOC, FileKind.EXAMPLE}),
    TaskType.CONFIG: frozenset({FileKind.CONFIG}),
    TaskType.DEPLOY: frozenset({FileKind.CONFIG}),
}


def kind_weights(intent: StructuredIntent) -> dict[FileKind, float]:
    """The weight in (0, 1] of each kind for a task of this intent."""
    about = _ABOUT_TYPE.get(intent.task_type, frozenset())
    return {kind: 1.0 if kind in about else weight for kind, weight in WEIGHT.items()}
