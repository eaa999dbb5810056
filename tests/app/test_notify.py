"""What systemd hears."""

from __future__ import annotations

import os
import socket
import sys

import pytest

from lean_ctx_daemon.app.notify import notify, watchdog_interval_s
from tests.support.serving import short_folder


def test_a_state_goes_to_the_socket_that_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with short_folder() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(f"{folder}/n")
        monkeypatch.setenv("NOTIFY_SOCKET", f"{folder}/n")
        notify("READY=1")
        assert sock.recv(100) == b"READY=1"


@pytest.mark.skipif(sys.platform != "linux", reason="abstract names are Linux'")
def test_abstract_names_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.bind(f"\0lctx-test-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@lctx-test-{os.getpid()}")
        notify("STOPPING=1")
        assert sock.recv(100) == b"STOPPING=1"


@pytest.mark.parametrize("value", ["", "relative", "/nowhere/at/all"])
def test_nobody_who_listens_is_no_error(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", value)
    notify("READY=1")


@pytest.mark.parametrize(
    ("microseconds", "pid", "interval_s"),
    [("60000000", None, 20.0), ("60000000", "1", None), ("", None, None), ("0", None, None)],
)
def test_the_watchdog_is_fed_thrice_as_often_as_it_looks(
    monkeypatch: pytest.MonkeyPatch, microseconds: str, pid: str | None, interval_s: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", microseconds)
    if pid is None:
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
    else:
        monkeypatch.setenv("WATCHDOG_PID", pid)
    assert watchdog_interval_s() == interval_s
