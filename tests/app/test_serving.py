"""The daemon's life."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import pytest

from lean_ctx_daemon.app.lifecycle import claimed
from lean_ctx_daemon.app.serving import is_pinging, watched_identity
from tests.support.processes import address, echo_daemon, instance, is_answering, wait_until
from tests.support.serving import served, short_folder


def test_signals_end_it_cleanly() -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        with instance() as home, echo_daemon(home) as daemon:
            daemon.send_signal(number)
            assert daemon.wait(timeout=10) == 0
            assert not os.path.exists(address(home))
            assert "ended, with status 0" in Path(home, "lctxd.log").read_text()


def test_systemd_hears_when_it_is_ready_and_when_it_ends() -> None:
    with short_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(f"{folder}/n")
        sock.settimeout(20)
        more = {"NOTIFY_SOCKET": f"{folder}/n", "WATCHDOG_USEC": "300000"}
        with instance() as home, echo_daemon(home, **more) as daemon:
            assert sock.recv(100) == b"READY=1"
            assert is_answering(address(home))
            assert sock.recv(100) == b"WATCHDOG=1"
            assert sock.recv(100) == b"WATCHDOG=1"
            daemon.terminate()
            while (state := sock.recv(100)) == b"WATCHDOG=1":
                pass
            assert state == b"STOPPING=1"


def test_the_log_is_private_and_holds_no_content() -> None:
    with instance() as home, echo_daemon(home) as daemon:
        log = Path(home, "lctxd.log")
        wait_until(lambda: "serves at" in log.read_text())
        assert log.stat().st_mode & 0o077 == 0
        assert daemon.poll() is None


def test_a_ping_over_the_socket_tells_whether_the_loop_lives() -> None:
    async def run() -> None:
        async with served() as here:
            assert await is_pinging(here.path)
            path = here.path
        assert not await is_pinging(path)

    asyncio.run(run())


def test_who_lost_its_socket_is_told_to_stop_with_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> list[int]:
        codes: list[int] = []
        watch = asyncio.create_task(watched_identity(claim, codes.append, interval_s=0.01))
        await asyncio.sleep(0.05)
        assert codes == []
        os.unlink(claim.path)
        await asyncio.wait_for(watch, 10)
        return codes

    with short_folder() as folder:
        monkeypatch.setenv("LCTX_HOME", folder)
        claim = claimed()
        assert asyncio.run(run()) == [1]
        claim.release()
