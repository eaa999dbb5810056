"""The Service behind both faces: picks the root, asks the pipeline, says how fresh the answer is.

Each method takes a typed request and gives a reply of plain JSON values (answers.py). Computing
happens in threads on immutable snapshots; the event loop only coordinates. Which root a request is
about: the one it names, else the one around its path, else the one around the caller's folder.

What it does not: parse arguments or frames, render, or know about sockets.

Tests: tests/app/test_service.py, tests/e2e
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from lctx import __version__
from lean_ctx_daemon import tokens
from lean_ctx_daemon.app import answers, memory
from lean_ctx_daemon.app.answers import Json
from lean_ctx_daemon.app.fresh import Answered, answered
from lean_ctx_daemon.app.known_roots import KnownRoots
from lean_ctx_daemon.app.paths import Paths
from lean_ctx_daemon.app.pool import Cache, Pool
from lean_ctx_daemon.app.reader import FileReader
from lean_ctx_daemon.app.texts import current_texts
from lean_ctx_daemon.app.workspaces import Workspaces
from lean_ctx_daemon.core import pipeline
from lean_ctx_daemon.core.delivery.overview import Overview, overview
from lean_ctx_daemon.core.intent.intent import structured_intent
from lean_ctx_daemon.core.relevance.centrality import global_pagerank
from lean_ctx_daemon.core.relevance.communities import communities
from lean_ctx_daemon.core.relevance.relevance import PARTS
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import BadRequest, LctxError, Refused
from lean_ctx_daemon.server import service as requests
from lean_ctx_daemon.server.service import RequestContext
from lean_ctx_daemon.store import Store
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES

MAX_WORKERS: Final = 4  # parsing is bound by memory bandwidth beyond that


class DaemonService:
    """Implements server.service.Service over the workspaces of this user."""

    def __init__(self, workspaces: Workspaces, *, address: str) -> None:
        self._workspaces = workspaces
        self._address = address
        self._started_s = time.monotonic()

    # ------------------------------------------------------------------ the main job

    async def preload(self, request: requests.PreloadRequest, context: RequestContext) -> Json:
        """The code a task needs, within the budget."""
        without = _parts(request.without)
        named = None if context.cwd else request.path  # with a folder, the folder says which root
        space = await self._workspaces.ready(request.root, named, context)
        within = space.folder(request.path, context.cwd) if request.path else ""
        wanted = pipeline.Request(request.task, request.budget, within, without)

        def compute(snapshot: Snapshot) -> pipeline.Preload:
            def texts(paths: Sequence[str]) -> Mapping[str, str]:
                return current_texts(snapshot, paths, MAX_FILE_BYTES)

            return pipeline.preload(snapshot, wanted, texts, tokens.count, time.perf_counter)

        result = await answered(space, compute, lambda r: [f.relevance.path for f in r.files])
        preload = result.value
        is_empty = not preload.files and not preload.note
        nothing = answers.nothing_found(result.snapshot, within) if is_empty else preload.note
        return answers.preload(request.task, request.budget, preload) | _freshness(result, nothing)

    async def rank(self, request: requests.RankRequest, context: RequestContext) -> Json:
        """The files of the root, best first."""
        wanted = pipeline.Request(request.task, without=_parts(request.without))
        space = await self._workspaces.ready(request.root, None, context)

        def compute(snapshot: Snapshot) -> list[Json]:
            _, ranked = pipeline.ranking(snapshot, wanted)
            return [answers.ranked(f) for f in ranked.files[: request.top]]

        result = await answered(space, compute, lambda rows: [r["path"] for r in rows])
        nothing = "" if result.value else answers.nothing_found(result.snapshot)
        return {"files": result.value} | _freshness(result, nothing)

    async def read(self, request: requests.ReadRequest, context: RequestContext) -> Json:
        """Files in one mode."""
        reader = FileReader(self._workspaces, tokens.count)
        return {"files": await reader.read_all(request, context)}

    async def overview(self, request: requests.OverviewRequest, context: RequestContext) -> Json:
        """What is where in a root."""
        space = await self._workspaces.ready(request.root, None, context)

        def compute(snapshot: Snapshot) -> Overview:
            ranks, groups = global_pagerank(snapshot.graph), communities(snapshot.graph)
            return overview(snapshot, ranks, groups, tokens.count, request.budget)

        result = await answered(space, compute, lambda _: [])
        is_empty = not result.value.text
        nothing = f"no overview fits into {request.budget} tokens" if is_empty else ""
        return answers.overview(result.value) | _freshness(result, nothing)

    async def intent(self, request: requests.IntentRequest, context: RequestContext) -> Json:
        """How a query is understood, given the files of the root around the caller (if any)."""
        space = self._workspaces.around(request.root, context)
        paths = space.root.snapshot.files.keys() if space else ()
        value = await asyncio.to_thread(structured_intent, request.query, paths)
        return answers.intent(value)

    async def graph_related(self, request: requests.GraphRequest, context: RequestContext) -> Json:
        """What a file imports, names and is used by."""
        space = await self._workspaces.ready(request.root, request.path, context)
        path = space.relative(request.path, context.cwd)

        def compute(snapshot: Snapshot) -> Json:
            if path not in snapshot.files:
                raise Refused(
                    f"{path} is not in the index of {space.path}",
                    hint="it is missing, ignored, or not analysed yet: see `lctx status`",
                )
            return answers.related(snapshot, path, request.top)

        result = await answered(space, compute, lambda _: [path])
        return result.value | _freshness(result)

    # ------------------------------------------------------------------ roots

    async def root_add(self, request: requests.RootRequest, context: RequestContext) -> Json:
        """Watch a folder."""
        space, is_new = self._workspaces.add(request.path or context.cwd, context.cwd)
        space.open()
        return {"root": space.path, "added": is_new}

    async def root_list(self, _request: requests.RootRequest, _context: RequestContext) -> Json:
        """The watched folders."""
        return {"roots": self._workspaces.listed()}

    async def root_remove(self, request: requests.RootRequest, context: RequestContext) -> Json:
        """Forget a folder; nothing in it is touched."""
        path = await self._workspaces.remove(request.path or context.cwd, context.cwd)
        return {"root": path, "removed": True}

    async def sync(self, request: requests.SyncRequest, context: RequestContext) -> Json:
        """Wait until the root is as the disk is."""
        space = await self._workspaces.opened(request.root, None, context)
        await space.synced(context.progress, context.cancelled)
        snapshot = space.root.snapshot
        analysed = sum(1 for e in snapshot.files.values() if e.facts)
        return {"files": len(snapshot.files), "analysed": analysed} | answers.freshness(
            snapshot, space.notes(), is_fresh=space.is_fresh
        )

    # ------------------------------------------------------------------ the daemon

    async def ping(self, _request: requests.PingRequest, _context: RequestContext) -> Json:
        """That it is there, and which version."""
        return {"pong": True, "version": __version__}

    async def status(self, _request: requests.StatusRequest, _context: RequestContext) -> Json:
        """The daemon and its roots."""
        return {
            "version": __version__,
            "pid": os.getpid(),
            "socket": self._address,
            "uptime_s": round(time.monotonic() - self._started_s, 1),
            "peak_memory_bytes": _peak_memory_bytes(),
            "workers": self._workspaces.pool.n_running,
            "workers_lost": self._workspaces.pool.n_lost,
            "roots": self._workspaces.listed(),
        }

    async def stop(self, _request: requests.StopRequest, _context: RequestContext) -> Json:
        """The last words; the daemon ends after they are sent."""
        return {"stopping": True, "pid": os.getpid()}

    async def close(self) -> None:
        """End watchers and workers. Callable twice."""
        await self._workspaces.close()
        if (store := self._workspaces.pool.store) is not None:
            await asyncio.to_thread(store.close)


def _parts(names: Sequence[str]) -> frozenset[str]:
    """Parts of relevance to switch off. Errors: BadRequest, naming the first that is none."""
    for name in names:
        if name not in PARTS:
            raise BadRequest(
                f"without: '{name}' is no part of relevance",
                hint="parts: " + ", ".join(sorted(PARTS)),
            )
    return frozenset(names)


def _freshness(result: Answered[Any], note: str = "") -> Json:
    """What a reply says of the state that it was answered from, and `note` before it."""
    notes = [*([note] if note else []), *result.notes]
    return answers.freshness(result.snapshot, notes, is_fresh=result.is_fresh)


def _peak_memory_bytes() -> int:
    """The daemon's highest resident size so far; Linux counts KiB, macOS bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def build_service(paths: Paths, address: str) -> DaemonService:
    """The service of this user's daemon; called on the event loop."""
    cache = Cache(Store.open(paths.cache), paths.cache)
    n_workers = min(os.cpu_count() or 1, MAX_WORKERS)
    pool = Pool(n_workers, MAX_FILE_BYTES, cache=cache, on_idle=memory.tidied)
    workspaces = Workspaces(KnownRoots(paths.roots), pool, os.path.expanduser("~"))
    # Loading holds the interpreter for 0.2 s: better before the first answer than in one's way.
    with contextlib.suppress(LctxError):  # whoever needs it is told
        tokens.load()
    return DaemonService(workspaces, address=address)
