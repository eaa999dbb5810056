"""F51: broken frames, trickles, peers that never read, a thousand idle: others do not notice."""

from __future__ import annotations

import asyncio
import contextlib
import resource

import pytest

from lctx import wire
from tests.support.serving import command_bytes, json_peer, outcome, served


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff\x02",
        b"\x00\x00\x00\x00\xff",
        bytes(range(256)) * 100,
        wire.frame(wire.OUT, b"x"),
        b"{" * 100_000 + b"\n",
        b'{"jsonrpc":"2.0","id":1,"method":"ping","params":' + b"[" * 50_000 + b"\n",
        b"[]\n" * 1000,
        b"{\xff\xfe\n",
        b"{" + b"x" * (2 << 20),
    ],
)
def test_garbage_ends_its_connection_at_most(data: bytes) -> None:
    async def run() -> None:
        async with served() as here:
            async with json_peer(here.path) as peer:
                peer.send_raw(data)
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(peer.reader.read(1000), 1)
            assert await outcome(here.path, ["ping"]) == (0, "pong\n", "")

    asyncio.run(run())


def test_slow_ones_are_dropped_and_others_are_served_at_once() -> None:
    async def run() -> None:
        async with served(io_timeout_s=0.5) as here:
            streams = []
            for first in (
                b'{"half',
                wire.frame(wire.HELLO, b"version=0\0")[:7],
                command_bytes(["preload", "big 9000000"]),
            ):
                reader, writer = await asyncio.open_unix_connection(here.path, limit=1024)
                writer.write(first)
                streams.append((reader, writer))
            for _ in range(20):
                assert (await asyncio.wait_for(outcome(here.path, ["ping"]), 5))[0] == 0
            while here.listener.n_connections:
                await asyncio.sleep(0.02)
            for _, writer in streams:
                writer.close()

    asyncio.run(asyncio.wait_for(run(), 20))


def test_a_thousand_idle_connections_cost_others_nothing() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2_500:
        pytest.skip(f"{hard} open files are allowed here; both ends of 1,000 sockets need more")

    async def run() -> None:
        async with served() as here, contextlib.AsyncExitStack() as stack:
            idle = [await stack.enter_async_context(json_peer(here.path)) for _ in range(1000)]
            assert (await idle[999].ask("ping"))["result"] == {"pong": True}
            assert here.listener.n_connections == 1000
            assert (await asyncio.wait_for(outcome(here.path, ["ping"]), 5))[0] == 0

    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard) if hard > 0 else 4096, hard))
    try:
        asyncio.run(run())
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
