"""F48: a process of another user is hung up on before a byte of it is parsed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import pytest

from tests.support.serving import json_peer, served

STRANGER = """
import os, socket, sys
os.setgid(12345); os.setuid(12345)
sock = socket.socket(socket.AF_UNIX)
sock.connect(sys.argv[1])
try:
    sock.sendall(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\\n')
    data = sock.recv(100)
except OSError:
    data = b""
print(data)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_stranger_gets_nothing_although_the_socket_lets_them_in() -> None:
    async def run() -> str:
        async with served() as here:
            os.chmod(os.path.dirname(here.path), 0o755)
            os.chmod(here.path, 0o666)
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", STRANGER, here.path, stdout=subprocess.PIPE
            )
            out, _ = await process.communicate()
            async with json_peer(here.path) as peer:
                assert (await peer.ask("ping"))["result"] == {"pong": True}
            return out.decode()

    assert asyncio.run(run()) == "b''\n"
