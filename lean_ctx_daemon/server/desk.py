"""The desk where requests wait for a place at work, whichever face they came through.

At most MAX_AT_WORK requests are with the Service at once; light ones (ping, status) never wait. The
desk also knows whether the daemon is about to end, so that who is cut off hears the true reason.

What it does not: parse, send, or answer anything itself.

Tests: tests/server/test_desk.py
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from lean_ctx_daemon.core.types import Unavailable
from lean_ctx_daemon.server import methods
from lean_ctx_daemon.server.limits import MAX_AT_WORK
from lean_ctx_daemon.server.service import Reply, Request, RequestContext, Service, StopRequest


class Desk:
    """Takes requests to the Service. Lives on the event loop's thread.

    `on_stop` is called once a request to end the daemon has been answered and its reply sent.
    """

    def __init__(
        self, service: Service, on_stop: Callable[[], None], max_at_work: int = MAX_AT_WORK
    ) -> None:
        self._service = service
        self._on_stop = on_stop
        self._places = asyncio.Semaphore(max_at_work)
        self._is_stop_asked = False
        self.is_closing = False

    async def answer(self, request: Request, context: RequestContext) -> Reply:
        """The Service's reply. Errors: LctxError, Unavailable when the daemon is ending."""
        if self.is_closing:
            raise ending()
        if isinstance(request, StopRequest):
            self._is_stop_asked = True
        if methods.is_light(request):
            return await methods.answer(self._service, request, context)
        async with self._places:
            return await methods.answer(self._service, request, context)

    def sent(self) -> None:
        """A reply has gone out: the moment at which an answered `stop` takes effect."""
        if self._is_stop_asked:
            self._on_stop()

    def stop(self) -> None:
        """End the daemon without a reply."""
        self._on_stop()


def ending() -> Unavailable:
    """What a caller hears whose request the end of the daemon cut off."""
    return Unavailable("the daemon is ending", hint="ask again; the next `lctx` starts a new one")
