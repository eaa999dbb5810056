"""F63: twenty registered roots: a start opens none of them, and a question opens one."""

from __future__ import annotations

import asyncio
import json
import os
import time
from pathlib import Path

from lean_ctx_daemon.server.service import PreloadRequest, StatusRequest
from tests.support.processes import instance, run_client
from tests.support.spaces import at, repository, service

N_ROOTS = 20


def registered(folder: Path, home: Path) -> list[Path]:
    roots = [
        repository(folder / f"r{n}", {f"m{i}.py": f"def token{n}(): pass\n" for i in range(20)})
        for n in range(N_ROOTS)
    ]
    home.mkdir(exist_ok=True)
    (home / "roots.json").write_text(json.dumps({"roots": [str(root) for root in roots]}))
    return roots


def test_only_what_is_asked_about_is_indexed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    roots = registered(tmp_path, home)

    async def run() -> None:
        async with service(home) as asked:
            status = await asked.status(StatusRequest(), at("/"))
            assert [row["state"] for row in status["roots"]] == ["closed"] * N_ROOTS
            assert status["workers"] == 0
            reply = await asked.preload(PreloadRequest("fix token7"), at(roots[7]))
            assert reply["files"]
            status = await asked.status(StatusRequest(), at("/"))
            opened = [row["path"] for row in status["roots"] if row["state"] != "closed"]
            assert opened == [str(roots[7])]

    asyncio.run(run())


def test_a_daemon_that_starts_with_them_opens_none(tmp_path: Path) -> None:
    roots = [repository(tmp_path / f"r{n}", {"a.py": "a = 1\n"}) for n in range(N_ROOTS)]
    with instance() as home:
        for root in roots:
            run_client(home, "root", "add", str(root)).check_returncode()
        run_client(home, "stop").check_returncode()
        before = {root: os.stat(root / "a.py").st_atime_ns for root in roots}
        run_client(home, "ping").check_returncode()
        time.sleep(0.5)
        listed = run_client(home, "root", "list").stdout.splitlines()
        assert len([line for line in listed if "closed" in line]) == N_ROOTS
        assert before == {root: os.stat(root / "a.py").st_atime_ns for root in roots}
