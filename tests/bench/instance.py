"""A daemon to be measured: starting and stopping it, its processes, memory and wake-ups.

Tests: tests/bench/test_bench.py
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Final

from tests.eval.daemon import Client
from tests.support.processes import (
    address,
    client_command,
    daemon_pid,
    end_daemon,
    environment,
    is_answering,
    run_client,
    wait_until,
)

PROC: Final = Path("/proc")


class Instance:
    """The daemon below one LCTX_HOME; `start` after `kill` is a restart."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.pid = 0

    def start(self) -> Client:
        """Start it as a client does; a connection to it."""
        run_client(self.home, "ping").check_returncode()
        self.pid = daemon_pid(self.home)
        return self.connection()

    def connection(self) -> Client:
        """Another connection."""
        return Client(address(self.home))

    def kill(self) -> None:
        """End it the hard way."""
        end_daemon(self.home)
        wait_until(lambda: not is_answering(address(self.home)))  # its last thread closes it

    def ping_process_ms(self) -> float:
        """Wall time of a whole `lctx ping`."""
        return process_ms(client_command("ping"), environment(self.home))

    def processes(self) -> list[int]:
        """The daemon and its children."""
        children = PROC / str(self.pid) / "task"
        found = [int(pid) for task in children.iterdir() for pid in _children(task)]
        return [self.pid, *found]

    def memory_mb(self) -> float:
        """Resident memory of the daemon and its workers, shared pages counted in each."""
        return sum(_status(PROC / str(pid), "VmRSS:") for pid in self.processes()) / 1024

    def wake_ups(self) -> int:
        """How often any thread of the daemon or a worker has given up a processor so far."""
        names = ("voluntary_ctxt_switches:",)
        tasks = [t for pid in self.processes() for t in (PROC / str(pid) / "task").iterdir()]
        return sum(_status(task, name) for task in tasks for name in names)


def process_ms(command: list[str], env: dict[str, str] | None = None) -> float:
    """Wall time of one process."""
    began_s = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - began_s) * 1000


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except OSError:
        return []


def _status(process: Path, name: str) -> int:
    try:
        lines = (process / "status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)
