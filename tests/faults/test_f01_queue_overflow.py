"""F01: the kernel's event queue overflows while nobody reads; everything is known all the same."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import address, daemon_pid, instance, run_client
from tests.support.serving import json_peer
from tests.support.spaces import repository

SECONDS = 120  # ours are 5; here the files are analysed as well, on a machine that does much else

OBSERVER = """
import json, sys
from tests.support.watching import Mirror
with Mirror(sys.argv[1]) as mirror:
    print("watching", flush=True)
    mirror.until(lambda: mirror.n_overflows and len(mirror.files) == 20_000)
    made = {"n_files": len(mirror.files), "n_overflows": mirror.n_overflows}
    # What was made during the storm is watched like everything else.
    open(sys.argv[1] + "/new/after.py", "w").close()
    mirror.until(lambda: "new/after.py" in mirror.files)
    print(json.dumps(made | {"is_complete": mirror.watch.coverage.is_complete}))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_twenty_thousand_files_while_stopped(tmp_path: Path) -> None:
    observer = subprocess.Popen(
        [sys.executable, "-c", OBSERVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    with observer:
        assert observer.stdout is not None
        assert observer.stdout.readline() == "watching\n"
        observer.send_signal(signal.SIGSTOP)
        try:
            for i in range(20_000):
                (tmp_path / f"{i}.py").touch()
            (tmp_path / "new").mkdir()
        finally:
            observer.send_signal(signal.SIGCONT)
        result = json.loads(observer.stdout.readline())
    assert result == {"n_files": 20_000, "n_overflows": 1, "is_complete": True}


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_the_daemon_knows_them_all_and_says_that_events_were_lost(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "a = 1\n"})

    async def run(home: str) -> None:
        async with json_peer(address(home)) as peer:
            await peer.ask("ctx_root", action="add", path=str(folder))
            await peer.ask("ctx_sync", root=str(folder))
            os.kill(daemon_pid(home), signal.SIGSTOP)
            try:
                for i in range(20_000):
                    (folder / f"{i}.py").write_text(f"def token{i}(): pass\n")
            finally:
                os.kill(daemon_pid(home), signal.SIGCONT)
            began_s = time.monotonic()
            row: dict[str, Any] = {}
            while row.get("files") != 20_001 or row["pending"] or row["state"] != "watching":
                assert time.monotonic() - began_s < SECONDS, row
                await asyncio.sleep(0.1)
                row = (await peer.ask("ctx_status"))["result"]["roots"][0]
                if row["files"] == 20_001 and "known" not in took_s:
                    took_s["known"] = time.monotonic() - began_s
            took_s["analysed"] = time.monotonic() - began_s
            assert row["overflows"] >= 1
            reply = await peer.ask("ctx_rank", task="fix token19999", root=str(folder))
            assert reply["result"]["files"][0]["path"] == "19999.py"

    took_s: dict[str, float] = {}
    with instance() as home:
        run_client(home, "ping").check_returncode()
        asyncio.run(run(home))
    sys.stdout.write(f"after the daemon went on, s: {took_s}\n")
