"""`lctxd`: the options, the claim to be the daemon, and the log.

Without `--foreground` it starts a detached copy of itself and tells where that one listens. The
heavy half of the house is imported (by `serving`) only once lock and socket are ours, so that a
second start is over in milliseconds and a client can connect, and wait, from the first ones on.

What it does not: serve; app/serving.py does.

Tests: tests/app/test_daemon.py, tests/faults/test_f40_*.py, test_f41_*.py
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from typing import TYPE_CHECKING, Final, NoReturn

from lctx import __version__
from lctx.address import UnsafeError
from lctx.client import UnavailableError, connected
from lctx.spawn import start_daemon, startup_log_path
from lean_ctx_daemon.app import paths as places
from lean_ctx_daemon.app.lifecycle import AlreadyRunningError, CannotStartError, claimed

if TYPE_CHECKING:
    from lean_ctx_daemon.app.serving import ServiceBuilder

HELP: Final = f"""\
lctxd {__version__}: the daemon behind `lctx`, one per user.

usage: lctxd [--foreground]

It watches your repositories and answers `lctx` and editors over a socket of your own. There is
rarely a need to start it by hand: `lctx` does when none runs, and `lctx stop` ends it.

  --foreground  stay in the foreground, as systemd and launchd expect
  --version     print the version
  --help        print this

Environment: LCTX_HOME puts socket, lock, log, cache and configuration of a second instance
below one folder.
"""
EXIT_USAGE: Final = 2
EXIT_UNAVAILABLE: Final = 75
_MIN_OPEN_FILES: Final = 8192  # 4,000 connections and the watchers; the usual soft limit is 1,024
_LOG_BYTES: Final = 1 << 20


def main(argv: list[str], build: ServiceBuilder | None = None) -> int:
    """Run `lctxd` with the arguments `argv`; its exit code. `build` makes another Service."""
    match argv:
        case ["--help" | "-h"]:
            sys.stdout.write(HELP)
            return 0
        case ["--version"]:
            sys.stdout.write(f"lctxd {__version__}\n")
            return 0
        case [] | ["--foreground"]:
            run = _run_detached if not argv else _run_in_foreground
        case _:
            unknown = next((arg for arg in argv if arg != "--foreground"), argv[-1])
            sys.stderr.write(f"lctxd: unexpected argument {unknown!r}; see: lctxd --help\n")
            return EXIT_USAGE
    try:
        return run(build)
    except AlreadyRunningError as error:
        sys.stdout.write(f"already running, at {error}\n")
        return 0
    except (CannotStartError, UnavailableError, UnsafeError, OSError) as error:
        sys.stderr.write(f"lctxd: {error}\n")
        return EXIT_UNAVAILABLE


def _run_detached(_build: ServiceBuilder | None) -> int:
    sock = connected()
    if sock is not None:
        raise AlreadyRunningError(sock.getpeername())
    sock = start_daemon(connected)
    if sock is None:
        raise CannotStartError(f"the daemon did not start; see {startup_log_path()}")
    sys.stdout.write(f"running, at {sock.getpeername()}\n")
    return 0


def _run_in_foreground(build: ServiceBuilder | None) -> int:
    os.umask(0o077)
    os.chdir("/")  # the folder we were started in is not ours to keep busy
    _allow_open_files()
    folders = places.prepared(places.derived())
    for number in (signal.SIGTERM, signal.SIGINT):  # until the event loop takes them over
        signal.signal(number, _end_early)
    claim = claimed()
    try:
        _open_log(folders.log)

        from lean_ctx_daemon.app.serving import serve

        return serve(claim, folders, build)
    finally:
        claim.release()


def _end_early(_number: int, _frame: object) -> NoReturn:
    sys.exit(0)


def _allow_open_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MIN_OPEN_FILES if hard == resource.RLIM_INFINITY else min(_MIN_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _open_log(path: str) -> None:
    """Send this process's log to a file that cannot grow for ever. It never holds file contents."""
    import logging
    import logging.handlers

    handler = logging.handlers.RotatingFileHandler(
        path, maxBytes=_LOG_BYTES, backupCount=places.N_OLD_LOGS, encoding="utf-8", errors="replace"
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
