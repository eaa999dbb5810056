"""The promise of freshness: an answer names no file that is not, now, as the answer says.

A value is computed on a snapshot in a thread; then every file that it names is held against the
disk. What has moved is read again and the value computed anew. So an answer is right even where
the event of a change has not come yet, or never will.

What it does not: find files that nobody told of (the watcher and the crawls do), or know what is
being computed.

Tests: tests/app/test_fresh.py
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.core.pipeline import StaleSources
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import Refused
from lean_ctx_daemon.roots import reading
from lean_ctx_daemon.roots.root import Root

T = TypeVar("T")

MAX_ATTEMPTS: Final = 5  # what moved under five readings in a row is being written all the time


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """A value, the snapshot it was computed on, and how fresh that was."""

    value: T
    snapshot: Snapshot
    notes: tuple[str, ...]
    is_fresh: bool


async def answered(
    space: Workspace, compute: Callable[[Snapshot], T], named: Callable[[T], Collection[str]]
) -> Answered[T]:
    """The value computed on a snapshot whose every named file is as the disk has it.

    Errors: Refused where the root is gone, or a file changes faster than it can be read; what
    `compute` raises, but for StaleSources.
    """
    stale: Sequence[str] = ()
    for _ in range(MAX_ATTEMPTS):
        await space.require_root()
        snapshot = space.root.snapshot
        try:
            value = await asyncio.to_thread(compute, snapshot)
            stale = await asyncio.to_thread(moved, space.root, snapshot, named(value))
        except StaleSources as sources:
            stale = sources.paths
        if not stale:
            return Answered(value, snapshot, space.notes(), space.is_fresh)
        await space.refresh(stale)
    raise Refused(
        f"{stale[0]} changes faster than it can be read", hint="ask again when it has settled"
    )


def moved(root: Root, snapshot: Snapshot, paths: Collection[str]) -> list[str]:
    """The files that are on disk another than the snapshot's facts describe, or not at all.

    Files without facts are not looked at: what they hold was in no answer.
    """
    stale = []
    for path in paths:
        entry = snapshot.files.get(path)
        if entry is None or (entry.skip is None and _is_another(root, path)):
            stale.append(path)
    return stale


def _is_another(root: Root, path: str) -> bool:
    found = reading.signature_of(root.path, path)
    return found is None or found != root.signature(path) or root.skip_reason(path) is not None
