"""A root that is opened again: what is remembered, and what is read after all."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from lean_ctx_daemon.app import recall, workspace
from lean_ctx_daemon.app.pool import Cache, Pool
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.store import Store
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import synced, write

FILES = {
    "pkg/auth.py": "def token():\n    return 1\n",
    "main.py": "from pkg.auth import token\n\n\ntoken()\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = write(tmp_path / "root", FILES)
    (folder / "image.py").write_bytes(b"\0")
    return folder


@pytest.fixture(autouse=True)
def _settled_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files of a test are younger than any file system's grain."""
    monkeypatch.setattr(recall, "RACY_NS", -(10**9))


async def life(
    folder: Path, cache: Path, max_file_bytes: int = MAX_FILE_BYTES
) -> tuple[Workspace, Pool, int]:
    """Open the root, index it, close everything: the workspace, and how often a worker started."""
    store = Store.open(str(cache))
    pool = Pool(1, max_file_bytes, cache=Cache(store, str(cache)))
    space = Workspace(str(folder), pool)
    try:
        await synced(space)
        n_workers = pool.n_running
    finally:
        await space.close()
        await pool.close()
        store.close()
    return space, pool, n_workers


def names(space: Workspace, path: str) -> list[str]:
    facts = space.root.snapshot.files[path].facts
    return [] if facts is None else [symbol.name for symbol in facts.symbols]


def test_a_restart_with_nothing_changed_asks_no_worker(folder: Path, tmp_path: Path) -> None:
    first, _, n_first = asyncio.run(life(folder, tmp_path / "cache"))
    second, _, n_second = asyncio.run(life(folder, tmp_path / "cache"))
    assert (n_first, n_second) == (1, 0)
    assert second.root.snapshot.files.keys() == first.root.snapshot.files.keys()
    for path in FILES:
        assert names(second, path) == names(first, path)
    assert second.root.snapshot.graph.digest == first.root.snapshot.graph.digest
    scores = [s.root.snapshot.index.scores({"token": 1.0}).files for s in (first, second)]
    assert scores[0] == scores[1]
    assert second.root.skip_reason("image.py") is first.root.skip_reason("image.py")


def test_a_restart_with_nothing_changed_resolves_no_import(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _, _ = asyncio.run(life(folder, tmp_path / "cache"))
    monkeypatch.setattr(workspace, "resolve", lambda *_: ())
    second, _, _ = asyncio.run(life(folder, tmp_path / "cache"))
    assert second.root.snapshot.graph.imports("main.py") == ("pkg/auth.py",)
    assert second.root.snapshot.graph.digest == first.root.snapshot.graph.digest
    (folder / "new.py").write_text("import main\n")
    third, _, _ = asyncio.run(life(folder, tmp_path / "cache"))
    assert third.root.snapshot.graph.imports("main.py") == ()  # asked the resolver


def test_what_changed_meanwhile_is_read(folder: Path, tmp_path: Path) -> None:
    asyncio.run(life(folder, tmp_path / "cache"))
    (folder / "pkg" / "auth.py").write_text("def login():\n    return 2\n")
    (folder / "main.py").unlink()
    space, _, _ = asyncio.run(life(folder, tmp_path / "cache"))
    assert names(space, "pkg/auth.py") == ["login"]
    assert "main.py" not in space.root.snapshot.files


def test_a_file_with_the_stamp_of_its_last_writing_is_read_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recall, "RACY_NS", 3600 * 10**9)
    asyncio.run(life(folder, tmp_path / "cache"))
    _, _, n_workers = asyncio.run(life(folder, tmp_path / "cache"))
    assert n_workers == 1


def test_another_limit_of_size_counts_at_once(folder: Path, tmp_path: Path) -> None:
    for limit, known in [(MAX_FILE_BYTES, ["token"]), (1, []), (MAX_FILE_BYTES, ["token"])]:
        space, _, _ = asyncio.run(life(folder, tmp_path / "cache", limit))
        assert names(space, "pkg/auth.py") == known
        assert (space.root.skip_reason("pkg/auth.py") is SkipReason.SIZE) == (known == [])


def test_a_damaged_cache_costs_time_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first, _, _ = asyncio.run(life(folder, cache))
    for directory, _, files in os.walk(cache):
        for name in files:
            path = Path(directory, name)
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    second, _, n_workers = asyncio.run(life(folder, cache))
    assert n_workers == 1
    assert names(second, "main.py") == names(first, "main.py")
