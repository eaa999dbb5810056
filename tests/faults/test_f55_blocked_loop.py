"""F55: a blocked event loop sends no WATCHDOG=1, so that the supervisor restarts the daemon."""

from __future__ import annotations

import socket
import subprocess
import sys

from tests.support.processes import environment, instance
from tests.support.serving import short_folder

# `ping` blocks the loop from its third call on: the watchdog's own self-request among them.
BLOCKING = """
import sys, time
from lean_ctx_daemon.app import daemon
from tests.support.echo_service import EchoService

class Blocking(EchoService):
    n_pings = 0
    async def ping(self, request, context):
        self.n_pings += 1
        if self.n_pings > 2:
            time.sleep(600)
        return {}

sys.exit(daemon.main(["--foreground"], build=lambda _paths, _address: Blocking()))
"""


def test_the_watchdog_starves_when_the_loop_is_blocked() -> None:
    with short_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(f"{folder}/n")
        sock.settimeout(20)
        with instance() as home:
            more = {"NOTIFY_SOCKET": f"{folder}/n", "WATCHDOG_USEC": "150000"}
            process = subprocess.Popen(
                [sys.executable, "-c", BLOCKING], env=environment(home, **more)
            )
            with process:
                heard = [sock.recv(100) for _ in range(3)]
                assert heard == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
                sock.settimeout(0.5)  # ten intervals
                try:
                    late = sock.recv(100)
                except TimeoutError:
                    late = b""
                process.kill()
        assert late == b""
