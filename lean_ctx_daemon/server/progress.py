"""Progress messages on their way from whichever thread works to the loop that sends.

What it does not: format or send. Messages closer together than PROGRESS_INTERVAL_S are dropped
(the last one, done = total, never is), so that a fast loop cannot fill a connection.

Tests: tests/server/test_progress.py
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from lean_ctx_daemon.server.limits import PROGRESS_INTERVAL_S
from lean_ctx_daemon.server.service import Progress


def throttled(
    send: Progress,
    loop: asyncio.AbstractEventLoop,
    clock: Callable[[], float] = time.monotonic,
) -> Progress:
    """A progress callback for any thread that calls `send` on `loop`'s thread, not too often."""
    next_s = clock()

    def progress(message: str, done: int, total: int) -> None:
        nonlocal next_s
        now_s = clock()
        if now_s < next_s and done < total:
            return
        next_s = now_s + PROGRESS_INTERVAL_S
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(send, message, done, total)

    return progress
