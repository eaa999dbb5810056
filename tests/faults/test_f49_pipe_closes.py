"""F49: `lctx x | cat` that starts the daemon ends when the client ends."""

from __future__ import annotations

import subprocess
import time

from tests.support.processes import client_command, daemon_pid, environment, instance, is_alive


def test_the_daemon_holds_no_pipe_of_its_starter() -> None:
    with instance() as home:
        client = subprocess.Popen(
            client_command("ping"),
            env=environment(home),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        with client:
            assert client.wait(timeout=30) == 0
            ended_s = time.monotonic()
            assert client.stdout is not None
            assert client.stdout.read() == b"pong\n"
            assert time.monotonic() - ended_s < 1
        assert is_alive(daemon_pid(home))
