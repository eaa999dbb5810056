"""The immutable state of a root that one request sees.

A Snapshot is a value: roots builds it, swaps it in atomically, and everybody else only reads it.
What it does not hold: file contents (the texts a reply shows are read fresh for that request), or
a clock.

Tests: tests/core/test_snapshot.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.relevance.lexical import LexicalIndex
from lean_ctx_daemon.core.types import FileFacts, SkipReason


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of the roster: analysed (`facts`) or listed with the reason why not (`skip`)."""

    path: str
    size: int
    facts: FileFacts | None
    skip: SkipReason | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What one request sees of a root. `pending` files are known but not analysed yet."""

    root: str
    instance: str
    generation: int
    files: Mapping[str, FileEntry]
    index: LexicalIndex
    graph: DependencyGraph
    history: History
    pending: int = 0
    degraded: tuple[str, ...] = ()
