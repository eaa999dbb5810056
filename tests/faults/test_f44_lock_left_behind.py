"""F44: a lock file that names a dead (or reused) process decides nothing; the lock itself does."""

from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path

import pytest

from lean_ctx_daemon.app.lifecycle import CannotStartError, claimed
from tests.support.processes import daemon_pid, echo_daemon, instance, run_client
from tests.support.serving import short_folder


def test_a_lock_file_with_a_living_pid_in_it_is_no_lock() -> None:
    with instance() as home:
        Path(home, "lock").write_text(f"{home}/run/s\n{os.getpid()}\n")
        with echo_daemon(home) as daemon:
            assert daemon_pid(home) == daemon.pid
            assert run_client(home, "ping").stdout == "pong\n"


def test_a_file_system_without_locks_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_flock(_fd: int, _operation: int) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", no_flock)
    with short_folder() as folder:
        monkeypatch.setenv("LCTX_HOME", folder)
        with pytest.raises(CannotStartError, match="set LCTX_HOME to a folder on a local disk"):
            claimed()
