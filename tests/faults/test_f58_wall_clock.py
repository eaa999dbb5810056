"""F58: the wall clock jumps a day back or ten years ahead: nothing is served, ordered or evicted
otherwise than before."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from lean_ctx_daemon.app.pool import Cache, Pool
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.store import Store
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import repository, synced, write

DAY_S = 86_400
FILES = {f"f{i}.py": f"def f{i}():\n    return {i}\n" for i in range(20)}


@pytest.mark.parametrize("jump_s", [-DAY_S, 3650 * DAY_S])
def test_what_is_remembered_stays_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: int
) -> None:
    folder = repository(tmp_path / "r", FILES)
    cache = str(tmp_path / "cache")
    real_ns, real_s = time.time_ns, time.time

    async def life() -> dict[str, bytes]:
        store = Store.open(cache)
        pool = Pool(1, MAX_FILE_BYTES, cache=Cache(store, cache))
        space = Workspace(str(folder), pool)
        await synced(space)
        digests = {p: e.facts.digest for p, e in space.root.snapshot.files.items() if e.facts}
        await space.close()
        await pool.close()
        assert not store.stats().degraded
        store.close()
        return digests

    before = asyncio.run(life())
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + jump_s * 1_000_000_000)
    monkeypatch.setattr(time, "time", lambda: real_s() + jump_s)
    assert asyncio.run(life()) == before
    write(folder, {"f0.py": "def f0():\n    return 9\n"})  # the same size
    changed = asyncio.run(life())
    assert {path for path in before if before[path] != changed[path]} == {"f0.py"}
    monkeypatch.undo()
    write(folder, {"f0.py": FILES["f0.py"]})
    assert asyncio.run(life()) == before
