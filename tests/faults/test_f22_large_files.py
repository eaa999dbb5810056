"""F22: files that are too large are listed and never read; one line of a megabyte is no trouble."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import Refused, SkipReason
from lean_ctx_daemon.server.service import PreloadRequest, ReadRequest, SyncRequest
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import at, repository, service, workspace

LARGE = ("one_line.js", "many_lines.py", "sparse.py")


def filled(folder: Path) -> Path:
    repository(folder, {"a.py": "def needle():\n    return 1\n"})
    (folder / "one_line.js").write_text("x" * 5_000_000)
    (folder / "many_lines.py").write_text("needle = 1\n" * 300_000)
    with (folder / "sparse.py").open("wb") as file:
        file.truncate(1 << 40)  # whoever read it would never come back
    (folder / "lines.py").write_text("needle()\n" * 60_000)
    (folder / "long_line.js").write_text(f"var needle = '{'x' * 1_000_000}';\n")
    return folder


def test_the_large_ones_are_listed_and_the_others_analysed(tmp_path: Path) -> None:
    folder = filled(tmp_path / "r")

    async def run() -> None:
        async with workspace(folder) as space:
            files = space.root.snapshot.files
            assert {p: files[p].skip for p in LARGE} == dict.fromkeys(LARGE, SkipReason.SIZE)
            facts = [files[p].facts for p in ("lines.py", "long_line.js", "a.py")]
            assert [f.n_lines for f in facts if f] == [60_000, 1, 2]
            assert space.root.pending == 0

    asyncio.run(run())


def test_they_are_refused_with_the_limit_and_cost_no_budget(tmp_path: Path) -> None:
    folder = filled(tmp_path / "r")

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            await asked.sync(SyncRequest(root=str(folder)), at(folder))
            with pytest.raises(Refused, match=f"limit is {MAX_FILE_BYTES:,}"):
                await asked.read(ReadRequest(["sparse.py"]), at(folder))
            reply = await asked.preload(PreloadRequest("fix needle", None, 500), at(folder))
            assert reply["tokens"] <= 500
            assert not {file["path"] for file in reply["files"]} & set(LARGE)

    asyncio.run(run())
