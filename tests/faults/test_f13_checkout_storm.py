"""F13: a checkout rewrites the whole tree, and another one back: nothing is analysed twice."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from lean_ctx_daemon.app.pool import Cache, Pool
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.store import Store
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import synced


def git(folder: Path, *argv: str) -> None:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.invalid", "-c", "gc.auto=0"]
    subprocess.run(["git", "-C", str(folder), *who, *argv], check=True)


def branches(folder: Path, n_files: int) -> None:
    """Two branches whose every file differs."""
    folder.mkdir()
    git(folder, "init", "-q", "-b", "one")
    for branch in ("one", "two"):
        if branch == "two":
            git(folder, "checkout", "-q", "-b", branch)
        for i in range(n_files):
            path = folder / f"part{i % 20}" / f"m{i}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"def {branch}_{i}(x):\n    return x + {i}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", branch)


def names(space: Workspace) -> set[str]:
    entries = space.root.snapshot.files.values()
    return {s.name for entry in entries if entry.facts for s in entry.facts.symbols}


@pytest.mark.parametrize("n_files", [1000, pytest.param(5000, marks=pytest.mark.slow)])
def test_there_and_back_again(tmp_path: Path, n_files: int) -> None:
    folder = tmp_path / "r"
    branches(folder, n_files)
    cache = str(tmp_path / "cache")

    async def run() -> list[int]:
        store = Store.open(cache)
        pool = Pool(2, MAX_FILE_BYTES, cache=Cache(store, cache))
        space = Workspace(str(folder.resolve()), pool)
        n_stored = []
        for branch in ("two", "one", "two"):
            git(folder, "checkout", "-q", branch)
            await synced(space)
            assert names(space) == {f"{branch}_{i}" for i in range(n_files)}
            await asyncio.to_thread(store.flush)
            n_stored.append(store.stats().n_written)
        assert (space.state(), pool.n_lost) == ("watching", 0)
        await space.close()
        await pool.close()
        store.close()
        return n_stored

    first, second, third = asyncio.run(run())
    assert (first, second) == (n_files, 2 * n_files)
    assert third == second  # what is analysed is stored: nothing was
