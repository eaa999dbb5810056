"""F57: a client whose folder is gone works with absolute paths; the daemon keeps none busy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.support.processes import (
    client_command,
    daemon_pid,
    echo_daemon,
    environment,
    instance,
)

# Delete the folder we stand in, then become the client.
DELETED = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"


def run_in_deleted_folder(home: str, *argv: str) -> subprocess.CompletedProcess[str]:
    folder = Path(home, "doomed")
    folder.mkdir()
    return subprocess.run(
        [sys.executable, "-c", DELETED, *client_command(*argv)],
        env=environment(home),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def test_absolute_paths_work_and_relative_ones_are_a_clear_error() -> None:
    with instance() as home, echo_daemon(home):
        done = run_in_deleted_folder(home, "read", "-m", "full", "/a")
        assert (done.returncode, done.stdout, done.stderr) == (0, "text of /a\n", "")
        done = run_in_deleted_folder(home, "read", "a")
        assert done.returncode == 1
        assert done.stderr == "lctx: a relative path, and no folder\n      give an absolute path\n"


def test_a_daemon_started_from_a_deleted_folder_stands_at_the_root() -> None:
    with instance() as home:
        done = run_in_deleted_folder(home, "ping")
        assert (done.returncode, done.stdout) == (0, "pong\n")
        if os.path.isdir("/proc"):
            assert os.readlink(f"/proc/{daemon_pid(home)}/cwd") == "/"
