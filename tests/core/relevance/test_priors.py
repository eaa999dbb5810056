from __future__ import annotations

from dataclasses import replace

from lean_ctx_daemon.core.relevance.kinds import FileKind
from lean_ctx_daemon.core.relevance.priors import kind_weights
from lean_ctx_daemon.core.types import StructuredIntent, TaskType


def test_source_outweighs_everything_else_in_a_bug_fix(fix_bug: StructuredIntent) -> None:
    weights = kind_weights(fix_bug)
    assert weights.keys() == set(FileKind)
    assert all(0 < weights[kind] < weights[FileKind.SOURCE] for kind in set(FileKind) - {"source"})


def test_a_task_about_tests_or_documents_takes_them_in_full(fix_bug: StructuredIntent) -> None:
    assert kind_weights(replace(fix_bug, task_type=TaskType.TEST))[FileKind.TEST] == 1.0
    assert kind_weights(replace(fix_bug, task_type=TaskType.DOCUMENT))[FileKind.DOC] == 1.0
    assert kind_weights(replace(fix_bug, task_type=TaskType.CONFIG))[FileKind.CONFIG] == 1.0
