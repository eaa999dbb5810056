"""F18: a watcher that seems to work and never reports: what is named is right, and the regular
crawl finds the rest."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.app import changes
from lean_ctx_daemon.app import workspace as module
from lean_ctx_daemon.server.service import PreloadRequest, SyncRequest
from lean_ctx_daemon.watch.listener import Coverage, Listener
from lean_ctx_daemon.watch.observer import Watch
from tests.support.spaces import at, repository, service, workspace, write


class SilentTree:
    """As on some overlays: every watch is granted, and no event ever comes."""

    is_alive = True
    coverage = Coverage(1, 1)

    def __init__(self, root: str, listener: Listener) -> None:
        """Nothing is watched."""

    def start(self) -> None:
        """No event follows."""

    def stop(self) -> None:
        """There is nothing to end."""

    def reconcile(self, directory: str = "") -> None:
        """There is nothing to adapt."""


@pytest.fixture(autouse=True)
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        changes, "Watch", lambda root, listener: Watch(root, listener, tree=SilentTree)
    )


def test_a_named_file_is_held_against_the_disk(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "def token():\n    return 1\n"})

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            await asked.sync(SyncRequest(root=str(folder)), at(folder))
            for i in range(5):
                text = f"def token():\n    return 'edit {i}'\n"
                write(folder, {"a.py": text})
                reply = await asked.preload(PreloadRequest("fix token", None), at(folder))
                assert text in reply["text"]

    asyncio.run(run())


def test_the_regular_crawl_finds_what_no_event_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IDENTITY_CHECK_S", 0.05)
    monkeypatch.setattr(module, "AUDIT_S", 0.1)
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            write(folder, {"new/b.py": "b = 1\n"})
            (folder / "a.py").unlink()
            async with asyncio.timeout(20):
                while set(space.root.snapshot.files) != {"new/b.py"}:
                    await asyncio.sleep(0.02)

    asyncio.run(run())
