"""Starting a daemon, and waiting for its end."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from lctx import spawn


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("LCTX_HOME", str(tmp_path))
    return tmp_path


def test_who_finds_a_daemon_starts_none(home: Path) -> None:
    assert spawn.start_daemon(lambda: "found") == "found"
    assert not Path(spawn.startup_log_path()).exists()
    assert (home / "starting").exists()


def test_who_is_not_the_starter_waits_for_the_one_who_is(home: Path) -> None:
    answers = iter([None, None, "found"])
    with open(home / "starting", "ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert spawn.start_daemon(lambda: next(answers)) == "found"
        assert spawn.start_daemon(lambda: None, timeout_s=0.05) is None
    assert not Path(spawn.startup_log_path()).exists()


def test_a_daemon_that_fails_is_not_waited_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert spawn.start_daemon(lambda: None, timeout_s=60) is None
    assert (home / "startup.log").exists()


def test_the_daemon_gets_nothing_of_ours(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    probe = home / "probe"
    probe.write_text(f"#!/bin/sh\nexec 2>&1\n(pwd; ls /proc/self/fd; env) > {home}/seen\nexit 1\n")
    probe.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(probe))
    for name in ("GIT_DIR", "LISTEN_FDS", "NOTIFY_SOCKET", "LCTX_SESSION"):
        monkeypatch.setenv(name, "x")
    monkeypatch.setenv("KEPT", "yes")
    with open(os.devnull, "rb") as open_file:
        os.set_inheritable(open_file.fileno(), True)  # noqa: FBT003
        spawn.start_daemon(lambda: None, timeout_s=60)
    folder, *rest = (home / "seen").read_text().split("\n")
    assert folder == "/"
    assert "KEPT=yes" in rest
    assert not any(line.startswith(("GIT_", "LISTEN_", "NOTIFY_", "LCTX_SES")) for line in rest)
    assert {line for line in rest if line.isdecimal()} <= {"0", "1", "2", "3"}  # 3: ls itself


def test_gone_is_when_nobody_holds_the_lock(home: Path) -> None:
    assert spawn.is_gone(timeout_s=0)
    with open(home / "lock", "ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert not spawn.is_gone(timeout_s=0.05)
    assert spawn.is_gone(timeout_s=0)
