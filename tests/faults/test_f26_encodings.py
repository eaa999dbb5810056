"""F26: whatever the bytes of a file are, it is classified, the same way every time, and shown."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.server.service import ReadRequest
from tests.support.spaces import at, repository, service, workspace

TEXT = 'NAME = "Müller"\n\n\ndef greet():\n    return NAME\n'
BYTES = {
    "empty.py": b"",
    "nul.py": b"a = 1\0\n",
    "utf16.py": TEXT.encode("utf-16"),
    "utf16be.py": b"\xfe\xff" + TEXT.encode("utf-16-be"),
    "bom.py": b"\xef\xbb\xbf" + TEXT.encode(),
    "latin1.py": TEXT.encode("latin-1"),
    "cp1252.py": b"# \x93quoted\x94\ndef greet():\n    pass\n",
    "mixed.py": b"def greet():\r\n    pass\r# odd\ndef last():\n    pass",
    "cut.py": b"def greet():\n    return '\xe2\x82",
    "surrogate.py": b"def greet():\n    return '\xed\xa0\x80'\n",
}


def filled(folder: Path) -> Path:
    repository(folder, {})
    for name, data in BYTES.items():
        (folder / name).write_bytes(data)
    return folder


def test_all_are_classified_alike_each_time(tmp_path: Path) -> None:
    folder = filled(tmp_path / "r")

    async def classified() -> dict[str, object]:
        async with workspace(folder) as space:
            files = space.root.snapshot.files
            assert set(files) == set(BYTES)
            return {
                path: entry.skip or (entry.facts and [s.name for s in entry.facts.symbols])
                for path, entry in files.items()
            }

    first = asyncio.run(classified())
    assert first == asyncio.run(classified())
    assert first["nul.py"] is SkipReason.BINARY
    assert first["empty.py"] == []
    assert all("greet" in str(first[path]) for path in BYTES.keys() - {"nul.py", "empty.py"})


@pytest.mark.parametrize("path", sorted(BYTES.keys() - {"nul.py"}))
def test_each_is_shown_in_every_mode(tmp_path: Path, path: str) -> None:
    folder = filled(tmp_path / "r")

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            modes = ["auto", "full", "map", "signatures", "reference"]
            for mode in [*modes, "lines:1-2"] if BYTES[path] else modes:
                read = await asked.read(ReadRequest([path], mode), at(folder))
                read["files"][0]["text"].encode()

    asyncio.run(run())
