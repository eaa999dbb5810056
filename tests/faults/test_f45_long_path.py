"""F45: a socket path that is too long becomes a short one, the same on both sides."""

from __future__ import annotations

import os

from lctx.address import MAX_PATH_BYTES
from tests.support.processes import address, echo_daemon, end_daemon, run_client
from tests.support.serving import short_folder


def test_both_sides_find_the_short_path() -> None:
    with short_folder() as folder:
        home = os.path.join(folder, "h" * 150)
        runtime = os.path.join(folder, "runtime")
        os.mkdir(runtime, 0o700)
        with echo_daemon(home, XDG_RUNTIME_DIR=runtime):
            assert os.path.dirname(address(home)) == f"{runtime}/lctx"
            assert len(os.fsencode(address(home))) <= MAX_PATH_BYTES
            assert run_client(home, "ping", XDG_RUNTIME_DIR=runtime).stdout == "pong\n"
            # A client from another environment finds it by the lock.
            assert run_client(home, "ping", XDG_RUNTIME_DIR="/nowhere").stdout == "pong\n"
        end_daemon(home)
