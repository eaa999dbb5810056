"""F42: many clients at once and no daemon: one daemon, and an answer for each."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.support.processes import client_command, daemon_pid, environment, instance


def daemons_of(home: str) -> list[int]:
    """The processes that run a daemon for the instance at `home`."""
    found = []
    for pid in filter(str.isdecimal, os.listdir("/proc")):
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            environ = Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            continue
        is_daemon = b"lean_ctx_daemon\0--foreground" in command
        if is_daemon and f"LCTX_HOME={home}\0".encode() in environ:
            found.append(int(pid))
    return found


def check(n_clients: int, bound_s: float) -> None:
    with instance() as home:
        began_s = time.monotonic()
        clients = [
            subprocess.Popen(
                client_command("ping"), env=environment(home), stdout=subprocess.PIPE, text=True
            )
            for _ in range(n_clients)
        ]
        answers = [client.communicate(timeout=60)[0] for client in clients]
        took_s = time.monotonic() - began_s
        assert answers == ["pong\n"] * n_clients
        if os.path.isdir("/proc"):
            assert daemons_of(home) == [daemon_pid(home)]
        assert Path(home, "lctxd.log").read_text().count("serves at") == 1
        assert took_s < bound_s


def test_thirty_clients_start_one_daemon() -> None:
    check(30, bound_s=30)


@pytest.mark.slow
def test_a_hundred_clients_start_one_daemon() -> None:
    check(100, bound_s=30)
