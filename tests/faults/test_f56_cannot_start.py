"""F56: a daemon that dies at every start: the client says so in one line and exits 75, soon."""

from __future__ import annotations

import time
from pathlib import Path

from tests.support.processes import REPOSITORY, run_client
from tests.support.serving import short_folder


def test_the_client_gives_up_with_one_line_and_the_way_out() -> None:
    with short_folder() as folder:
        broken = Path(folder, "broken")
        (broken / "lean_ctx_daemon").mkdir(parents=True)
        (broken / "lean_ctx_daemon" / "__init__.py").touch()
        (broken / "lean_ctx_daemon" / "__main__.py").write_text("raise SystemExit('broken')\n")
        began_s = time.monotonic()
        done = run_client(
            f"{folder}/home", "ping", PYTHONPATH=f"{broken}:{REPOSITORY}:{REPOSITORY}/client"
        )
        assert time.monotonic() - began_s < 5
        assert done.returncode == 75
        assert done.stderr.count("\n") == 1
        assert "startup.log" in done.stderr
        assert "lctxd --foreground" in done.stderr
        assert Path(folder, "home", "startup.log").read_text() == "broken\n"


def test_the_unit_stops_trying_after_five_starts_in_five_minutes() -> None:
    unit = (REPOSITORY / "systemd" / "lctx.service").read_text()
    head = unit.partition("[Service]")[0]
    assert "StartLimitIntervalSec=300\nStartLimitBurst=5\n" in head
