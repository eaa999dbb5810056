"""F54: SIGTERM in the middle of work, and a Service that hangs: the end comes within seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.support.processes import (
    address,
    client_command,
    echo_daemon,
    environment,
    instance,
    is_answering,
    wait_until,
)

# A Service whose work looks at nothing and whose `close` never comes back.
STUBBORN = """
import asyncio, sys, threading, time
from lean_ctx_daemon.app import daemon
from tests.support.echo_service import EchoService

class Stubborn(EchoService):
    async def preload(self, request, context):
        await asyncio.to_thread(time.sleep, 600)
    async def close(self):
        await asyncio.Event().wait()

sys.exit(daemon.main(["--foreground"], build=lambda _paths, _address: Stubborn()))
"""


def test_callers_are_told_and_the_socket_is_gone() -> None:
    with instance() as home, echo_daemon(home) as daemon:
        client = subprocess.Popen(
            client_command("preload", "sleep 60"), env=environment(home), stderr=subprocess.PIPE
        )
        with client:
            time.sleep(0.3)
            began_s = time.monotonic()
            daemon.terminate()
            assert daemon.wait(timeout=20) == 0
            assert time.monotonic() - began_s < 5
            assert client.wait(timeout=20) == 75
            assert client.stderr is not None
            assert b"the daemon is ending" in client.stderr.read()
        assert not os.path.exists(address(home))


def test_what_hangs_is_not_waited_for() -> None:
    with instance() as home:
        daemon = subprocess.Popen([sys.executable, "-c", STUBBORN], env=environment(home))
        with daemon:
            wait_until(lambda: is_answering(address(home)))
            client = subprocess.Popen(
                client_command("preload", "x"), env=environment(home), stderr=subprocess.DEVNULL
            )
            with client:
                time.sleep(1)
                began_s = time.monotonic()
                daemon.terminate()
                assert daemon.wait(timeout=20) == 0
                assert (
                    time.monotonic() - began_s < 6
                )  # our bound is 5 s, the rest for a busy machine
                assert client.wait(timeout=20) == 75
        assert not os.path.exists(address(home))
