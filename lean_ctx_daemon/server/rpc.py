"""JSON-RPC on one connection: calls in flight, cancellation, progress, replies.

Calls of one connection run side by side and are answered as they finish. `$/cancelRequest` with
`{"id": …}` ends one (its reply is the error CANCELLED), `$/progress` with `{"id", "message",
"done", "total"}` comes while one runs, and `hello` with `{"cwd", "session"}` says what relative
paths count from and whose ledger is meant; it may be repeated.

What it does not: parse lines (session.py), know methods (methods.py), or wait for places (desk.py).

Tests: tests/server/test_rpc.py
"""

from __future__ import annotations

import asyncio
import logging
import threading
from dataclasses import replace
from functools import partial
from typing import Final

import msgspec

from lctx import __version__
from lean_ctx_daemon.core.types import BadRequest, LctxError, Unavailable
from lean_ctx_daemon.server import methods, session
from lean_ctx_daemon.server.connection import Connection
from lean_ctx_daemon.server.desk import Desk, ending
from lean_ctx_daemon.server.frames import ProtocolError
from lean_ctx_daemon.server.limits import MAX_QUEUED, MAX_REPLY_BYTES
from lean_ctx_daemon.server.progress import throttled
from lean_ctx_daemon.server.service import RequestContext

_CANCEL: Final = "$/cancelRequest"
_HELLO: Final = "hello"

logger = logging.getLogger(__name__)


class _Hello(msgspec.Struct, frozen=True):
    cwd: str = ""
    session: str = ""


class _Cancel(msgspec.Struct, frozen=True):
    id: int | str


class RpcTalk:
    """The conversation with an editor, a plugin or a script."""

    def __init__(self, connection: Connection, desk: Desk) -> None:
        self._connection = connection
        self._desk = desk
        self._session = session.JsonSession()
        self._context = RequestContext(cwd="", face="json")
        self._working: dict[object, asyncio.Task[None]] = {}
        self._n_unanswered = 0
        self._n_invalid = 0

    @property
    def is_midway(self) -> bool:
        """Whether a line has begun that has no end yet."""
        return self._session.is_midway

    def feed(self, data: bytes) -> None:
        """Start what the lines ask for. Errors: ProtocolError."""
        for event in self._session.feed(data):
            if isinstance(event, session.Invalid):
                self._n_invalid += 1
                if self._n_invalid > MAX_QUEUED:
                    raise ProtocolError(f"{self._n_invalid} lines in a row were no requests")
                self._connection.spawn(self._connection.send(event.reply))
            else:
                self._n_invalid = 0
                self._take(event)

    def farewell(self, problem: str) -> bytes:
        """The error with which the connection ends."""
        return session.error(None, session.INVALID_REQUEST, problem)

    def cancel(self) -> None:
        """Cancel what is at work; each call is still answered, with the reason."""
        for task in list(self._working.values()):
            task.cancel()

    def _take(self, call: session.Call) -> None:
        try:
            if call.method == _CANCEL:
                self._cancel(call)
            elif call.method == _HELLO:
                self._greet(call)
            else:
                self._start(call, methods.decoded(call.method, call.params))
        except methods.UnknownMethod as error:
            self._reply(call, _error(call, session.METHOD_NOT_FOUND, error))
        except LctxError as error:
            self._reply(call, _error(call, methods.error_code(error), error))

    def _greet(self, call: session.Call) -> None:
        try:
            hello = msgspec.json.decode(call.params, type=_Hello)
        except msgspec.DecodeError as error:
            raise BadRequest(f"{_HELLO}: {error}", hint="parameters: cwd, session") from None
        self._context = replace(self._context, cwd=hello.cwd, session=hello.session)
        self._reply(call, session.result(call.id, {"version": __version__}))

    def _cancel(self, call: session.Call) -> None:
        try:
            request_id = msgspec.json.decode(call.params, type=_Cancel).id
        except msgspec.DecodeError as error:
            raise BadRequest(f"{_CANCEL}: {error}", hint="parameters: id") from None
        task = self._working.get(request_id)
        if task is not None:  # else it has been answered meanwhile, which is no mistake
            task.cancel()

    def _start(self, call: session.Call, request: msgspec.Struct) -> None:
        key = object() if call.is_notification else call.id
        if key in self._working:
            raise BadRequest(f"a request with the id {call.id!r} is still running")
        if self._n_unanswered >= MAX_QUEUED:
            message = f"{MAX_QUEUED} requests of this connection are unanswered"
            raise Unavailable(message, hint="wait for a reply before the next request")
        self._n_unanswered += 1
        task = self._connection.spawn(self._answer(key, call, request))
        self._working[key] = task

        def forget(task: asyncio.Task[None]) -> None:
            self._n_unanswered -= 1
            if task.cancelled() and self._working.pop(key, None) is not None:  # unstarted
                self._reply(call, self._cut_off(call))

        task.add_done_callback(forget)

    async def _answer(self, key: object, call: session.Call, request: msgspec.Struct) -> None:
        cancelled = threading.Event()
        progress = throttled(partial(self._progress, call), asyncio.get_running_loop())
        context = replace(self._context, cancelled=cancelled, progress=progress)
        try:
            reply = session.result(call.id, await self._desk.answer(request, context))
        except asyncio.CancelledError:
            cancelled.set()
            reply = self._cut_off(call)
        except LctxError as error:
            reply = _error(call, methods.error_code(error), error)
        except Exception:
            logger.exception("%s failed", call.method)
            message = f"{call.method} failed inside the daemon; its log tells more"
            reply = session.error(call.id, session.INTERNAL_ERROR, message)
        if len(reply) > MAX_REPLY_BYTES:
            reply = session.error(call.id, session.REFUSED, "the reply is over 16 MiB")
        self._working.pop(key, None)  # from here on it cannot be cancelled: replies go out whole
        if not call.is_notification:
            await self._connection.send(reply)
        self._desk.sent()

    def _progress(self, call: session.Call, message: str, done: int, total: int) -> None:
        if call.is_notification or call.id not in self._working:
            return
        params = {"id": call.id, "message": message, "done": done, "total": total}
        self._connection.send_if_free(session.notification("$/progress", params))

    def _cut_off(self, call: session.Call) -> bytes:
        if self._desk.is_closing:
            return _error(call, session.UNAVAILABLE, ending())
        return session.error(call.id, session.CANCELLED, "cancelled")

    def _reply(self, call: session.Call, reply: bytes) -> None:
        if not call.is_notification:
            self._connection.spawn(self._connection.send(reply))


def _error(call: session.Call, code: int, error: LctxError) -> bytes:
    return session.error(call.id, code, error.message, error.hint)
