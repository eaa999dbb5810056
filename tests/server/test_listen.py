"""The listening socket, and the end."""

from __future__ import annotations

import asyncio
import os

import pytest

from lean_ctx_daemon.server import listen, session
from tests.support.serving import json_peer, outcome, served


def test_the_end_tells_everybody_and_leaves_the_socket_file_alone() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_preload", 1, task="sleep 30")
            await peer.receive()
            command = asyncio.create_task(outcome(here.path, ["preload", "sleep 30"]))
            while here.service.n_at_work < 2:
                await asyncio.sleep(0.01)
            await here.listener.close()
            error = (await peer.reply(1))["error"]
            assert (error["code"], error["message"]) == (
                session.UNAVAILABLE,
                "the daemon is ending",
            )
            assert (await command)[0] == 75
            assert os.path.exists(here.path)
            while here.listener.n_connections:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(run(), 10))


def test_one_connection_too_many_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "MAX_CONNECTIONS", 1)

    async def run() -> None:
        async with served() as here, json_peer(here.path) as first:
            assert (await first.ask("ping"))["result"] == {"pong": True}
            async with json_peer(here.path) as second:
                assert await second.reader.read() == b""
            assert (await first.ask("ping"))["result"] == {"pong": True}

    asyncio.run(run())
