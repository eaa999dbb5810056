"""F52: while long requests run, every place is taken, or a root is indexed for the first time,
`ping` and `status` answer at once."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

from lean_ctx_daemon.server.limits import MAX_QUEUED
from tests.support.processes import address, instance, run_client
from tests.support.serving import json_peer, outcome, served


def test_ping_and_status_wait_for_nobody() -> None:
    async def run() -> None:
        async with (
            served(max_at_work=2) as here,
            json_peer(here.path) as busy,
            json_peer(here.path) as other,
        ):
            for request_id in range(MAX_QUEUED - 1):
                busy.send("ctx_preload", request_id, task="sleep 60")
            while here.service.n_at_work < 2:
                await asyncio.sleep(0.01)
            assert (await asyncio.wait_for(other.ask("ping"), 5))["result"] == {"pong": True}
            status = await asyncio.wait_for(busy.ask("ctx_status", "s"), 5)
            assert "pid" in status["result"]
            assert (await asyncio.wait_for(outcome(here.path, ["ping"]), 5))[0] == 0
            assert here.service.n_at_work == 2

    asyncio.run(run())


# Many small definitions and names: what weighs on a commit, at little cost for the workers.
MODULE = "".join(
    f"def name_{i}_{{0}}(a, b):\n    return other_{i}_{{0}}(a) + b\n" for i in range(40)
)
N_FILES = 400


def test_a_first_index_stops_nobody(tmp_path: Path) -> None:
    """The bound is 20 ms (`make bench` shows how it stands); here a median, for a busy machine."""
    for i in range(N_FILES):
        (tmp_path / f"m{i}.py").write_text(MODULE.format(i))

    async def run(path: str) -> None:
        async with json_peer(path) as asking, json_peer(path) as working:
            working.send("ctx_root", 1, action="add", path=str(tmp_path))
            working.send("ctx_sync", 2, root=str(tmp_path))
            took_s: list[float] = []
            rows: list[dict[str, Any]] = []
            while not rows or rows[0]["state"] != "watching":
                for method in ("ping", "ctx_status"):
                    began_s = time.perf_counter()
                    reply = await asyncio.wait_for(asking.ask(method), 20)
                    took_s.append(time.perf_counter() - began_s)
                rows = reply["result"]["roots"]
                await asyncio.sleep(0.005)
            assert rows[0]["files"] == N_FILES
            assert len(took_s) > 20
            assert sorted(took_s)[len(took_s) // 2] < 0.02

    with instance() as home:
        run_client(home, "ping").check_returncode()
        asyncio.run(run(address(home)))
