"""F53: an exception in a handler is an error reply, a traceback in the log, and nothing more."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.server import session
from tests.support.processes import echo_daemon, instance, run_client
from tests.support.serving import json_peer, outcome, served


def test_the_caller_gets_an_error_with_its_id_and_the_log_the_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def run() -> None:
        async with served() as here, json_peer(here.path) as peer:
            error = (await peer.ask("ctx_preload", 7, task="fail"))["error"]
            assert error["code"] == session.INTERNAL_ERROR
            assert "secret" not in error["message"]
            code, out, err = await outcome(here.path, ["preload", "fail"])
            assert (code, out) == (1, "")
            assert "log tells more" in err
            assert "secret" not in err
            assert (await peer.ask("ping", 8))["result"] == {"pong": True}

    asyncio.run(run())
    assert caplog.text.count("RuntimeError: the secret of the traceback") == 2


def test_the_daemon_lives_on() -> None:
    with instance() as home, echo_daemon(home) as daemon:
        assert run_client(home, "preload", "fail").returncode == 1
        assert run_client(home, "ping").stdout == "pong\n"
        assert daemon.poll() is None
        assert "RuntimeError" in Path(home, "lctxd.log").read_text()
