"""One connection: its deadlines."""

from __future__ import annotations

import asyncio

from lctx import wire
from tests.support.serving import command_bytes, json_peer, outcome, served


def test_the_first_byte_decides() -> None:
    async def run() -> None:
        async with served() as here:
            for first in (b"{", b"[", b" {", b"\n{"):
                async with json_peer(here.path) as peer:
                    peer.send_raw(first + b"}\n")
                    assert "error" in await peer.receive()
            assert (await outcome(here.path, ["ping"]))[0] == 0

    asyncio.run(run())


def test_half_a_request_is_dropped_in_time_and_an_idle_connection_never() -> None:
    async def run() -> None:
        async with served(io_timeout_s=0.1) as here, json_peer(here.path) as idle:
            assert (await idle.ask("ping"))["result"] == {"pong": True}
            for half in (b'{"jsonrpc"', command_bytes(["ping"])[:-2], wire.frame(wire.HELLO)[:3]):
                async with json_peer(here.path) as slow:
                    slow.send_raw(half)
                    data = await asyncio.wait_for(slow.reader.read(), 5)
                    assert data[4:5] in {b"", bytes((wire.HELLO,))}  # a HELLO of ours, no more
            assert (await idle.ask("ping"))["result"] == {"pong": True}

    asyncio.run(run())


def test_a_byte_now_and_then_does_not_extend_the_deadline() -> None:
    async def run() -> None:
        async with served(io_timeout_s=0.2) as here, json_peer(here.path) as slow:
            began_s = asyncio.get_running_loop().time()
            while here.listener.n_connections or asyncio.get_running_loop().time() < began_s + 0.05:
                slow.send_raw(b"{")
                await asyncio.sleep(0.02)
            assert asyncio.get_running_loop().time() - began_s < 5

    asyncio.run(run())


def test_a_hello_without_a_command_is_half_a_request() -> None:
    async def run() -> None:
        async with served(io_timeout_s=0.1) as here, json_peer(here.path) as slow:
            slow.send_raw(wire.frame(wire.HELLO, b"version=0.1\0"))
            data = await asyncio.wait_for(slow.reader.read(), 5)
            assert data[4] == wire.HELLO

    asyncio.run(run())


def test_a_peer_that_reads_no_reply_is_dropped_and_a_slow_one_served() -> None:
    async def run() -> None:
        async with served(io_timeout_s=0.3) as here:
            reader, writer = await asyncio.open_unix_connection(here.path, limit=1024)
            writer.write(command_bytes(["preload", "big 8000000"]))
            while here.listener.n_connections:
                await asyncio.sleep(0.02)
            writer.close()
            del reader
            slow_reader, slow_writer = await asyncio.open_unix_connection(here.path, limit=1024)
            slow_writer.write(command_bytes(["preload", "big 2000000"]))
            n_bytes = 0
            while data := await slow_reader.read(1 << 16):
                n_bytes += len(data)
                await asyncio.sleep(0.01)
            slow_writer.close()
            assert n_bytes > 2_000_000

    asyncio.run(asyncio.wait_for(run(), 30))


def test_who_ends_their_own_side_gets_the_replies_and_then_the_end() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send_raw(b'{"jsonrpc":"2.0","id":1,"method":"ctx_rank","params":{"task":"fix"}}\n')
            peer.writer.write_eof()
            replies = (await asyncio.wait_for(peer.reader.read(), 5)).splitlines()
            assert len(replies) == 1
            assert b'"id":1' in replies[0]

    asyncio.run(run())


def test_a_peer_that_is_gone_has_its_request_cancelled() -> None:
    async def run() -> None:
        async with served() as here:
            async with json_peer(here.path) as peer:
                peer.send_raw(
                    b'{"jsonrpc":"2.0","id":1,"method":"ctx_preload",'
                    b'"params":{"task":"sleep 60"}}\n'
                )
                async with asyncio.timeout(5):
                    while not here.service.n_at_work:
                        await asyncio.sleep(0.01)
            async with asyncio.timeout(5):
                while here.listener.n_connections or here.service.n_at_work:
                    await asyncio.sleep(0.01)
            assert here.service.n_cancelled == 1

    asyncio.run(run())
