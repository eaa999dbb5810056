"""F43: a socket that was unlinked or replaced is noticed; the daemon ends with a failure."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable

import pytest

from lean_ctx_daemon.app.lifecycle import claimed
from lean_ctx_daemon.app.serving import CHECK_INTERVAL_S, watched_identity
from tests.support.serving import short_folder


def unlinked(path: str) -> None:
    os.unlink(path)


def replaced(path: str) -> None:
    os.unlink(path)
    with socket.socket(socket.AF_UNIX) as thief:
        thief.bind(path)


@pytest.mark.parametrize("steal", [unlinked, replaced])
def test_a_lost_socket_ends_the_daemon_with_a_failure(
    steal: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[int] = []
    with short_folder() as folder:
        monkeypatch.setenv("LCTX_HOME", folder)
        claim = claimed()
        steal(claim.path)
        asyncio.run(asyncio.wait_for(watched_identity(claim, codes.append, interval_s=0.01), 10))
        claim.release()
    assert codes == [1]


def test_it_is_noticed_within_a_minute() -> None:
    assert CHECK_INTERVAL_S <= 60
