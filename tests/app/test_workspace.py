"""One root at work, with a real pool and a real watcher."""

from __future__ import annotations

import asyncio
import os
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from lean_ctx_daemon.app.pool import Pool
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.core.types import Refused, SkipReason
from lean_ctx_daemon.roots.ports import Analysis, Wanted
from lean_ctx_daemon.roots.reading import OutsideRoot
from lean_ctx_daemon.server.service import no_progress
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import repository, synced, workspace, write


class FailingPool(Pool):
    """A pool that can be out of order."""

    is_out_of_order = False

    async def analyse(
        self,
        root: str,
        wanted: Sequence[Wanted],
        on_batch: Callable[[Sequence[Analysis]], None],
    ) -> None:
        if self.is_out_of_order:
            raise OSError("out of file descriptors")
        await super().analyse(root, wanted, on_batch)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


def files(space: Workspace) -> list[str]:
    return sorted(space.root.snapshot.files)


def test_a_new_root_is_indexed_and_then_watched(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n", ".gitignore": "*.log\n", "x.log": ""})

    async def run() -> None:
        pool = Pool(1, MAX_FILE_BYTES)
        space = Workspace(str(folder), pool)
        assert (space.state(), space.is_fresh) == ("new", False)
        assert space.notes() == ("the first crawl is under way: no file is known yet",)
        space.open()
        assert space.state() == "indexing"
        await space.ready(no_progress, threading.Event())
        assert (space.state(), space.is_fresh, space.notes()) == ("watching", True, ())
        assert files(space) == [".gitignore", "a.py"]
        assert space.coverage()[0] > 0
        await space.close()
        await space.close()
        await pool.close()

    asyncio.run(run())


def test_changes_arrive_by_themselves(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n", "d/b.py": "b = 1\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            write(folder, {"new/c.py": "c = 1\n"})
            (folder / "a.py").unlink()
            (folder / "d").rename(folder / "e")
            await until(lambda: files(space) == ["e/b.py", "new/c.py"])
            (folder / ".gitignore").write_text("new/\n")
            await until(lambda: files(space) == [".gitignore", "e/b.py"])

    asyncio.run(run())


def test_what_git_stops_tracking_is_ignored_from_then_on(tmp_path: Path) -> None:
    folder = write(
        tmp_path / "r", {"gen/a.py": "a = 1\n", "b.py": "b = 1\n", ".gitignore": "gen/\n"}
    )

    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)

    git("init")
    git("add", "-f", ".")

    async def run() -> None:
        async with workspace(folder) as space:
            assert "gen/a.py" in space.root.snapshot.files
            git("rm", "-q", "-r", "--cached", "gen")  # nothing but git's index changes
            await until(lambda: "gen/a.py" not in space.root.snapshot.files)

    asyncio.run(run())


def test_after_a_sync_nothing_is_missing_and_progress_was_told(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {f"{n}.py": f"a{n} = 1\n" for n in range(50)})
    told: list[tuple[str, int, int]] = []

    async def run() -> None:
        pool = Pool(1, MAX_FILE_BYTES)
        space = Workspace(str(folder), pool)
        await space.synced(lambda *step: told.append(step), threading.Event())
        assert len(files(space)) == 50
        write(folder, {"late.py": "a = 1\n"})
        await synced(space)
        assert "late.py" in files(space)
        await space.close()
        await pool.close()

    asyncio.run(run())
    assert all(message == "indexing" and done <= total for message, done, total in told)


def test_who_waits_for_a_sync_may_leave_and_the_work_goes_on(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {f"{n}.py": f"a{n} = 1\n" for n in range(200)})

    async def run() -> None:
        pool = Pool(1, MAX_FILE_BYTES)
        space = Workspace(str(folder), pool)
        waiting = asyncio.create_task(synced(space))
        await until(lambda: space.root.n_files)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await until(lambda: space.state() == "watching")
        assert len(files(space)) == 200
        await space.close()
        await pool.close()

    asyncio.run(run())


@pytest.mark.parametrize("is_event", [True, False])
def test_a_failure_shows_until_the_next_request_recovers(tmp_path: Path, *, is_event: bool) -> None:
    """Both where an event led to it, and where a request did."""
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})
    pool = FailingPool(1, MAX_FILE_BYTES)

    async def run() -> None:
        async with workspace(folder, pool) as space:
            pool.is_out_of_order = True
            write(folder, {"b.py": "b = 1\n"})
            if is_event:
                await until(lambda: space.state() == "degraded")
            else:
                with pytest.raises(OSError, match="descriptors"):
                    await synced(space)
                assert space.state() == "degraded"
            assert not space.is_fresh
            assert space.notes()[0].startswith("keeping up failed (OSError)")
            pool.is_out_of_order = False
            await space.ready(no_progress, threading.Event())
            assert (space.state(), space.notes()) == ("watching", ())
            assert files(space) == ["a.py", "b.py"]
            write(folder, {"c.py": "c = 1\n"})  # and it is being watched again
            await until(lambda: "c.py" in files(space))

    asyncio.run(run())


def test_a_root_that_cannot_be_opened_is_opened_by_a_later_request(tmp_path: Path) -> None:
    folder = tmp_path / "r"

    async def run() -> None:
        pool = Pool(1, MAX_FILE_BYTES)
        space = Workspace(str(folder), pool)
        with pytest.raises(Refused, match="is gone"):
            await synced(space)
        assert space.state() == "gone"
        repository(folder, {"a.py": "a = 1\n"})
        await synced(space)
        assert (space.state(), files(space)) == ("watching", ["a.py"])
        await space.close()
        await pool.close()

    asyncio.run(run())


def test_looking_again_reads_lists_or_forgets(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n", ".gitignore": "ignored.py\n"})

    async def run() -> None:
        async with workspace(folder) as space:
            write(folder, {"b.py": "b = 1\n", ".env": "KEY=1\n", "ignored.py": "c = 1\n"})
            (folder / "a.py").unlink()
            await space.refresh(["a.py", "b.py", ".env", "ignored.py"])
            assert files(space) == [".env", ".gitignore", "b.py"]
            assert space.root.skip_reason(".env") is SkipReason.SECRET
            assert space.is_ignored("ignored.py")
            assert space.skip_reason("id_rsa", 10) is SkipReason.SECRET

    asyncio.run(run())


def test_paths_count_from_the_callers_folder_else_from_the_root(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"web/a.py": "", "web/web/a.py": "", "shop/b.py": ""})
    space = Workspace(str(folder), Pool(1, MAX_FILE_BYTES))
    web, elsewhere = str(folder / "web"), str(tmp_path)
    assert space.relative("a.py", web) == "web/a.py"
    assert space.relative("web/a.py", web) == "web/web/a.py"
    assert space.relative("../shop/b.py", web) == "shop/b.py"
    assert space.relative("web/a.py", "") == "web/a.py"
    assert space.relative("web/a.py", elsewhere) == "web/a.py"
    assert space.relative("r/web/a.py", elsewhere) == "web/a.py"
    assert space.relative(str(folder / "shop/b.py"), elsewhere) == "shop/b.py"
    assert (space.folder("web", web), space.folder(".", str(folder))) == ("web/web", "")
    for outside in ("../../x", "/etc/passwd", "../../r-evil/a.py"):
        for cwd in (web, elsewhere, ""):
            with pytest.raises(OutsideRoot):
                space.relative(outside, cwd)
    for no_folder in ("a.py", "nothing"):
        with pytest.raises(Refused, match="is not a folder of"):
            space.folder(no_folder, web)


def test_a_root_without_permission_is_empty_and_says_so(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may open every folder")
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})
    folder.chmod(0)

    async def run() -> None:
        async with workspace(folder) as space:
            assert not [path for path in files(space) if path]

    try:
        asyncio.run(run())
    finally:
        folder.chmod(0o700)
