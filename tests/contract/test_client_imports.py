"""What a start of the client imports beyond a `pass`: the product's latency."""

from __future__ import annotations

import subprocess
import sys

from tests.support.processes import echo_daemon, environment, instance

ALLOWED = {"_socket", "pwd", "lctx", "lctx.address", "lctx.client", "lctx.wire"}
SCRIPT = """
import os, sys
baseline = set(sys.modules)
from lctx.client import exit_code
code = exit_code(sys.argv[1:])
sys.stderr.write(" ".join(sorted(set(sys.modules) - baseline)))
os._exit(code)
"""


def test_a_ping_imports_the_socket_and_ourselves() -> None:
    with instance() as home, echo_daemon(home):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, "ping"],
            env=environment(home),
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout == "pong\n"
    assert set(done.stderr.split()) <= ALLOWED
