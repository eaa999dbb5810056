"""F28: a file that is replaced or overwritten while it is read: what was read is one of its
contents, under the signature that belongs to it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import Refused, Signature
from lean_ctx_daemon.roots.reading import read_file, signature_of

SECONDS = 1.0
N_BYTES = 300_000
WRITER = """
import os, sys
path, way, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
print("writing", flush=True)
while True:
    for letter in b"ab":
        data = bytes([letter]) * size
        if way == "replaced":
            with open(path + "~", "wb") as file:
                file.write(data)
            os.replace(path + "~", path)
        else:  # the size never changes, and half of it is old for a while
            with open(path, "r+b", buffering=0) as file:
                file.write(data[:size // 2])
                file.write(data[size // 2:])
"""


@pytest.mark.parametrize("way", ["replaced", "overwritten"])
def test_never_half_of_one_and_half_of_another(tmp_path: Path, way: str) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"a" * N_BYTES)
    root = str(tmp_path)
    seen: dict[Signature, bytes] = {}
    argv = [sys.executable, "-c", WRITER, str(path), way, str(N_BYTES)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        end_s = time.monotonic() + SECONDS
        while time.monotonic() < end_s:
            try:
                data, signature = read_file(root, "a.py", 1 << 20)
            except Refused as refused:
                assert "while it is read" in refused.message  # noqa: PT017 - what is allowed
                continue
            assert len(data) == N_BYTES == signature.size
            if way == "replaced":
                assert len(set(data)) == 1
                assert seen.setdefault(signature, data) == data
        writer.kill()
    data, signature = read_file(root, "a.py", 1 << 20)
    assert signature == signature_of(root, "a.py")
    assert data == path.read_bytes()
