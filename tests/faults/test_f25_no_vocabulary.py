"""F25: the tokenizer's vocabulary is missing from the installation, and there is no network: the
daemon starts, says what is wrong and what to do, and never downloads."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from tests.support.processes import address, environment, instance, is_answering, wait_until
from tests.support.serving import json_peer
from tests.support.spaces import repository

# A daemon whose vocabulary is elsewhere, and whose every connection to a network is noted.
DAEMON = """
import sys
from lean_ctx_daemon.tokens import vocabulary

vocabulary.tokens.__defaults__ = ("/nowhere/o200k_base.bin",)

def hook(event, arguments):
    if event in {"socket.getaddrinfo", "socket.gethostbyname"}:
        open(sys.argv[1], "a").write(f"{arguments}\\n")

sys.addaudithook(hook)
from lean_ctx_daemon.app import daemon
sys.exit(daemon.main(["--foreground"]))
"""


def test_the_daemon_starts_and_says_so(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "def token():\n    return 1\n"})
    downloads = tmp_path / "downloads"

    async def run(path: str) -> tuple[object, str]:
        async with json_peer(path) as peer:
            pong = (await peer.ask("ping"))["result"]["pong"]
            await peer.ask("ctx_root", action="add", path=str(folder))
            reply = await peer.ask("ctx_preload", task="token", root=str(folder))
            return pong, json.dumps(reply["error"])

    with instance() as home:
        argv = [sys.executable, "-c", DAEMON, str(downloads)]
        with subprocess.Popen(argv, env=environment(home)) as daemon:
            wait_until(lambda: is_answering(address(home)))
            pong, error = asyncio.run(run(address(home)))
            daemon.kill()
    assert pong
    assert "/nowhere/o200k_base.bin" in error
    assert "reinstall" in error
    assert not downloads.exists()
