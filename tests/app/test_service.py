"""The Service as both faces use it."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from lean_ctx_daemon import tokens
from lean_ctx_daemon.app.paths import Paths
from lean_ctx_daemon.app.service import DaemonService, build_service
from lean_ctx_daemon.core.relevance.relevance import PARTS
from lean_ctx_daemon.core.types import BadRequest, Refused
from lean_ctx_daemon.server import service as s
from tests.support.spaces import at, repository, service, write

FILES = {
    "shop/cart.py": "from shop.db import connect\n\n\ndef cart_total(c):\n    return connect(c)\n",
    "shop/db.py": "def connect(name):\n    return name\n",
    "web/cart.ts": "export function cartLabel(total: number): string {\n  return `${total}`;\n}\n",
    "README.md": "# Shop\n\nA shop with a cart.\n",
}
TASK = "the total of the cart is wrong"
FRESH = {"root", "fresh", "generation", "notes"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with two Python files, one of TypeScript and a text."""
    return repository(tmp_path / "repo", FILES)


def run(tmp_path: Path, work: Callable[[DaemonService], Awaitable[None]]) -> None:
    async def served() -> None:
        async with service(tmp_path / "home") as daemon:
            await work(daemon)
            await daemon.close()

    asyncio.run(served())


def paths(reply: dict[str, Any]) -> list[str]:
    return [file["path"] for file in reply["files"]]


def test_a_preload_is_what_the_task_needs_within_the_budget(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        for budget in (1, 50, 300, 10_000_000):
            reply = await daemon.preload(s.PreloadRequest(TASK, budget=budget), at(folder))
            assert reply["tokens"] == tokens.count(reply["text"]) <= budget
            assert reply.keys() >= FRESH
        assert paths(reply)[0] in {"shop/cart.py", "web/cart.ts"}
        assert (reply["fresh"], reply["notes"], reply["root"]) == (True, [], str(folder))

    run(tmp_path, work)


def test_a_folder_of_the_root_limits_a_preload(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        for cwd, path in [
            (str(folder), "shop"),
            (str(folder / "web"), "../shop"),
            ("/", str(folder / "shop")),
            ("", str(folder / "shop")),
        ]:
            root = str(folder) if cwd == "/" else None
            request = s.PreloadRequest(TASK, path=path, root=root)
            reply = await daemon.preload(request, at(cwd))
            assert set(paths(reply)) <= {"shop/cart.py", "shop/db.py"}
            assert "shop/cart.py" in paths(reply)
        for path in ("..", "/tmp", "nothing", "README.md"):
            with pytest.raises(Refused):
                await daemon.preload(s.PreloadRequest(TASK, path=path), at(folder))

    run(tmp_path, work)


def test_a_ranking_is_best_first_and_no_longer_than_asked(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        reply = await daemon.rank(s.RankRequest(TASK), at(folder))
        relevances = [file["relevance"] for file in reply["files"]]
        assert relevances == sorted(relevances, reverse=True)
        top = await daemon.rank(s.RankRequest(TASK, top=1), at(folder))
        assert top["files"] == reply["files"][:1]

    run(tmp_path, work)


def test_parts_of_relevance_can_be_switched_off_by_name(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        whole = await daemon.rank(s.RankRequest(TASK), at(folder))
        for part in sorted(PARTS):
            await daemon.preload(s.PreloadRequest(TASK, without=[part]), at(folder))
        without = await daemon.rank(s.RankRequest(TASK, without=["pagerank"]), at(folder))
        assert without["files"] != whole["files"]
        wrong = ["heat", "page"]
        for answer in (
            daemon.rank(s.RankRequest(TASK, without=wrong), at(folder)),
            daemon.preload(s.PreloadRequest(TASK, without=wrong), at(folder)),
        ):
            with pytest.raises(BadRequest, match="'page' is no part of relevance") as caught:
                await answer
            assert "pagerank" in caught.value.hint

    run(tmp_path, work)


def test_an_answer_without_files_says_why(tmp_path: Path, folder: Path) -> None:
    empty = repository(tmp_path / "empty", {})

    async def work(daemon: DaemonService) -> None:
        async def both(task: str, folder: Path) -> list[dict[str, Any]]:
            ranked = await daemon.rank(s.RankRequest(task), at(folder))
            return [ranked, await daemon.preload(s.PreloadRequest(task), at(folder))]

        for reply in await both("zzyzx qwxk", folder):
            assert (reply["files"], len(reply["notes"])) == ([], 1)
            assert "matches the task" in reply["notes"][0]
        for reply in await both(TASK, empty):
            assert (reply["files"], reply["notes"]) == ([], ["no file is known here"])
        overview = await daemon.overview(s.OverviewRequest(budget=1), at(folder))
        assert (overview["text"], overview["notes"]) == ("", ["no overview fits into 1 tokens"])

    run(tmp_path, work)


def test_one_bad_path_is_an_error_and_among_several_an_entry(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        with pytest.raises(Refused, match="does not exist"):
            await daemon.read(s.ReadRequest(["nothing.py"]), at(folder))
        names = ["nothing.py", "shop/db.py", "shop"]
        missing, shown, directory = (await daemon.read(s.ReadRequest(names), at(folder)))["files"]
        assert missing.keys() == directory.keys() == {"path", "error", "hint"}
        assert "does not exist" in missing["error"]
        assert shown["text"] == FILES["shop/db.py"]

    run(tmp_path, work)


def test_neighbours_overview_and_intent(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        related = await daemon.graph_related(s.GraphRequest("db.py"), at(folder / "shop"))
        assert (related["path"], related["related"][0]["path"]) == ("shop/db.py", "shop/cart.py")
        with pytest.raises(Refused, match="not in the index"):
            await daemon.graph_related(s.GraphRequest("nothing.py"), at(folder))
        overview = await daemon.overview(s.OverviewRequest(budget=200), at(folder))
        assert overview["tokens"] == tokens.count(overview["text"]) <= 200
        query = s.IntentRequest("fix the cart in db.py")
        assert (await daemon.intent(query, at(folder)))["targets"] == ["db.py"]
        assert (await daemon.intent(query, at("", "json")))["task_type"] == "FixBug"

    run(tmp_path, work)


def test_roots_come_and_go(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "a.py").write_text("a = 1\n")

    async def work(daemon: DaemonService) -> None:
        added = await daemon.root_add(s.RootRequest("add", str(plain)), at("", "json"))
        assert added == {"root": str(plain), "added": True}
        synced = await daemon.sync(s.SyncRequest(root=str(plain)), at("", "json"))
        assert (synced["files"], synced["analysed"], synced["fresh"]) == (1, 1, True)
        (root,) = (await daemon.root_list(s.RootRequest(), at("/")))["roots"]
        assert (root["path"], root["state"]) == (str(plain), "watching")
        removed = await daemon.root_remove(s.RootRequest("remove", "."), at(plain))
        assert removed == {"root": str(plain), "removed": True}
        assert (await daemon.root_list(s.RootRequest(), at("/")))["roots"] == []

    run(tmp_path, work)


def test_the_daemon_says_how_it_is(tmp_path: Path, folder: Path) -> None:
    async def work(daemon: DaemonService) -> None:
        assert (await daemon.ping(s.PingRequest(), at("/")))["pong"] is True
        await daemon.sync(s.SyncRequest(), at(folder))
        status = await daemon.status(s.StatusRequest(), at("/"))
        assert (status["pid"], status["workers"], status["workers_lost"]) == (os.getpid(), 1, 0)
        assert status["roots"][0]["state"] == "watching"
        assert status["peak_memory_bytes"] > 1 << 20
        assert (await daemon.stop(s.StopRequest(), at("/")))["pid"] == os.getpid()

    run(tmp_path, work)


@contextlib.asynccontextmanager
async def built(home: Path, config: str = "") -> AsyncIterator[DaemonService]:
    """The service as the daemon makes it, with this configuration."""
    paths = Paths(state=f"{home}/state", cache=f"{home}/cache", config=f"{home}/config")
    write(home, {"state/lctxd.log": "one\ntwo\nthree\n", "config/config.toml": config})
    daemon = build_service(paths, "nowhere")
    try:
        yield daemon
    finally:
        await daemon.close()


def test_the_configuration_acts(tmp_path: Path, folder: Path) -> None:
    (folder / "big.py").write_text(f"x = '{'y' * 2000}'\n")
    config = """
        budget.preload = 60
        budget.overview = 55
        index.ignore = ["web/"]
        index.max_file_bytes = 1024
        index.workers = 1
        cache.max_bytes = 20_000_000
    """

    async def work() -> None:
        async with built(tmp_path / "home", config) as daemon:
            preload = await daemon.preload(s.PreloadRequest(TASK), at(folder))
            assert preload["tokens"] <= preload["budget"] == 60
            assert preload["notes"] == []
            wider = await daemon.preload(s.PreloadRequest(TASK, budget=500), at(folder))
            assert "web/cart.ts" not in paths(wider)
            overview = await daemon.overview(s.OverviewRequest(), at(folder))
            assert 0 < overview["tokens"] <= 55
            with pytest.raises(Refused, match="the limit is 1,024"):
                await daemon.read(s.ReadRequest(["big.py"]), at(folder))
            status = await daemon.status(s.StatusRequest(), at("/"))
            assert (status["cache_budget_bytes"], status["workers"]) == (20_000_000, 1)
            shown = await daemon.config(s.ConfigRequest(), at("/"))
            assert {row["origin"] for row in shown["keys"]} == {"file"}
            assert (shown["problems"], shown["notes"]) == ([], [])

    asyncio.run(work())


def test_a_bad_configuration_is_said_everywhere(tmp_path: Path, folder: Path) -> None:
    file = tmp_path / "home" / "config" / "config.toml"

    async def work() -> None:
        async with built(tmp_path / "home", "budget.preload = 0\ncolour = 1\n") as daemon:
            one = f"{file}: budget.preload: 0 is not a whole number from 1 to 10000000"
            for reply in (
                preload := await daemon.preload(s.PreloadRequest(TASK), at(folder)),
                await daemon.rank(s.RankRequest(TASK), at(folder)),
                await daemon.sync(s.SyncRequest(), at(folder)),
                await daemon.status(s.StatusRequest(), at("/")),
            ):
                assert reply["notes"][0].startswith(one)
            assert (preload["budget"], preload["fresh"]) == (8000, True)
            shown = await daemon.config(s.ConfigRequest(), at("/"))
            assert [problem.startswith(str(file)) for problem in shown["problems"]] == [True, True]
            assert shown["notes"] == []
            file.write_text("budget.preload = 9\n")
            shown = await daemon.config(s.ConfigRequest(), at("/"))
            assert (shown["problems"], shown["keys"][0]["value"]) == ([], 8000)
            assert "has changed since the daemon started" in shown["notes"][0]
            place = await daemon.config(s.ConfigRequest("path"), at("/"))
            assert place == {"file": str(file), "exists": True}

    asyncio.run(work())


def test_a_purged_cache_costs_nothing_but_time(tmp_path: Path, folder: Path) -> None:
    async def ranked(daemon: DaemonService) -> list[dict[str, Any]]:
        await daemon.sync(s.SyncRequest(), at(folder))
        files: list[dict[str, Any]] = (await daemon.rank(s.RankRequest(TASK), at(folder)))["files"]
        return files

    async def work() -> None:
        async with built(tmp_path / "home") as daemon:
            before = await ranked(daemon)
            shown = await daemon.cache_show(s.CacheRequest(), at("/"))
            assert shown["records"] + shown["waiting"] == len(FILES)
            assert shown["folder"] == str(tmp_path / "home" / "cache")
            purged = await daemon.cache_purge(s.CacheRequest("purge"), at("/"))
            assert purged["purged_records"] == len(FILES)
            assert purged["purged_bytes"] > 0
            empty = await daemon.cache_show(s.CacheRequest(), at("/"))
            assert (empty["records"], empty["waiting"]) == (0, 0)
            assert await ranked(daemon) == before
        async with built(tmp_path / "home") as daemon:
            assert await ranked(daemon) == before

    asyncio.run(work())


def test_a_cache_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    home = write(tmp_path / "home", {"cache": "a file where the folder belongs"})

    async def work() -> None:
        async with built(home) as daemon:
            reason = "the cache cannot be written"
            assert (await daemon.status(s.StatusRequest(), at("/")))["notes"][0].startswith(reason)
            shown = await daemon.cache_show(s.CacheRequest(), at("/"))
            assert shown["notes"][0].startswith(reason)
            purged = await daemon.cache_purge(s.CacheRequest("purge"), at("/"))
            assert (purged["purged_records"], purged["purged_bytes"]) == (0, 0)
            assert purged["notes"][0].startswith(reason)

    asyncio.run(work())


def test_the_log_is_read_from_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        async with built(tmp_path / "home") as daemon:
            log = tmp_path / "home" / "state" / "lctxd.log"
            for n_lines, lines in [(2, ["two", "three"]), (50, ["one", "two", "three"])]:
                reply = await daemon.logs(s.LogsRequest(n_lines), at("/"))
                assert reply == {"file": str(log), "lines": lines}
            log.unlink()
            log.mkdir()
            with pytest.raises(Refused, match="cannot be read"):
                await daemon.logs(s.LogsRequest(), at("/"))

    asyncio.run(work())
