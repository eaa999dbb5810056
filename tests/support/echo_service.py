"""A Service that computes nothing: its replies repeat the request, its tasks are little orders.

A `preload` whose task is `sleep S` works S seconds in a thread (and looks at `cancelled`), `fail`
breaks, `refuse` and `unavailable` say no, `big N` answers with N bytes.
"""

from __future__ import annotations

import asyncio
import os
import time

from lean_ctx_daemon.core.types import Refused, Unavailable
from lean_ctx_daemon.server import service as s


class EchoService:
    """Implements server.service.Service. `n_at_work` is how many preloads run now."""

    def __init__(self) -> None:
        self.n_at_work = 0
        self.most_at_work = 0
        self.n_cancelled = 0
        self.is_closed = False

    async def ping(self, _request: s.PingRequest, _context: s.RequestContext) -> s.Reply:
        return {"pong": True}

    async def status(self, _request: s.StatusRequest, context: s.RequestContext) -> s.Reply:
        return {"pid": os.getpid(), "cwd": context.cwd, "session": context.session, "roots": []}

    async def preload(self, request: s.PreloadRequest, context: s.RequestContext) -> s.Reply:
        word, _, number = request.task.partition(" ")
        match word:
            case "sleep":
                await self._sleep(float(number), context)
            case "fail":
                raise RuntimeError("the secret of the traceback")
            case "refuse":
                raise Refused("no", hint="ask otherwise")
            case "unavailable":
                raise Unavailable("not now")
        budget = request.budget or 8000
        text = "x" * int(number) if word == "big" else f"{request.task}\n"
        row = {"path": "a.py", "relevance": 1.0, "budget": budget, "mode": "full"}
        return {
            "tokens": 2,
            "budget": budget,
            "files": [row | {"tokens": 2}],
            "text": text,
        }

    async def rank(self, request: s.RankRequest, _context: s.RequestContext) -> s.Reply:
        row = {"path": request.task, "relevance": 1.0, "heat": 0.5, "pagerank": 0.25}
        return {"files": [row] * request.top}

    async def read(self, request: s.ReadRequest, context: s.RequestContext) -> s.Reply:
        if not context.cwd and not request.paths[0].startswith("/"):
            raise Refused("a relative path, and no folder", hint="give an absolute path")
        return {
            "files": [
                {"path": path, "mode": request.mode, "tokens": 1, "text": f"text of {path}\n"}
                if path != "gone"
                else {"path": path, "error": "does not exist", "hint": "look elsewhere"}
                for path in request.paths
            ]
        }

    async def overview(self, request: s.OverviewRequest, _context: s.RequestContext) -> s.Reply:
        return {"text": f"overview of {request.root} in {request.budget}", "tokens": 5}

    async def intent(self, request: s.IntentRequest, _context: s.RequestContext) -> s.Reply:
        return {"task_type": "FixBug", "query": request.query, "targets": ["a.py", "b.py"]}

    async def graph_related(self, request: s.GraphRequest, _context: s.RequestContext) -> s.Reply:
        return {"path": request.path, "related": [{"path": "b.py", "weight": 1.5}]}

    async def root_add(self, request: s.RootRequest, _context: s.RequestContext) -> s.Reply:
        return {"root": request.path, "added": True}

    async def root_list(self, _request: s.RootRequest, _context: s.RequestContext) -> s.Reply:
        return {"roots": [{"path": "/a", "state": "ready"}]}

    async def root_remove(self, request: s.RootRequest, _context: s.RequestContext) -> s.Reply:
        return {"root": request.path, "removed": True}

    async def sync(self, _request: s.SyncRequest, context: s.RequestContext) -> s.Reply:
        context.progress("files", 1, 1)
        return {"files": 3}

    async def cache_show(self, _request: s.CacheRequest, _context: s.RequestContext) -> s.Reply:
        return {"records": 3, "bytes": 4096}

    async def cache_purge(self, _request: s.CacheRequest, _context: s.RequestContext) -> s.Reply:
        return {"purged_records": 3, "purged_bytes": 4096}

    async def config(self, request: s.ConfigRequest, _context: s.RequestContext) -> s.Reply:
        place = {"file": "/c/config.toml", "exists": True}
        row = {"key": "a.b", "value": 2, "default": 1, "origin": "file"}
        return place | ({"keys": [row], "problems": []} if request.action == "show" else {})

    async def logs(self, request: s.LogsRequest, _context: s.RequestContext) -> s.Reply:
        return {"file": "/c/log", "lines": ["a line"] * request.lines}

    async def stop(self, _request: s.StopRequest, _context: s.RequestContext) -> s.Reply:
        return {"stopping": True}

    async def close(self) -> None:
        self.is_closed = True

    async def _sleep(self, seconds: float, context: s.RequestContext) -> None:
        def work() -> None:
            end_s = time.monotonic() + seconds
            while time.monotonic() < end_s and not context.cancelled.is_set():
                context.progress("sleeping", 0, 1)
                time.sleep(0.01)

        self.n_at_work += 1
        self.most_at_work = max(self.most_at_work, self.n_at_work)
        try:
            await asyncio.to_thread(work)
        except asyncio.CancelledError:
            self.n_cancelled += 1
            raise
        finally:
            self.n_at_work -= 1
