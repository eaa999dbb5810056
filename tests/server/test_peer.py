"""Who is at the other end."""

from __future__ import annotations

import os
import socket
import struct

import pytest

from lean_ctx_daemon.server import peer


class StrangerSocket:
    """A socket whose kernel names another user."""

    def getsockopt(self, _level: int, _option: int, _buffer_bytes: int, /) -> bytes:
        return struct.pack("iII", 1, os.geteuid() + 1, 1)


class SilentSocket:
    """A socket whose kernel tells nothing."""

    def getsockopt(self, _level: int, _option: int, _buffer_bytes: int, /) -> bytes:
        raise OSError


def test_a_socket_of_ours_is_ours() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        assert peer.peer_uid(ours) == os.geteuid()
        assert peer.is_same_user(ours)


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="the bytes are Linux'")
def test_another_user_is_a_stranger() -> None:
    assert not peer.is_same_user(StrangerSocket())


def test_who_is_not_known_is_a_stranger() -> None:
    assert peer.peer_uid(SilentSocket()) is None
    assert not peer.is_same_user(SilentSocket())
