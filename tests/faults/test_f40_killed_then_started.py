"""F40: after SIGKILL a stale socket is left; the next start replaces it."""

from __future__ import annotations

import os
import subprocess
import sys
import time

from tests.support.processes import (
    address,
    daemon_pid,
    echo_daemon,
    environment,
    instance,
    is_answering,
    run_client,
    wait_until,
)


def test_a_stale_socket_is_replaced() -> None:
    with instance() as home:
        with echo_daemon(home) as first:
            first.kill()
            first.wait()
            assert os.path.exists(address(home))
            assert not is_answering(address(home))
        with echo_daemon(home) as second:
            assert daemon_pid(home) == second.pid
            assert run_client(home, "ping").stdout == "pong\n"


def test_it_listens_again_soon() -> None:
    with instance() as home:
        with echo_daemon(home) as first:
            first.kill()
        command = [sys.executable, "-m", "tests.support.echo_daemon"]
        began_s = time.monotonic()
        with subprocess.Popen(command, env=environment(home)) as second:
            wait_until(lambda: is_answering(address(home)))
            took_s = time.monotonic() - began_s
            second.kill()
        assert took_s < 3  # our bound is 0.3 s; the rest is for a machine that is busy
