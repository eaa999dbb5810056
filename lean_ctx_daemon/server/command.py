"""One command line on one connection: HELLO and ARGV in, output and an exit code back.

The runner (the application's command line) turns arguments into an Outcome; this conversation
carries what it needs from the client: standard input on demand, Ctrl-C, progress on a terminal.

What it does not: know a command or an option, or render anything but the progress line.

Tests: tests/server/test_command.py
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Protocol

from lctx import __version__, wire
from lean_ctx_daemon.core.types import BadRequest, LctxError
from lean_ctx_daemon.server import frames
from lean_ctx_daemon.server.connection import Connection
from lean_ctx_daemon.server.desk import Desk, ending
from lean_ctx_daemon.server.limits import MAX_REPLY_BYTES, MAX_STDIN_BYTES
from lean_ctx_daemon.server.methods import EXIT_CANCELLED, EXIT_REFUSED, exit_code
from lean_ctx_daemon.server.progress import throttled
from lean_ctx_daemon.server.service import RequestContext

_CLEAR_LINE: Final = b"\r\x1b[K"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command leaves behind: `err` is printed before `out`, `late_err` after it."""

    code: int
    out: bytes = b""
    err: bytes = b""
    late_err: bytes = b""


class CommandRunner(Protocol):
    """Runs command lines. Errors: LctxError, which is printed."""

    async def __call__(
        self,
        argv: list[str],
        hello: frames.Hello,
        context: RequestContext,
        read_stdin: Callable[[], Awaitable[str]],
    ) -> Outcome:
        """The outcome of `lctx ARGV…`."""
        ...


class CommandTalk:
    """The conversation with one `lctx`."""

    def __init__(self, connection: Connection, desk: Desk, run: CommandRunner) -> None:
        self._connection = connection
        self._desk = desk
        self._run = run
        self._decoder = frames.FrameDecoder()
        self._hello: frames.Hello | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_working = False
        self._has_progress = False
        self._stdin = bytearray()
        self._stdin_end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def is_midway(self) -> bool:
        """Whether the client owes the rest of a frame, or its ARGV."""
        return self._decoder.is_midway or self._task is None

    def feed(self, data: bytes) -> None:
        """Act on the frames that are whole. Errors: ProtocolError."""
        for frame in self._decoder.feed(data):
            self._take(frame)

    def cancel(self) -> None:
        """End the command, if it is still at work."""
        if self._task is not None and self._is_working:
            self._task.cancel()

    def farewell(self, problem: str) -> bytes:
        """What a client prints that lost its way."""
        line = f"lctx: {problem}\n".encode()
        return b"".join(frames.output_frames(wire.ERR, line)) + frames.exit_frame(EXIT_REFUSED)

    def _take(self, frame: frames.Frame) -> None:
        match frame.kind:
            case wire.HELLO if self._hello is None:
                self._hello = frames.hello(frame.payload)
                self._connection.spawn(self._connection.send(frames.hello_frame(__version__)))
            case wire.ARGV if self._hello is not None and self._task is None:
                # A client of another major version reads our HELLO and sends STOP: nothing is run.
                if wire.is_compatible(self._hello.version, __version__):
                    self._is_working = True
                    work = self._answer(self._hello, frames.arguments(frame.payload))
                    self._task = self._connection.spawn(work)
            case wire.STDIN:
                self._take_stdin(frame.payload)
            case wire.CANCEL:
                self.cancel()
            case wire.STOP:
                self._desk.stop()
            case kind:
                raise frames.ProtocolError(f"frame kind {kind} out of turn")

    def _take_stdin(self, data: bytes) -> None:
        if self._stdin_end.done():
            return
        self._stdin += data
        if len(self._stdin) > MAX_STDIN_BYTES:
            problem = f"standard input is over {MAX_STDIN_BYTES >> 20} MiB"
            self._stdin_end.set_exception(BadRequest(problem))
        elif not data:
            self._stdin_end.set_result(None)

    async def _read_stdin(self) -> str:
        await self._connection.send(wire.frame(wire.NEED_STDIN))
        await self._stdin_end
        return self._stdin.decode("utf-8", "replace")

    async def _answer(self, hello: frames.Hello, argv: list[str]) -> None:
        cancelled = threading.Event()
        context = RequestContext(
            cwd=hello.cwd,
            session=hello.session,
            face=hello.face,
            progress=throttled(self._progress, asyncio.get_running_loop()),
            cancelled=cancelled,
        )
        try:
            outcome = await self._run(argv, hello, context, self._read_stdin)
            if len(outcome.out) > MAX_REPLY_BYTES:
                outcome = Outcome(EXIT_REFUSED, err=b"lctx: the reply is over 16 MiB\n")
        except asyncio.CancelledError:
            cancelled.set()
            outcome = _failure(ending()) if self._desk.is_closing else Outcome(EXIT_CANCELLED)
        except LctxError as error:
            outcome = _failure(error)
        except Exception:
            logger.exception("a command failed")
            outcome = Outcome(
                EXIT_REFUSED, err=b"lctx: internal error; the daemon's log tells more\n"
            )
        self._is_working = False  # from here on it cannot be cancelled: replies go out whole
        await self._connection.send(self._messages(outcome))
        self._connection.close()
        self._desk.sent()

    def _messages(self, outcome: Outcome) -> bytes:
        """All that is left to send, in one piece where it is small: one wake-up of the client."""
        err = (_CLEAR_LINE if self._has_progress else b"") + outcome.err
        messages = [
            *frames.output_frames(wire.ERR, err),
            *frames.output_frames(wire.OUT, outcome.out),
            *frames.output_frames(wire.ERR, outcome.late_err),
        ]
        return b"".join((*messages, frames.exit_frame(outcome.code)))

    def _progress(self, message: str, done: int, total: int) -> None:
        if self._hello is not None and "err" in self._hello.ttys and self._is_working:
            self._has_progress = True
            line = _CLEAR_LINE + f"{message} {done}/{total}".encode("utf-8", "replace")
            self._connection.send_if_free(wire.frame(wire.ERR, line))


def _failure(error: LctxError) -> Outcome:
    lines = [f"lctx: {error.message}", *([f"      {error.hint}"] if error.hint else [])]
    text = "".join(f"{line}\n" for line in lines)
    return Outcome(exit_code(error), err=text.encode("utf-8", "surrogateescape"))
