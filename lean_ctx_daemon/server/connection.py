"""One connection: its first byte decides the protocol, its deadlines and its outgoing queue.

`{`, `[` or white space opens JSON-RPC, anything else the client's frames. A request that has begun
must be whole within IO_TIMEOUT_S, and a reply must move within the same time; a connection that is
merely idle has no timer and costs nothing.

What it does not: understand a request (the Talk does), or accept (listen.py does).

Tests: tests/server/test_connection.py
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol, cast

from lean_ctx_daemon.server.frames import ProtocolError
from lean_ctx_daemon.server.limits import IO_TIMEOUT_S, OUT_FRAME_BYTES
from lean_ctx_daemon.server.peer import is_hung_up, is_same_user

JSON_OPENERS: Final = frozenset(b"{[ \t\r\n")

logger = logging.getLogger(__name__)


class Talk(Protocol):
    """A conversation in one of the two protocols."""

    @property
    def is_midway(self) -> bool:
        """Whether the peer owes the rest of something it began."""
        ...

    def feed(self, data: bytes) -> None:
        """Take bytes. Errors: ProtocolError ends the connection, after `farewell`."""
        ...

    def cancel(self) -> None:
        """Cancel what is at work for this peer; what is being sent goes out whole."""
        ...

    def farewell(self, problem: str) -> bytes:
        """The bytes that tell the peer why its connection ends."""
        ...


class Connection(asyncio.Protocol):
    """The bytes of one peer. `open_talk(connection, first_byte)` makes the conversation."""

    def __init__(
        self,
        open_talk: Callable[[Connection, int], Talk],
        on_closed: Callable[[Connection], None],
        io_timeout_s: float = IO_TIMEOUT_S,
        *,
        is_welcome: bool = True,
    ) -> None:
        self._is_welcome = is_welcome
        self._open_talk = open_talk
        self._on_closed = on_closed
        self._io_timeout_s = io_timeout_s
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._talk: Talk | None = None
        self._sending = asyncio.Lock()
        self._writable = asyncio.Event()
        self._writable.set()
        self._read_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # ---------------------------------------------------------------- what the loop calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Turn strangers, and one too many, away before a byte of theirs is read."""
        self._transport = cast(asyncio.Transport, transport)
        if not is_same_user(transport.get_extra_info("socket")):
            logger.warning("a process of another user connected and was turned away")
            self._transport.abort()
        elif not self._is_welcome:
            logger.warning("too many connections: one was turned away")
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        """Hand the bytes to the conversation, which the first one chooses."""
        if self._transport is None or self._transport.is_closing():
            return
        if self._talk is None:
            self._talk = self._open_talk(self, data[0])
        try:
            self._talk.feed(data)
        except ProtocolError as problem:
            self._end(str(problem))
            return
        self._watch_reading(is_midway=self._talk.is_midway)

    def pause_writing(self) -> None:
        """The peer does not read: stop reading what it says, and give it its time."""
        self._writable.clear()
        if self._transport is not None:
            self._transport.pause_reading()
        self._write_timer = self._loop.call_later(self._io_timeout_s, self._drop, "read no reply")

    def resume_writing(self) -> None:
        """The peer reads again."""
        self._writable.set()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
        if self._write_timer is not None:
            self._write_timer.cancel()

    def eof_received(self) -> bool:
        """Whether to stay open: who only ended their own side (`… | nc -U`) still gets replies."""
        if self._transport is None or not self._tasks:
            return False
        if is_hung_up(self._transport.get_extra_info("socket").fileno()):
            return False
        for task in self._tasks:
            task.add_done_callback(self._close_when_done)
        return True

    def connection_lost(self, _error: Exception | None) -> None:
        """Nobody is there any more: what runs for them is cancelled."""
        self._writable.set()
        for timer in (self._read_timer, self._write_timer):
            if timer is not None:
                timer.cancel()
        self.cancel()
        self._on_closed(self)

    # ---------------------------------------------------------------- what the talks call

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` for as long as the connection lives."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def send(self, *messages: bytes) -> None:
        """Send whole messages, in pieces, no faster than the peer reads; silent once it is gone."""
        async with self._sending:
            for message in messages:
                view = memoryview(message)
                for start in range(0, len(view), OUT_FRAME_BYTES):
                    if self._transport is None or self._transport.is_closing():
                        return
                    self._transport.write(view[start : start + OUT_FRAME_BYTES])
                    await self._writable.wait()

    def send_if_free(self, message: bytes) -> None:
        """Send something that may as well be lost: progress."""
        is_free = self._writable.is_set() and not self._sending.locked()
        if is_free and self._transport is not None and not self._transport.is_closing():
            self._transport.write(message)

    def close(self) -> None:
        """Close once everything sent has been read."""
        self._watch_reading(is_midway=False)
        if self._transport is not None:
            self._transport.close()

    # ---------------------------------------------------------------- what the listener calls

    def cancel(self) -> frozenset[asyncio.Task[None]]:
        """Cancel what is at work; the tasks that still send, to be waited for."""
        if self._talk is not None:
            self._talk.cancel()
        return frozenset(self._tasks)

    def _close_when_done(self, _task: asyncio.Task[None]) -> None:
        if not self._tasks:
            self.close()

    def _watch_reading(self, *, is_midway: bool) -> None:
        if is_midway and self._read_timer is None:
            drop = self._loop.call_later(self._io_timeout_s, self._drop, "sent half a request")
            self._read_timer = drop
        elif not is_midway and self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None

    def _end(self, problem: str) -> None:
        logger.info("a connection broke the protocol: %s", problem)
        if self._talk is not None and self._transport is not None:
            self._transport.write(self._talk.farewell(problem))
        self.close()

    def _drop(self, why: str) -> None:
        logger.info("a connection %s within %s s and was dropped", why, self._io_timeout_s)
        if self._transport is not None:
            self._transport.abort()
