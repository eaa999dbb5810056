"""Who is at the other end: only our own user is served.

What it does not: authenticate anything finer. It fails closed: a kernel that does not tell is
treated as a stranger.

Tests: tests/server/test_peer.py
"""

from __future__ import annotations

import os
import select
import socket
import struct
import sys
from typing import Final, Protocol

_LINUX_UCRED: Final = struct.Struct("iII")  # pid, uid, gid
_DARWIN_LEVEL: Final = 0  # SOL_LOCAL
_DARWIN_OPTION: Final = 1  # LOCAL_PEERCRED
_DARWIN_XUCRED: Final = struct.Struct("IIh16I")  # version, uid, number of groups, groups


class OptionSocket(Protocol):
    """The one method that is needed: asyncio hands out a wrapper, not a socket."""

    def getsockopt(self, level: int, option: int, buffer_bytes: int, /) -> bytes:
        """As `socket.getsockopt`."""
        ...


def peer_uid(sock: OptionSocket) -> int | None:
    """User id of the process that connected, None when the kernel does not say."""
    try:
        if sys.platform == "darwin":
            data = sock.getsockopt(_DARWIN_LEVEL, _DARWIN_OPTION, _DARWIN_XUCRED.size)
            return int(_DARWIN_XUCRED.unpack(data)[1])
        data = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _LINUX_UCRED.size)
        return int(_LINUX_UCRED.unpack(data)[1])
    except (OSError, struct.error):
        return None


def is_hung_up(fd: int) -> bool:
    """Whether the peer is gone for good, and has not merely said all it had to say."""
    poll = select.poll()
    poll.register(fd, 0)  # POLLHUP is told unasked
    return any(events & (select.POLLHUP | select.POLLERR) for _, events in poll.poll(0))


def is_same_user(sock: OptionSocket) -> bool:
    """Whether the peer runs as the user the daemon runs as."""
    return peer_uid(sock) == os.geteuid()
