"""JSON-RPC on one connection."""

from __future__ import annotations

import asyncio

from lctx import __version__
from lean_ctx_daemon.server import session
from lean_ctx_daemon.server.limits import MAX_QUEUED
from tests.support.serving import json_peer, served


def test_calls_run_side_by_side_and_are_answered_as_they_finish() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_preload", "slow", task="sleep 0.1")
            peer.send("ping", "quick")
            assert [(await peer.receive()).get("id") for _ in range(1)] == ["quick"]
            assert (await peer.reply("slow"))["result"]["text"] == "sleep 0.1\n"

    asyncio.run(run())


def test_progress_comes_while_a_call_runs() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_preload", 1, task="sleep 0.1")
            message = await peer.receive()
            assert message["method"] == "$/progress"
            assert message["params"] == {"id": 1, "message": "sleeping", "done": 0, "total": 1}
            await peer.reply(1)

    asyncio.run(run())


def test_a_cancelled_call_ends_and_is_answered() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_preload", 1, task="sleep 30")
            await peer.receive()  # it is at work
            peer.send("$/cancelRequest", None, id=1)
            assert (await peer.reply(1))["error"]["code"] == session.CANCELLED
            assert here.service.n_cancelled == 1

    asyncio.run(run())


def test_a_call_cancelled_before_its_first_step_is_answered_too() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_preload", 1, task="sleep 30")
            peer.send("$/cancelRequest", None, id=1)
            assert (await peer.reply(1))["error"]["code"] == session.CANCELLED

    asyncio.run(run())


def test_cancelling_what_is_answered_or_wrong_harms_nothing() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("$/cancelRequest", None, id=99)
            error = (await peer.ask("$/cancelRequest", 2, wrong=1))["error"]
            assert error["code"] == session.INVALID_PARAMS
            assert (await peer.ask("ping", 3))["result"] == {"pong": True}

    asyncio.run(run())


def test_a_peer_that_hangs_up_cancels_its_calls() -> None:
    async def run() -> None:
        async with served() as here:
            async with json_peer(here.path) as peer:
                peer.send("ctx_preload", 1, task="sleep 30")
                await peer.receive()
            while here.service.n_at_work or here.listener.n_connections:
                await asyncio.sleep(0.01)
            assert here.service.n_cancelled == 1

    asyncio.run(asyncio.wait_for(run(), 10))


def test_too_many_unanswered_calls_are_refused() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            for request_id in range(MAX_QUEUED + 1):
                peer.send("ctx_preload", request_id, task="sleep 30")
            error = (await peer.reply(MAX_QUEUED))["error"]
            assert error["code"] == session.UNAVAILABLE
            assert "unanswered" in error["message"]

    asyncio.run(run())


def test_an_id_that_is_in_use_is_refused() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_preload", 1, task="sleep 30")
            peer.send("ping", 1)
            error = (await peer.reply(1))["error"]
            assert error["code"] == session.INVALID_PARAMS

    asyncio.run(run())


def test_errors_carry_code_and_hint() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            error = (await peer.ask("ctx_preload", 1, task="refuse"))["error"]
            assert error == {
                "code": session.REFUSED,
                "message": "no",
                "data": {"hint": "ask otherwise"},
            }
            error = (await peer.ask("nothing", 2))["error"]
            assert error["code"] == session.METHOD_NOT_FOUND

    asyncio.run(run())


def test_hello_says_where_relative_paths_count_from() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            hello = await peer.ask("hello", 1, cwd="/repo", session="s1")
            assert hello["result"] == {"version": __version__}
            status = (await peer.ask("ctx_status", 2))["result"]
            assert (status["cwd"], status["session"]) == ("/repo", "s1")
            error = (await peer.ask("hello", 3, cwd=7))["error"]
            assert error["code"] == session.INVALID_PARAMS

    asyncio.run(run())


def test_a_notification_gets_no_reply() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send("ctx_sync", None)
            peer.send("unknown", None)
            peer.send("ping", 5)
            assert (await peer.receive())["id"] == 5

    asyncio.run(run())


def test_shutdown_is_answered_before_it_takes_effect() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            assert (await peer.ask("shutdown"))["result"] == {"stopping": True}
            await asyncio.sleep(0.01)
            assert here.stops == ["stop"]

    asyncio.run(run())


def test_a_line_that_is_no_request_is_answered_and_the_next_one_served() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send_raw(b"{oops}\n[1]\n")
            assert (await peer.receive())["error"]["code"] == session.PARSE_ERROR
            assert (await peer.receive())["error"]["code"] == session.INVALID_REQUEST
            assert (await peer.ask("ping", 5))["result"] == {"pong": True}

    asyncio.run(run())


def test_a_peer_that_sends_only_nonsense_is_hung_up_on() -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            peer.send_raw(b"{\n" * 100)
            rest = await asyncio.wait_for(peer.reader.read(), 10)
            assert b"were no requests" in rest

    asyncio.run(run())
