"""F12: a root that is renamed under the daemon: nothing of it is served, at once and while idle."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.app import workspace as module
from lean_ctx_daemon.core.types import Refused
from lean_ctx_daemon.server.service import PreloadRequest, RankRequest, ReadRequest, SyncRequest
from tests.support.spaces import at, repository, service, synced, workspace, write

FILES = {"token.py": "def token():\n    return 1\n", "login.py": "import token\n"}


def test_no_phantom_is_served(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", FILES)
    moved = tmp_path / "moved"

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            root = str(folder)
            await asked.sync(SyncRequest(root=root), at(folder))
            assert (await asked.rank(RankRequest("token", root), at(folder)))["files"]
            folder.rename(moved)
            write(moved, {"phantom.py": "def token():\n    return 2\n"})
            request = PreloadRequest("token", None)
            for reply in (
                asked.preload(request, at(folder)),
                asked.rank(RankRequest("token"), at(folder)),
                asked.read(ReadRequest([f"{root}/token.py"]), at(folder)),
            ):
                with pytest.raises(Refused):
                    await reply
            repository(folder, {"other.py": "def token():\n    return 3\n"})
            ranked = await asked.rank(RankRequest("token"), at(folder))
            assert [row["path"] for row in ranked["files"]] == ["other.py"]

    asyncio.run(run())


def test_it_is_noticed_while_nobody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.IDENTITY_CHECK_S <= 60
    monkeypatch.setattr(module, "IDENTITY_CHECK_S", 0.05)
    folder = repository(tmp_path / "r", FILES)

    async def run() -> None:
        async with workspace(folder) as space:
            await synced(space)
            folder.rename(tmp_path / "moved")
            async with asyncio.timeout(20):
                while space.state() != "gone":
                    await asyncio.sleep(0.01)

    asyncio.run(run())
