"""F24: the names of special tokens in a file are text like any other."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.server.service import PreloadRequest, ReadRequest, SyncRequest
from lean_ctx_daemon.tokens import count
from tests.support.spaces import at, repository, service

SPECIAL = ["<|endoftext|>", "<|endofprompt|>", "<|im_start|>", "<|fim_prefix|>"]


@pytest.mark.parametrize("name", SPECIAL)
def test_they_are_counted_as_their_characters(name: str) -> None:
    assert count(name) > 1
    assert count(f"a {name} b") >= count(name)


def test_a_file_with_them_is_indexed_shown_and_counted(tmp_path: Path) -> None:
    text = "def stop():\n" + "".join(f'    yield "{name}"\n' for name in SPECIAL)
    folder = repository(tmp_path / "r", {"stop.py": text})

    async def run() -> None:
        async with service(tmp_path / "home") as asked:
            await asked.sync(SyncRequest(root=str(folder)), at(folder))
            reply = await asked.preload(PreloadRequest("fix stop <|endoftext|>", None), at(folder))
            assert [file["path"] for file in reply["files"]] == ["stop.py"]
            assert all(name in reply["text"] for name in SPECIAL)
            assert reply["tokens"] == count(reply["text"])
            read = await asked.read(ReadRequest(["stop.py"], "full"), at(folder))
            assert read["files"][0]["text"] == text

    asyncio.run(run())
