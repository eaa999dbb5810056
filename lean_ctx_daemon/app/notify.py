"""Telling systemd how the daemon is: READY=1, STOPPING=1, WATCHDOG=1.

What it does not: anything at all when no supervisor asked (`$NOTIFY_SOCKET` is unset).

Tests: tests/app/test_notify.py
"""

from __future__ import annotations

import contextlib
import os
import socket


def notify(state: str) -> None:
    """Send one state line, if somebody listens. A supervisor that is gone is no error of ours."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    if address.startswith("@"):  # Linux' abstract names
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.sendto(state.encode(), address)


def watchdog_interval_s() -> float | None:
    """How often WATCHDOG=1 is due (a third of what systemd allows), None when it watches not."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    pid = os.environ.get("WATCHDOG_PID", str(os.getpid()))
    if not microseconds.isdecimal() or pid != str(os.getpid()):
        return None
    return int(microseconds) / 3e6 or None
