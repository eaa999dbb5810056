"""F47: a runtime folder that others can write to, own, or redirect is refused, with the fix."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import environment, run_client
from tests.support.serving import short_folder


def open_to_all(run: Path) -> str:
    run.mkdir()
    run.chmod(0o777)
    return f"chmod 700 {run}"


def a_symlink(run: Path) -> str:
    target = run.with_name("target")
    target.mkdir(mode=0o700)
    run.symlink_to(target)
    return f"rm {run}"


def somebody_elses(run: Path) -> str:
    run.mkdir(mode=0o700)
    try:
        os.chown(run, 12345, -1)
    except PermissionError:
        pytest.skip("only root can give a folder away")
    return "belongs to uid 12345"


@pytest.mark.parametrize("make", [open_to_all, a_symlink, somebody_elses])
def test_client_and_daemon_refuse(make: object) -> None:
    assert callable(make)
    with short_folder() as home:
        fix = make(Path(home, "run"))
        done = run_client(home, "ping")
        assert done.returncode == 75
        assert fix in done.stderr
        assert done.stderr.count("\n") == 1
        daemon = subprocess.run(
            [sys.executable, "-m", "lean_ctx_daemon", "--foreground"],
            env=environment(home),
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
        assert daemon.returncode == 75
        assert fix in daemon.stderr
