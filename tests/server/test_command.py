"""One command line on one connection."""

from __future__ import annotations

import asyncio

import pytest

from lctx import __version__, wire
from lean_ctx_daemon.server.limits import MAX_STDIN_BYTES
from tests.support.serving import Served, command_bytes, outcome, received_frames, served

Frames = list[tuple[int, bytes]]


async def exchange(here: Served, first: bytes, *more: bytes) -> Frames:
    """What comes back for `first`; each of `more` is sent after one frame beyond HELLO."""
    reader, writer = await asyncio.open_unix_connection(here.path)
    writer.write(first)
    for data in more:
        while True:
            header = await reader.readexactly(wire.HEADER_BYTES)
            await reader.readexactly(int.from_bytes(header[:4], "big"))
            if header[4] != wire.HELLO:
                break
        writer.write(data)
    frames = await received_frames(reader)
    writer.close()
    await writer.wait_closed()
    return frames


def test_a_command_gives_hello_output_and_an_exit_code() -> None:
    async def run() -> None:
        async with served() as here:
            frames = await exchange(here, command_bytes(["ping"]))
            assert frames[0] == (wire.HELLO, f"version={__version__}\0".encode())
            assert frames[1:] == [(wire.OUT, b"pong\n"), (wire.EXIT, b"0")]

    asyncio.run(run())


def test_standard_input_is_asked_for_and_sent_in_pieces() -> None:
    async def run() -> None:
        async with served() as here:
            pieces = [wire.frame(wire.STDIN, piece) for piece in (b"fix ", b"it\n", b"")]
            frames = await exchange(
                here, command_bytes(["rank", "-", "--top", "1"]), b"".join(pieces)
            )
            assert frames[0][1].startswith(b"fix it\t")

    asyncio.run(run())


def test_standard_input_without_end_is_refused() -> None:
    async def run() -> None:
        async with served() as here:
            flood = wire.frame(wire.STDIN, b"x" * (1 << 18)) * (MAX_STDIN_BYTES // (1 << 18) + 1)
            frames = await exchange(here, command_bytes(["rank", "-"]), flood)
            assert frames[-1] == (wire.EXIT, b"2")
            assert b"1 MiB" in frames[0][1]

    asyncio.run(run())


def test_ctrl_c_cancels_the_request() -> None:
    async def run() -> None:
        async with served() as here:
            command = command_bytes(["preload", "sleep 30"], tty="err")
            frames = await exchange(here, command, wire.frame(wire.CANCEL))
            assert frames[-1] == (wire.EXIT, b"130")
            assert here.service.n_cancelled == 1

    asyncio.run(run())


def test_progress_is_for_terminals_and_wiped_at_the_end() -> None:
    async def run() -> None:
        async with served() as here:
            _, out, err = await outcome(here.path, ["preload", "sleep 0.05"], tty="err")
            assert err.startswith("\r\x1b[Ksleeping 0/1")
            assert "\r\x1b[Kpath" in err
            assert out == "sleep 0.05\n"
            _, _, err = await outcome(here.path, ["preload", "sleep 0.05"])
            assert "sleeping" not in err

    asyncio.run(run())


@pytest.mark.parametrize(
    ("task", "code", "err"),
    [
        ("refuse", 1, "lctx: no\n      ask otherwise\n"),
        ("unavailable", 75, "lctx: not now\n"),
        (" ", 2, "lctx: task is empty\n      give the task as one quoted sentence\n"),
    ],
)
def test_errors_have_a_line_a_way_out_and_an_exit_code(task: str, code: int, err: str) -> None:
    async def run() -> None:
        async with served() as here:
            assert await outcome(here.path, ["preload", task]) == (code, "", err)

    asyncio.run(run())


def test_a_client_of_another_major_version_is_not_served_but_may_stop_us() -> None:
    async def run() -> None:
        async with served() as here:
            command = command_bytes(["ping"], version="99.0.0") + wire.frame(wire.STOP)
            reader, writer = await asyncio.open_unix_connection(here.path)
            writer.write(command)
            header = await reader.readexactly(wire.HEADER_BYTES)
            assert header[4] == wire.HELLO
            while not here.stops:
                await asyncio.sleep(0.01)
            writer.close()
            await writer.wait_closed()

    asyncio.run(asyncio.wait_for(run(), 10))


def test_a_newer_minor_version_is_served() -> None:
    async def run() -> None:
        async with served() as here:
            version = __version__.split(".")[0] + ".99.0"
            assert await outcome(here.path, ["ping"], version=version) == (0, "pong\n", "")

    asyncio.run(run())


@pytest.mark.parametrize(
    "data",
    [
        wire.frame(wire.ARGV, b"ping\0"),
        command_bytes(["ping"]) + wire.frame(wire.ARGV, b"ping\0"),
        wire.frame(wire.HELLO, b"version=0\0") * 2,
    ],
)
def test_a_frame_out_of_turn_ends_the_connection_with_a_reason(data: bytes) -> None:
    async def run() -> None:
        async with served() as here:
            frames = await exchange(here, data)
            assert (wire.EXIT, b"1") in frames
            assert any(b"out of turn" in payload for _, payload in frames)

    asyncio.run(run())


def test_a_reply_is_cut_into_frames_and_whole() -> None:
    async def run() -> None:
        async with served() as here:
            code, out, _ = await outcome(here.path, ["preload", "big 5000000"])
            assert (code, len(out)) == (0, 5_000_001)
            code, out, err = await outcome(here.path, ["preload", "big 17000000"])
            assert (code, out, err) == (1, "", "lctx: the reply is over 16 MiB\n")

    asyncio.run(run())
