"""Progress between threads."""

from __future__ import annotations

import asyncio
import threading

from lean_ctx_daemon.server.limits import PROGRESS_INTERVAL_S
from lean_ctx_daemon.server.progress import throttled

Message = tuple[str, int, int]


def test_messages_are_spread_and_the_last_one_comes() -> None:
    sent: list[Message] = []
    now_s = 0.0

    async def run() -> None:
        nonlocal now_s
        loop = asyncio.get_running_loop()
        progress = throttled(lambda *message: sent.append(message), loop, clock=lambda: now_s)
        for done in range(10):
            progress("files", done, 10)
        now_s += PROGRESS_INTERVAL_S
        progress("files", 9, 10)
        progress("files", 10, 10)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert sent == [("files", 0, 10), ("files", 9, 10), ("files", 10, 10)]


def test_it_may_be_called_from_any_thread_and_after_the_end() -> None:
    threads: list[int] = []

    async def run() -> threading.Thread:
        loop = asyncio.get_running_loop()
        progress = throttled(lambda *_message: threads.append(threading.get_ident()), loop)
        await asyncio.to_thread(progress, "files", 1, 2)
        await asyncio.sleep(0.01)
        return threading.Thread(target=progress, args=("files", 2, 2))

    late = asyncio.run(run())
    late.start()
    late.join()
    assert threads == [threading.get_ident()]
