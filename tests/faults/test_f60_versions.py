"""F60: another minor version works; a daemon of another major one is restarted, once."""

from __future__ import annotations

import subprocess
import sys

from lctx import __version__
from tests.support.processes import (
    client_command,
    daemon_pid,
    echo_daemon,
    environment,
    instance,
    run_client,
    wait_until,
)

# A daemon, and a client, that say they are of another version.
OTHER_DAEMON = """
import sys
import lctx
lctx.__version__ = sys.argv[1]
from lean_ctx_daemon.app import daemon
from tests.support.echo_service import EchoService
sys.exit(daemon.main(["--foreground"], build=lambda _paths, _address: EchoService()))
"""
OTHER_CLIENT = """
import sys
import lctx
lctx.__version__ = sys.argv.pop(1)
from lctx.client import main
main()
"""


def test_another_minor_version_works() -> None:
    major = __version__.split(".")[0]
    with instance() as home, echo_daemon(home) as daemon:
        done = subprocess.run(
            [sys.executable, "-c", OTHER_CLIENT, f"{major}.99.0", "ping"],
            env=environment(home),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (0, "pong\n")
        assert daemon.poll() is None


def test_a_daemon_of_another_major_version_is_replaced() -> None:
    with instance() as home:
        old = subprocess.Popen(
            [sys.executable, "-c", OTHER_DAEMON, "99.0.0"], env=environment(home)
        )
        with old:
            wait_until(lambda: daemon_pid(home) == old.pid)
            done = run_client(home, "ping")
            assert (done.returncode, done.stdout, done.stderr) == (0, "pong\n", "")
            assert old.wait(timeout=20) == 0
        assert daemon_pid(home) not in {0, old.pid}


def test_a_client_whose_daemon_cannot_be_of_its_version_says_so_once() -> None:
    with instance() as home:
        done = subprocess.run(
            [sys.executable, "-c", OTHER_CLIENT, "99.0.0", "ping"],
            env=environment(home),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 75
        assert done.stderr.count("\n") == 1
        assert "99.0.0" in done.stderr
        assert __version__ in done.stderr
        assert client_command("stop")[-1] in done.stderr
