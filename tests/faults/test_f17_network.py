"""F17: on a network file system events of other machines never come: it is polled, and says so."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path

import pytest

from lean_ctx_daemon.app.pool import Pool
from lean_ctx_daemon.app.workspace import POLL_S, Workspace
from lean_ctx_daemon.server.service import no_progress
from lean_ctx_daemon.watch import filesystem
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import repository


@pytest.mark.skipif(sys.platform != "linux", reason="mounts are read as Linux lists them")
@pytest.mark.parametrize("kind", ["nfs4", "fuse.sshfs"])
def test_another_machines_change_is_found_by_looking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    assert POLL_S >= 2
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        f"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n30 22 0:25 / {folder} rw - {kind} x rw\n"
    )
    monkeypatch.setattr(filesystem, "MOUNTINFO", str(mounts))

    async def run() -> None:
        pool = Pool(1, MAX_FILE_BYTES)
        space = Workspace(str(folder), pool)
        await space.ready(no_progress, threading.Event())
        assert space.state() == "degraded"
        assert not space.is_fresh
        assert any(kind in note and "polled" in note for note in space.notes())
        (folder / "b.py").write_text("b = 1\n")
        async with asyncio.timeout(20):
            while "b.py" not in space.root.snapshot.files:
                await asyncio.sleep(0.02)
        await asyncio.sleep(POLL_S + 0.5)
        assert space.state() == "degraded"  # a look does not make it another file system
        await space.close()
        await pool.close()

    asyncio.run(run())
