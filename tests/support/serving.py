"""A Listener with an EchoService in this process, and JSON lines to talk to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Any

from lctx import __version__, wire
from lean_ctx_daemon.app.cli import CommandLine
from lean_ctx_daemon.server.desk import Desk
from lean_ctx_daemon.server.limits import BACKLOG, MAX_AT_WORK
from lean_ctx_daemon.server.listen import Listener
from tests.support.echo_service import EchoService


@contextlib.contextmanager
def short_folder() -> Iterator[str]:
    """A folder whose sockets have short paths, which pytest's own do not promise."""
    with tempfile.TemporaryDirectory(prefix="lctx-", dir="/tmp") as folder:
        yield os.path.realpath(folder)


@dataclass
class Served:
    """What is being served, and where."""

    path: str
    service: EchoService
    desk: Desk
    listener: Listener
    stops: list[str] = field(default_factory=list)


@contextlib.asynccontextmanager
async def served(
    io_timeout_s: float = 10.0, max_at_work: int = MAX_AT_WORK
) -> AsyncIterator[Served]:
    """A listener that runs for as long as the block."""
    with short_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        path = f"{folder}/s"
        sock.bind(path)
        sock.listen(BACKLOG)
        stops: list[str] = []
        service = EchoService()
        desk = Desk(service, on_stop=lambda: stops.append("stop"), max_at_work=max_at_work)
        listener = Listener(sock, desk, CommandLine(desk), io_timeout_s=io_timeout_s)
        await listener.start()
        try:
            yield Served(path, service, desk, listener, stops)
        finally:
            await listener.close()
            await asyncio.sleep(0)  # let the transports say goodbye


class JsonPeer:
    """One JSON-RPC connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, method: str, request_id: int | str | None = 1, **params: Any) -> None:
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if request_id is not None:
            message["id"] = request_id
        self.send_raw(json.dumps(message).encode() + b"\n")

    def send_raw(self, data: bytes) -> None:
        self.writer.write(data)

    async def receive(self) -> dict[str, Any]:
        line = await asyncio.wait_for(self.reader.readline(), 10)
        message: dict[str, Any] = json.loads(line)
        return message

    async def reply(self, request_id: int | str | None = 1) -> dict[str, Any]:
        """The reply to `request_id`; progress and other replies are skipped."""
        while True:
            message = await self.receive()
            if "method" not in message and message["id"] == request_id:
                return message

    async def ask(self, method: str, request_id: int | str = 1, **params: Any) -> dict[str, Any]:
        self.send(method, request_id, **params)
        return await self.reply(request_id)


@contextlib.asynccontextmanager
async def json_peer(path: str) -> AsyncIterator[JsonPeer]:
    """A JSON-RPC connection to `path` for as long as the block."""
    reader, writer = await asyncio.open_unix_connection(path, limit=32 << 20)
    try:
        yield JsonPeer(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


def command_bytes(argv: list[str], **fields: str) -> bytes:
    """HELLO and ARGV as a client sends them."""
    hello = {"version": __version__, "cwd": "/", **fields}
    text = "".join(f"{key}={value}\0" for key, value in hello.items())
    arguments = b"".join(os.fsencode(argument) + b"\0" for argument in argv)
    return wire.frame(wire.HELLO, text.encode()) + wire.frame(wire.ARGV, arguments)


async def received_frames(reader: asyncio.StreamReader) -> list[tuple[int, bytes]]:
    """The frames up to EXIT or the end of the connection."""
    frames: list[tuple[int, bytes]] = []
    with contextlib.suppress(asyncio.IncompleteReadError):
        while not frames or frames[-1][0] != wire.EXIT:
            header = await asyncio.wait_for(reader.readexactly(wire.HEADER_BYTES), 10)
            payload = await reader.readexactly(int.from_bytes(header[:4], "big"))
            frames.append((header[4], payload))
    return frames


async def outcome(path: str, argv: list[str], **fields: str) -> tuple[int, str, str]:
    """Run one command over the socket: exit code, standard output, standard error."""
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(command_bytes(argv, **fields))
    frames = await received_frames(reader)
    writer.close()
    await writer.wait_closed()
    out, err = (
        b"".join(payload for kind, payload in frames if kind == wanted).decode()
        for wanted in (wire.OUT, wire.ERR)
    )
    return int(frames[-1][1]), out, err
