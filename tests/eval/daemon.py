"""A daemon of one's own for a measurement, and a JSON-RPC client that asks it as an editor would.

It runs under a temporary LCTX_HOME, so it neither sees nor disturbs the user's.

Tests: tests/eval/test_daemon.py
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

_START_TIMEOUT_S: Final = 30.0
_REPLY_TIMEOUT_S: Final = 600.0  # the first index of a large repository on a busy machine
_STOP_TIMEOUT_S: Final = 10.0


class RpcError(Exception):
    """The daemon answered with an error."""


class Client:
    """One connection: newline-delimited JSON-RPC 2.0, one request at a time."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(_REPLY_TIMEOUT_S)
        self._socket.connect(address)
        self._lines = self._socket.makefile("rb")
        self._last_id = 0

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """The result of `method`. Errors: RpcError with the daemon's message."""
        self._last_id += 1
        request = {"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        for line in self._lines:
            reply: dict[str, Any] = json.loads(line)
            if reply.get("id") != self._last_id:
                continue  # a progress notification
            if "error" in reply:
                raise RpcError(json.dumps(reply["error"], ensure_ascii=False))
            result: dict[str, Any] = reply["result"]
            return result
        raise RpcError("the daemon closed the connection")

    def close(self) -> None:
        """End the connection."""
        self._lines.close()
        self._socket.close()


@contextmanager
def running_daemon() -> Iterator[Client]:
    """A client of a new daemon, which ends, with its folder, when the context does."""
    home = tempfile.mkdtemp(prefix="lctx-eval-")
    environment = os.environ | {"LCTX_HOME": home, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "lean_ctx_daemon", "--foreground"]
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL)
    try:
        client = _connected(process, f"{home}/run/s")
        try:
            yield client
        finally:
            client.close()
    finally:
        process.terminate()
        try:
            process.wait(_STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        shutil.rmtree(home, ignore_errors=True)


def _connected(process: subprocess.Popen[bytes], address: str) -> Client:
    deadline = time.monotonic() + _START_TIMEOUT_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"the daemon ended at once, with status {process.returncode}")
        if Path(address).exists():
            try:
                return Client(address)
            except OSError:
                pass  # bound, not listening yet
        time.sleep(0.02)
    raise SystemExit(f"the daemon did not listen at {address} within {_START_TIMEOUT_S:.0f} s")
