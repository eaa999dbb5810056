"""The promise of freshness."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.app.fresh import MAX_ATTEMPTS, answered, moved
from lean_ctx_daemon.core.pipeline import StaleSources
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import Refused, SkipReason
from tests.support.spaces import repository, workspace


def names(snapshot: Snapshot, path: str) -> list[str]:
    """The definitions in a file, as the snapshot has them."""
    entry = snapshot.files.get(path)
    return [s.name for s in entry.facts.symbols] if entry and entry.facts else []


def test_an_answer_about_an_edited_file_is_computed_anew(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "def old(): ...\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            (folder / "a.py").write_text("def new_one(): ...\n")
            result = await answered(space, lambda s: names(s, "a.py"), lambda _: ["a.py"])
            assert result.value == ["new_one"]
            assert result.snapshot is space.root.snapshot

    asyncio.run(run())


def test_a_deleted_file_is_in_no_answer(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n", "b.py": "b = 1\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            (folder / "a.py").unlink()
            result = await answered(space, lambda s: sorted(s.files), lambda files: files)
            assert result.value == ["b.py"]

    asyncio.run(run())


def test_a_file_that_a_crawl_missed_is_in_no_answer_even_before_its_commit(tmp_path: Path) -> None:
    """The roster forgets at once, the snapshot only when what follows is derived."""
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n", "b.py": "b = 1\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            before = space.root.snapshot
            (folder / "a.py").unlink()
            space.root.forget("a.py")
            assert moved(space.root, before, ["a.py", "b.py"]) == ["a.py"]
            (folder / "b.py").write_bytes(b"\0")
            space.root.list_skipped("b.py", SkipReason.BINARY)
            assert moved(space.root, before, ["b.py", "never.py"]) == ["b.py", "never.py"]
            await space.refresh([])
            assert moved(space.root, space.root.snapshot, ["b.py"]) == []

    asyncio.run(run())


def test_a_file_that_never_holds_still_is_refused(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})

    async def run() -> int:
        n_computed = 0

        def compute(_snapshot: Snapshot) -> None:
            nonlocal n_computed
            n_computed += 1
            raise StaleSources(["a.py"])

        async with workspace(folder) as space:
            with pytest.raises(Refused, match=r"a\.py changes faster"):
                await answered(space, compute, lambda _: [])
        return n_computed

    assert asyncio.run(run()) == MAX_ATTEMPTS


def test_a_root_that_is_gone_has_no_answer_and_one_that_came_back_has(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            folder.rename(tmp_path / "away")
            with pytest.raises(Refused, match="is gone"):
                await answered(space, lambda s: s, lambda _: [])
            assert space.state() == "gone"
            repository(folder, {"b.py": "b = 1\n"})
            result = await answered(space, lambda s: sorted(s.files), lambda files: files)
            assert result.value == ["b.py"]
            assert space.state() == "watching"

    asyncio.run(run())
