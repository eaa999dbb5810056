from __future__ import annotations

import dataclasses

import pytest

from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.relevance.lexical import LexicalIndex
from lean_ctx_daemon.core.snapshot import FileEntry, Snapshot
from lean_ctx_daemon.core.types import SkipReason


def snapshot() -> Snapshot:
    return Snapshot(
        root="/root",
        instance="1",
        generation=1,
        files={"a.png": FileEntry("a.png", 10, None, SkipReason.BINARY)},
        index=LexicalIndex.empty(),
        graph=DependencyGraph.empty(),
        history=History.empty(),
    )


def test_a_snapshot_cannot_be_changed_only_replaced() -> None:
    before = snapshot()
    with pytest.raises(dataclasses.FrozenInstanceError):
        before.generation = 2  # type: ignore[misc]
    after = dataclasses.replace(before, generation=2)
    assert (before.generation, after.generation) == (1, 2)
    assert after.files is before.files


def test_a_file_without_facts_says_why() -> None:
    entry = snapshot().files["a.png"]
    assert entry.facts is None
    assert entry.skip is SkipReason.BINARY
