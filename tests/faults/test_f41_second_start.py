"""F41: a second daemon started by hand says so and ends well; the first keeps its clients."""

from __future__ import annotations

import subprocess
import sys

from tests.support.processes import daemon_pid, echo_daemon, environment, instance, run_client


def test_the_second_start_is_a_no_op() -> None:
    with instance() as home, echo_daemon(home) as first:
        command = [sys.executable, "-m", "lean_ctx_daemon", "--foreground"]
        done = subprocess.run(
            command, env=environment(home), capture_output=True, text=True, check=False, timeout=20
        )
        assert (done.returncode, done.stdout) == (0, f"already running, at {home}/run/s\n")
        assert daemon_pid(home) == first.pid
        assert run_client(home, "ping").stdout == "pong\n"
