"""What a root remembers over restarts: how its files looked, and what was in them.

Saved a moment after changes and at the end, recalled before the first index: a file that still has
the signature under which it was read needs no reading, and its facts come from the store. What was
written so recently that a further write could bear the same signature is remembered without it,
and so read again.

What it does not: hold facts (the store does), or decide what is stale (the root's crawl does).

Tests: tests/app/test_recall.py
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from lean_ctx_daemon.app import memory
from lean_ctx_daemon.core.types import Signature, SkipReason
from lean_ctx_daemon.roots.commit import State
from lean_ctx_daemon.roots.known import Known
from lean_ctx_daemon.roots.ports import Analysis
from lean_ctx_daemon.roots.root import Root
from lean_ctx_daemon.store import RootFile, RootId, RootState, Store, key_of

SAVE_DELAY_S: Final = 2.0  # a burst of edits becomes one record
RACY_NS: Final = 2_000_000_000  # git's "racily clean": file systems with stamps of two seconds


class RootMemory:
    """The memory of one root. `recall` and `keep` block; the rest belongs to the event loop."""

    def __init__(self, store: Store | None, path: str) -> None:
        """Without a store nothing is remembered."""
        self._store = store
        self._path = path
        self._timer: asyncio.TimerHandle | None = None
        self._saving: asyncio.Future[None] | None = None
        self._saved: State | None = None

    def recall(self, found: Mapping[str, Signature]) -> Sequence[Analysis]:
        """Analyses of the files that still have the signature they were read under."""
        root = RootId.of(self._path)
        state = self._store.load_root(root) if self._store and root else None
        if self._store is None or state is None:
            return ()
        same = {
            path: file
            for path, signature in found.items()
            if (file := state.files.get(path))
            and file.signature == signature
            and file.skip is not SkipReason.SIZE  # it was found: the limit is another one now
        }
        keys = {
            path: key_of(file.language, file.digest)
            for path, file in same.items()
            if file.skip is None
        }
        with memory.filling():
            facts = self._store.get_many(set(keys.values()))
        is_resolved = state.is_resolved and _are_all(state, found, keys)
        return [
            Analysis(path, file.signature, file.digest, skip=file.skip)
            if file.skip is not None
            else Analysis(
                *(path, file.signature, file.digest, facts[keys[path]]),
                imports=file.imports if is_resolved else None,
            )
            for path, file in same.items()
            if file.skip is not None or keys[path] in facts
        ]

    def keep(self, known: Mapping[str, Known], state: State) -> None:
        """Save what is known of the files whose facts are derived."""
        root = RootId.of(self._path)
        if self._store is None or root is None:
            return
        safe_ns = time.time_ns() - RACY_NS
        files: dict[str, RootFile] = {}
        for path, one in known.items():
            facts = state.derived.facts.get(path)
            is_settled = one.signature is not None and one.signature.ctime_ns < safe_ns
            signature = one.signature if is_settled else None
            if one.skip is not None:
                files[path] = RootFile(signature, skip=one.skip)
            elif facts is not None and facts.digest == one.digest:
                files[path] = RootFile(signature, one.digest, facts.language)
        analysed = {path for path, file in files.items() if file.skip is None}
        is_resolved = len(files) == len(known) and analysed == state.roster.paths
        if is_resolved:
            for path in analysed:
                files[path] = replace(files[path], imports=state.derived.imports[path])
        self._store.save_root(root, RootState(files, is_resolved))

    def keep_soon(self, root: Root) -> None:
        """Save a moment from now; called after every change."""
        if self._store is not None and self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SAVE_DELAY_S, self._keep_now, root)

    async def close(self, root: Root) -> None:
        """Save what was not saved yet. Callable twice."""
        if self._timer is not None:
            self._timer.cancel()
            self._keep_now(root)
        if self._saving is not None:
            await asyncio.wait([self._saving])

    def _keep_now(self, root: Root) -> None:
        self._timer = None
        known, state = root.memory()
        if state is not self._saved:
            work = self._keep_first if self._saved is None else self.keep
            self._saved = state
            loop = asyncio.get_running_loop()
            self._saving = loop.run_in_executor(None, work, known, state)

    def _keep_first(self, known: Mapping[str, Known], state: State) -> None:
        """The first index is over: what it needed is given back, worker or not."""
        self.keep(known, state)
        memory.tidied()


def _are_all(state: RootState, found: Mapping[str, Signature], same: Collection[str]) -> bool:
    """Whether the files with facts are those of the state, no more and no less.

    Imports lead to the same files then: what they depend on besides, the manifests, is among them.
    """
    analysed = {path for path, file in state.files.items() if file.skip is None}
    listed = {path for path, file in state.files.items() if file.skip is not None}
    return analysed == set(same) and analysed.union(listed) >= found.keys()
