"""F30: new content of the same size under the same modification time is seen all the same."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from lean_ctx_daemon.app.pool import Cache, Pool
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.server.service import PreloadRequest, SyncRequest
from lean_ctx_daemon.store import Store
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import at, repository, service, synced, write

OLD, NEW = "def token():\n    return 1\n", "def token():\n    return 2\n"


def rewritten(path: Path, text: str) -> None:
    """Another content behind the same size and modification time."""
    before = path.stat()
    with path.open("r+") as file:  # no instant at which it is empty
        file.write(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def test_the_next_answer_shows_it(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": OLD})

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            await asked.sync(SyncRequest(root=str(folder)), at(folder))
            for text in (NEW, OLD) * 10:
                rewritten(folder / "a.py", text)
                reply = await asked.preload(PreloadRequest("fix token", None), at(folder))
                assert text in reply["text"]

    asyncio.run(run())


def test_so_does_the_next_life(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": OLD, "b.py": "b = 1\n"})
    cache = str(tmp_path / "cache")

    async def digest() -> bytes:
        store = Store.open(cache)
        pool = Pool(1, MAX_FILE_BYTES, cache=Cache(store, cache))
        space = Workspace(str(folder), pool)
        await synced(space)
        facts = space.root.snapshot.files["a.py"].facts
        await space.close()
        await pool.close()
        store.close()
        assert facts is not None
        return facts.digest

    first = asyncio.run(digest())
    rewritten(folder / "a.py", NEW)
    second = asyncio.run(digest())
    rewritten(folder / "a.py", OLD)
    assert (second != first, asyncio.run(digest())) == (True, first)


def test_files_written_within_one_tick_are_told_apart(tmp_path: Path) -> None:
    """Written again as fast as can be: the clock of the file system may not have moved."""
    folder = repository(tmp_path / "r", {f"f{i}.py": OLD for i in range(50)})

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            await asked.sync(SyncRequest(root=str(folder)), at(folder))
            for text in (NEW, OLD, NEW):
                write(folder, {f"f{i}.py": text for i in range(50)})
                reply = await asked.preload(PreloadRequest("fix token", None, 8000), at(folder))
                assert reply["files"]
                assert (OLD + NEW).replace(text, "").split("\n")[1] not in reply["text"]

    asyncio.run(run())
