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
import logging
import os
import resource
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

from lctx import __version__
from lean_ctx_daemon import tokens
from lean_ctx_daemon.app import answers, memory
from lean_ctx_daemon.app.answers import Json
from lean_ctx_daemon.app.config import Settings, loaded
from lean_ctx_daemon.app.fresh import Answered, answered
from lean_ctx_daemon.app.known_roots import KnownRoots
from lean_ctx_daemon.app.logs import last_lines
from lean_ctx_daemon.app.paths import N_OLD_LOGS, Paths
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

log = logging.getLogger(__name__)


class DaemonService:
    """Implements server.service.Service over the workspaces of this user."""

    def __init__(
        self, workspaces: Workspaces, *, address: str, paths: Paths, settings: Settings
    ) -> None:
        self._workspaces = workspaces
        self._paths = paths
        self._settings = settings
        self._address = address
        self._started_s = time.monotonic()

    # ------------------------------------------------------------------ the main job

    async def preload(self, request: requests.PreloadRequest, context: RequestContext) -> Json:
        """The code a task needs, within the budget."""
        without = _parts(request.without)
        budget = request.budget or self._settings.config.preload_tokens
        named = None if context.cwd else request.path  # with a folder, the folder says which root
        space = await self._workspaces.ready(request.root, named, context)
        within = space.folder(request.path, context.cwd) if request.path else ""
        wanted = pipeline.Request(request.task, budget, within, without)

        def compute(snapshot: Snapshot) -> pipeline.Preload:
            def texts(paths: Sequence[str]) -> Mapping[str, str]:
                return current_texts(snapshot, paths, space.max_file_bytes)

            return pipeline.preload(snapshot, wanted, texts, tokens.count, time.perf_counter)

        result = await answered(space, compute, lambda r: [f.relevance.path for f in r.files])
        preload = result.value
        is_empty = not preload.files and not preload.note
        nothing = answers.nothing_found(result.snapshot, within) if is_empty else preload.note
        return answers.preload(request.task, budget, preload) | self._freshness(result, nothing)

    async def rank(self, request: requests.RankRequest, context: RequestContext) -> Json:
        """The files of the root, best first."""
        wanted = pipeline.Request(request.task, without=_parts(request.without))
        space = await self._workspaces.ready(request.root, None, context)

        def compute(snapshot: Snapshot) -> list[Json]:
            _, ranked = pipeline.ranking(snapshot, wanted)
            return [answers.ranked(f) for f in ranked.files[: request.top]]

        result = await answered(space, compute, lambda rows: [r["path"] for r in rows])
        nothing = "" if result.value else answers.nothing_found(result.snapshot)
        return {"files": result.value} | self._freshness(result, nothing)

    async def read(self, request: requests.ReadRequest, context: RequestContext) -> Json:
        """Files in one mode."""
        reader = FileReader(self._workspaces, tokens.count)
        return {"files": await reader.read_all(request, context)}

    async def overview(self, request: requests.OverviewRequest, context: RequestContext) -> Json:
        """What is where in a root."""
        budget = request.budget or self._settings.config.overview_tokens
        space = await self._workspaces.ready(request.root, None, context)

        def compute(snapshot: Snapshot) -> Overview:
            ranks, groups = global_pagerank(snapshot.graph), communities(snapshot.graph)
            return overview(snapshot, ranks, groups, tokens.count, budget)

        result = await answered(space, compute, lambda _: [])
        is_empty = not result.value.text
        nothing = f"no overview fits into {budget} tokens" if is_empty else ""
        return answers.overview(result.value) | self._freshness(result, nothing)

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
        return result.value | self._freshness(result)

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
            snapshot, [*space.notes(), *self._settings.notes], is_fresh=space.is_fresh
        )

    # ------------------------------------------------------------------ the daemon

    async def ping(self, _request: requests.PingRequest, _context: RequestContext) -> Json:
        """That it is there, and which version."""
        return {"pong": True, "version": __version__}

    async def status(self, _request: requests.StatusRequest, _context: RequestContext) -> Json:
        """The daemon and its roots."""
        store = self._workspaces.pool.store
        degraded = [store.degraded] if store and store.degraded else []
        return {
            "version": __version__,
            "pid": os.getpid(),
            "socket": self._address,
            "uptime_s": round(time.monotonic() - self._started_s, 1),
            "peak_memory_bytes": _peak_memory_bytes(),
            "workers": self._workspaces.pool.n_running,
            "workers_lost": self._workspaces.pool.n_lost,
            "cache_bytes": store.size_bytes if store else 0,
            "cache_budget_bytes": store.budget_bytes if store else 0,
            "notes": [*degraded, *self._settings.problems],
            "roots": self._workspaces.listed(),
        }

    async def cache_show(self, _request: requests.CacheRequest, _context: RequestContext) -> Json:
        """The figures of the persistent cache."""
        stats = await asyncio.to_thread(self._store().stats)
        return answers.cache(stats, self._paths.cache)

    async def cache_purge(self, _request: requests.CacheRequest, _context: RequestContext) -> Json:
        """Forget what is on disk; what open roots hold in memory stays, and answers as before."""
        store = self._store()
        before = await asyncio.to_thread(store.stats)
        n_bytes = await asyncio.to_thread(store.purge)
        return {
            "purged_records": before.n_records + before.n_waiting,
            "purged_bytes": n_bytes,
            "notes": [store.degraded] if store.degraded else [],
        }

    async def config(self, request: requests.ConfigRequest, _context: RequestContext) -> Json:
        """The configuration in effect, and what the file says now."""
        file = self._paths.config_file
        place = {"file": file, "exists": await asyncio.to_thread(os.path.exists, file)}
        if request.action == "path":
            return place
        return place | answers.config(self._settings, await asyncio.to_thread(loaded, file))

    async def logs(self, request: requests.LogsRequest, _context: RequestContext) -> Json:
        """The end of the daemon's log."""
        file = self._paths.log
        try:
            lines = await asyncio.to_thread(last_lines, file, request.lines, N_OLD_LOGS)
        except OSError as error:
            raise Refused(f"{file} cannot be read: {error.strerror}") from None
        return {"file": file, "lines": lines}

    async def stop(self, _request: requests.StopRequest, _context: RequestContext) -> Json:
        """The last words; the daemon ends after they are sent."""
        return {"stopping": True, "pid": os.getpid()}

    async def close(self) -> None:
        """End watchers and workers. Callable twice."""
        await self._workspaces.close()
        if (store := self._workspaces.pool.store) is not None:
            await asyncio.to_thread(store.close)

    def _store(self) -> Store:
        store = self._workspaces.pool.store
        if store is None:
            raise Refused("this daemon keeps no cache")
        return store

    def _freshness(self, result: Answered[Any], note: str = "") -> Json:
        """What a reply says of the state that it was answered from, and `note` before it."""
        notes = [*([note] if note else []), *result.notes, *self._settings.notes]
        return answers.freshness(result.snapshot, notes, is_fresh=result.is_fresh)


def _parts(names: Sequence[str]) -> frozenset[str]:
    """Parts of relevance to switch off. Errors: BadRequest, naming the first that is none."""
    for name in names:
        if name not in PARTS:
            raise BadRequest(
                f"without: '{name}' is no part of relevance",
                hint="parts: " + ", ".join(sorted(PARTS)),
            )
    return frozenset(names)


def _peak_memory_bytes() -> int:
    """The daemon's highest resident size so far; Linux counts KiB, macOS bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def build_service(paths: Paths, address: str) -> DaemonService:
    """The service of this user's daemon; called on the event loop."""
    settings = loaded(paths.config_file)
    for problem in settings.problems:
        log.warning("%s", problem)
    config = settings.config
    cache = Cache(Store.open(paths.cache, config.cache_bytes), paths.cache)
    pool = Pool(config.workers, config.max_file_bytes, cache=cache, on_idle=memory.tidied)
    home = os.path.expanduser("~")
    workspaces = Workspaces(KnownRoots(paths.roots), pool, home, config.ignore)
    # Loading holds the interpreter for 0.2 s: better before the first answer than in one's way.
    with contextlib.suppress(LctxError):  # whoever needs it is told
        tokens.load()
    return DaemonService(workspaces, address=address, paths=paths, settings=settings)
