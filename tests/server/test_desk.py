"""Places at work."""

from __future__ import annotations

import asyncio

import pytest

from lean_ctx_daemon.core.types import Unavailable
from lean_ctx_daemon.server.desk import Desk
from lean_ctx_daemon.server.service import (
    PingRequest,
    PreloadRequest,
    RequestContext,
    StopRequest,
)
from tests.support.echo_service import EchoService

CONTEXT = RequestContext(cwd="/")


def test_no_more_than_the_places_are_at_work_and_all_are_answered() -> None:
    async def run() -> None:
        service = EchoService()
        desk = Desk(service, on_stop=lambda: None, max_at_work=2)
        requests = [desk.answer(PreloadRequest(task="sleep 0.02"), CONTEXT) for _ in range(6)]
        replies = await asyncio.gather(*requests)
        assert len(replies) == 6
        assert service.most_at_work == 2

    asyncio.run(run())


def test_a_light_request_waits_for_no_place() -> None:
    async def run() -> None:
        service = EchoService()
        desk = Desk(service, on_stop=lambda: None, max_at_work=1)
        context = RequestContext(cwd="/")
        busy = asyncio.create_task(desk.answer(PreloadRequest(task="sleep 30"), context))
        waiting = asyncio.create_task(desk.answer(PreloadRequest(task="x"), context))
        await asyncio.sleep(0)
        assert await asyncio.wait_for(desk.answer(PingRequest(), CONTEXT), 5) == {"pong": True}
        assert not waiting.done()
        context.cancelled.set()
        for task in (busy, waiting):
            task.cancel()
        await asyncio.gather(busy, waiting, return_exceptions=True)

    asyncio.run(run())


def test_a_stop_takes_effect_once_its_reply_is_out() -> None:
    async def run() -> None:
        stops: list[int] = []
        desk = Desk(EchoService(), on_stop=lambda: stops.append(1))
        await desk.answer(PingRequest(), CONTEXT)
        desk.sent()
        assert stops == []
        await desk.answer(StopRequest(), CONTEXT)
        assert stops == []
        desk.sent()
        assert stops == [1]

    asyncio.run(run())


def test_a_daemon_that_is_ending_says_so() -> None:
    async def run() -> None:
        desk = Desk(EchoService(), on_stop=lambda: None)
        desk.is_closing = True
        with pytest.raises(Unavailable, match="ending"):
            await desk.answer(PingRequest(), CONTEXT)

    asyncio.run(run())
