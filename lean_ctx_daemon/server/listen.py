"""The listening socket: accepts, opens conversations, and ends them all when the daemon ends.

What it does not: make, bind or remove the socket (app/lifecycle.py does), or look into a request.

Tests: tests/server/test_listen.py
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from typing import Any, Final

from lean_ctx_daemon.server.command import CommandRunner, CommandTalk
from lean_ctx_daemon.server.connection import JSON_OPENERS, Connection, Talk
from lean_ctx_daemon.server.desk import Desk
from lean_ctx_daemon.server.limits import BACKLOG, IO_TIMEOUT_S, MAX_CONNECTIONS
from lean_ctx_daemon.server.rpc import RpcTalk

_LAST_WORDS_S: Final = 1.0  # what callers get to hear that they were cut off

logger = logging.getLogger(__name__)


class Listener:
    """Serves a bound and listening socket, which stays its owner's."""

    def __init__(
        self,
        sock: socket.socket,
        desk: Desk,
        run: CommandRunner,
        io_timeout_s: float = IO_TIMEOUT_S,
    ) -> None:
        self._sock = sock
        self._desk = desk
        self._run = run
        self._io_timeout_s = io_timeout_s
        self._connections: set[Connection] = set()
        self._server: asyncio.Server | None = None

    @property
    def n_connections(self) -> int:
        """Open connections, idle ones included."""
        return len(self._connections)

    async def start(self) -> None:
        """Begin to accept."""
        # From 3.13 on asyncio removes the socket's file unless told not to, whoever owns it.
        keep: dict[str, Any] = {"cleanup_socket": False} if sys.version_info >= (3, 13) else {}
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(
            self._opened, sock=self._sock, backlog=BACKLOG, **keep
        )

    async def close(self) -> None:
        """Accept no more, cancel what runs, let every caller hear it, and hang up."""
        self._desk.is_closing = True
        if self._server is not None:
            self._server.close()
        last_words = [task for connection in self._connections for task in connection.cancel()]
        if last_words:
            await asyncio.wait(last_words, timeout=_LAST_WORDS_S)
        for connection in list(self._connections):
            connection.close()

    def _opened(self) -> Connection:
        connection = Connection(
            self._talk,
            on_closed=self._connections.discard,
            io_timeout_s=self._io_timeout_s,
            is_welcome=len(self._connections) < MAX_CONNECTIONS,
        )
        self._connections.add(connection)
        return connection

    def _talk(self, connection: Connection, first_byte: int) -> Talk:
        if first_byte in JSON_OPENERS:
            return RpcTalk(connection, self._desk)
        return CommandTalk(connection, self._desk, self._run)
