"""The options of `lctxd`."""

from __future__ import annotations

import subprocess
import sys

import pytest

from lctx import __version__
from lean_ctx_daemon.app import daemon
from tests.support.processes import echo_daemon, environment, instance

LIGHT_START = """
import sys
import lean_ctx_daemon.app.daemon
print(*sorted({"numpy", "asyncio", "click", "msgspec", "rich", "logging"} & set(sys.modules)))
"""


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert daemon.main(["--help"]) == 0
    assert "--foreground" in capsys.readouterr().out
    assert daemon.main(["--version"]) == 0
    assert capsys.readouterr().out == f"lctxd {__version__}\n"


@pytest.mark.parametrize("argv", [["--foregroud"], ["start"], ["--foreground", "x"]])
def test_what_is_not_understood_is_named(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert daemon.main(argv) == 2
    assert repr(argv[-1]) in capsys.readouterr().err


def test_the_detached_start_finds_the_daemon_that_runs() -> None:
    with instance() as home, echo_daemon(home):
        done = subprocess.run(
            [sys.executable, "-m", "lean_ctx_daemon"],
            env=environment(home),
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout == f"already running, at {home}/run/s\n"


def test_the_first_milliseconds_import_nothing_slow() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT_START],
        env=environment("/nowhere"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "\n"
