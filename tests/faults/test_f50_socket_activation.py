"""F50: a daemon that was handed its socket leaves it, and a client's daemon gives way to it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from tests.support.processes import (
    address,
    daemon_pid,
    echo_daemon,
    environment,
    instance,
    run_client,
    wait_until,
)

# What systemd does: the socket is descriptor 3, and the variables name the process itself.
ACTIVATED = """
import os, sys
os.environ["LISTEN_PID"] = str(os.getpid())
os.environ["LISTEN_FDS"] = "1"
os.dup2(int(sys.argv[1]), 3)
os.execv(sys.executable, [sys.executable, "-m", "tests.support.echo_daemon"])
"""


def activated(home: str, sock: socket.socket) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", ACTIVATED, str(sock.fileno())],
        env=environment(home),
        pass_fds=[sock.fileno()],
    )


def passed_socket(home: str) -> socket.socket:
    Path(home, "run").mkdir(mode=0o700, exist_ok=True)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.bind(f"{home}/run/s")
    sock.listen(128)
    return sock


def test_the_socket_file_survives_and_the_next_connection_starts_a_daemon() -> None:
    with instance() as home, passed_socket(home) as sock:
        for _ in range(2):
            with activated(home, sock) as daemon:
                assert run_client(home, "ping").stdout == "pong\n"
                daemon.send_signal(signal.SIGTERM)
                assert daemon.wait(timeout=20) == 0
            assert os.path.exists(address(home))


def test_a_daemon_that_a_client_started_gives_way_to_the_supervisors() -> None:
    with instance() as home, echo_daemon(home) as first:
        other = f"{home}/other"
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.bind(other)
            sock.listen(128)
            with activated(home, sock) as second:
                assert first.wait(timeout=20) == 0
                wait_until(lambda: daemon_pid(home) == second.pid)
                assert address(home) == other
                second.kill()
