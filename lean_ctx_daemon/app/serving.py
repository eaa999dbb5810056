"""The daemon's life between READY and the end: one event loop, its signals, its self-checks.

Every CHECK_INTERVAL_S it looks whether lock and socket are still the files it made; when they are
not, nobody can find it any more, and it ends with a failure status so that a supervisor starts it
anew. WATCHDOG=1 is sent from the loop, after a `ping` of its own came back over the socket.

What it does not: answer requests. The end takes END_TIMEOUT_S at most: what hangs then is left to
the operating system, since a kill at any instant costs only recomputation.

Tests: tests/app/test_serving.py, tests/faults/test_f43_*.py, test_f54_*.py, test_f55_*.py
"""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import signal
import threading
from collections.abc import Callable
from typing import Final, NoReturn

from lctx import __version__
from lean_ctx_daemon.app import memory
from lean_ctx_daemon.app.cli import CommandLine
from lean_ctx_daemon.app.lifecycle import Claim
from lean_ctx_daemon.app.notify import notify, watchdog_interval_s
from lean_ctx_daemon.app.paths import Paths
from lean_ctx_daemon.server.desk import Desk
from lean_ctx_daemon.server.listen import Listener
from lean_ctx_daemon.server.service import Service

ServiceBuilder = Callable[[Paths, str], Service]

CHECK_INTERVAL_S: Final = 60.0  # gpg-agent looks as often
END_TIMEOUT_S: Final = 5.0
_CLOSE_TIMEOUT_S: Final = 3.0
_PING_TIMEOUT_S: Final = 5.0
_PING: Final = b'{"jsonrpc":"2.0","id":0,"method":"ping"}\n'

logger = logging.getLogger(__name__)


def serve(claim: Claim, paths: Paths, build: ServiceBuilder | None = None) -> NoReturn:
    """Serve until told to end, then end the process, with status 1 when we lost lock or socket.

    It does not return: threads that still compute are not waited for.
    """
    faulthandler.enable()
    code = asyncio.new_event_loop().run_until_complete(_life(claim, paths, build))
    logging.shutdown()
    os._exit(code)


async def _life(claim: Claim, paths: Paths, build: ServiceBuilder | None) -> int:
    end: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def stop(code: int = 0) -> None:
        if not end.done():
            end.set_result(code)

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop)
    service = (build or _builder())(paths, claim.path)
    desk = Desk(service, on_stop=stop)
    memory.prepared()
    listener = Listener(claim.sock, desk, CommandLine(desk))
    await listener.start()
    logger.info("lctxd %s serves at %s as process %d", __version__, claim.path, os.getpid())
    if not (claim.is_passed or os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("LCTX_HOME")):
        logger.info("no XDG_RUNTIME_DIR; `loginctl enable-linger` gives this account one for good")
    notify("READY=1")
    checks = [
        asyncio.create_task(watched_identity(claim, stop)),
        asyncio.create_task(_tidied_regularly()),
    ]
    if (interval_s := watchdog_interval_s()) is not None:
        checks.append(asyncio.create_task(_watchdog_fed(claim.path, interval_s)))
    code = await end
    notify("STOPPING=1")
    _end_at_the_latest(END_TIMEOUT_S, code)
    for check in checks:
        check.cancel()
    await listener.close()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(service.close(), _CLOSE_TIMEOUT_S)
    claim.release()
    logger.info("ended, with status %d", code)
    return code


def _builder() -> ServiceBuilder:
    from lean_ctx_daemon.app.service import build_service

    return build_service


async def watched_identity(
    claim: Claim, stop: Callable[[int], None], interval_s: float = CHECK_INTERVAL_S
) -> None:
    """Look every `interval_s` whether we can still be found, and `stop(1)` when not."""
    while claim.is_ours():  # noqa: ASYNC110  # no event tells
        await asyncio.sleep(interval_s)
    logger.error("lock or socket was removed or replaced: nobody finds this daemon any more")
    stop(1)


async def _tidied_regularly() -> None:
    while True:
        await asyncio.sleep(CHECK_INTERVAL_S)
        await asyncio.to_thread(memory.tidied)


async def _watchdog_fed(path: str, interval_s: float) -> None:
    while True:
        if await is_pinging(path):
            notify("WATCHDOG=1")
        await asyncio.sleep(interval_s)


async def is_pinging(path: str) -> bool:
    """Whether the daemon at `path` answers a `ping` over its socket."""
    try:
        async with asyncio.timeout(_PING_TIMEOUT_S):
            reader, writer = await asyncio.open_unix_connection(path)
            try:
                writer.write(_PING)
                return b'"result"' in await reader.readline()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return False


def _end_at_the_latest(timeout_s: float, code: int) -> None:
    """End the process after `timeout_s`, whatever a thread or a native call is busy with."""
    timer = threading.Timer(timeout_s, os._exit, args=(code,))
    timer.daemon = True
    timer.start()
