"""Reading one file, and the words for what cannot be read."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from lean_ctx_daemon import tokens
from lean_ctx_daemon.app.reader import FileReader
from lean_ctx_daemon.core.types import BadRequest, Refused, SkipReason
from lean_ctx_daemon.server.service import ReadRequest
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import at, repository, workspaces

CODE = "import os\n\n\ndef answer():\n    return 42\n"


async def read(reader: FileReader, cwd: Path, *paths: str, **options: Any) -> list[dict[str, Any]]:
    return await reader.read_all(ReadRequest(paths=list(paths), **options), at(cwd))


def test_a_file_is_shown_as_it_is_now(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": CODE})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            reader = FileReader(spaces, tokens.count)
            (shown,) = await read(reader, folder, "a.py", mode="full")
            assert (shown["path"], shown["mode"], shown["text"]) == ("a.py", "full", CODE)
            assert shown["tokens"] == shown["original_tokens"] == tokens.count(CODE)
            assert shown["ranges"] == [[1, 5]]
            for text in ("x = 1\n", "y = 2\n"):
                (folder / "a.py").write_text(text)
                assert (await read(reader, folder, "a.py"))[0]["text"] == text
            (folder / "b.py").write_text("new = 1\n")
            assert (await read(reader, folder, "b.py"))[0]["text"] == "new = 1\n"
            space = await spaces.opened(None, None, at(folder))
            assert "b.py" in space.root

    asyncio.run(run())


def test_modes_and_tasks_choose_what_is_shown(tmp_path: Path) -> None:
    body = "".join(f"def f{n}():\n    value = {n}\n    return value\n\n\n" for n in range(40))
    folder = repository(tmp_path / "r", {"a.py": body})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            reader = FileReader(spaces, tokens.count)
            (lines,) = await read(reader, folder, "a.py", mode="lines:1-2")
            assert lines["text"] == "def f0():\n    value = 0\n"
            (signatures,) = await read(reader, folder, "a.py", mode="signatures")
            assert "def f39" in signatures["text"]
            assert "return" not in signatures["text"]
            (task,) = await read(reader, folder, "a.py", mode="task", task="f7 is wrong")
            assert "value = 7\n" in task["text"]
            with pytest.raises(BadRequest, match="200 lines"):
                await read(reader, folder, "a.py", mode="lines:900-901")

    asyncio.run(run())


def test_an_ignored_file_is_read_when_named_and_stays_out_of_the_index(tmp_path: Path) -> None:
    ignores = "build/\n"
    folder = repository(tmp_path / "r", {".gitignore": ignores, "build/a.py": CODE})
    (folder / "build" / ".env").write_text("KEY=1\n")
    (folder / "build" / "raw.bin.py").write_bytes(b"a\0b")

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            space = await spaces.ready(None, None, at(folder))
            reader = FileReader(spaces, tokens.count)
            assert (await read(reader, folder, "build/a.py", mode="full"))[0]["text"] == CODE
            assert "build/a.py" not in space.root
            with pytest.raises(Refused, match="looks like a secret"):
                await read(reader, folder, "build/.env")
            with pytest.raises(Refused, match="is binary"):
                await read(reader, folder, "build/raw.bin.py")

    asyncio.run(run())


def odd_files(folder: Path) -> None:
    (folder / "image.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    (folder / "nul.py").write_bytes(b"a = '\0'\n")
    (folder / ".env").write_text("KEY=1\n")
    os.mkfifo(folder / "pipe.py")
    (folder / "link.py").symlink_to("a.py")
    (folder / "out.py").symlink_to("/etc/hostname")
    (folder / "broken.py").symlink_to("nowhere.py")
    with (folder / "huge.py").open("wb") as huge:
        huge.truncate(200 << 20)


@pytest.mark.parametrize("is_indexed", [True, False])
def test_what_has_no_answer_says_why_and_the_next_one_is_answered(
    tmp_path: Path, *, is_indexed: bool
) -> None:
    folder = repository(tmp_path / "r", {"a.py": CODE, "sub/b.py": ""})
    odd_files(folder)
    sentences = {
        "missing.py": f"missing.py does not exist in {folder}",
        "broken.py": f"nowhere.py does not exist in {folder}",
        "sub": "sub is a directory",
        ".": "the root is a directory",
        "image.png": "image.png is binary",
        "nul.py": "nul.py is binary",
        ".env": ".env looks like a secret and is never read",
        "pipe.py": "pipe.py is not a regular file",
        "huge.py": "huge.py is too large (209,715,200 bytes; the limit is 2,097,152)",
        "../x.py": "../x.py lies outside every root",
        "/etc/passwd": "/etc/passwd lies outside every root",
        "out.py": "out.py lies outside every root",
    }

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            if is_indexed:
                await spaces.ready(None, None, at(folder))
            reader = FileReader(spaces, tokens.count)
            for path, sentence in sentences.items():
                with pytest.raises(Refused) as caught:
                    await read(reader, folder, path)
                assert caught.value.message == sentence
                assert caught.value.hint
            found = await read(reader, folder, *sentences, "a.py")
            assert [file["error"] for file in found[:-1]] == list(sentences.values())
            assert [file["path"] for file in found] == [*sentences, "a.py"]
            assert found[-1]["text"] == CODE
            assert (await read(reader, folder, "link.py"))[0]["path"] == "a.py"

    asyncio.run(run())


def test_a_file_that_became_readable_is_read(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"a.py": "\0"})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            space = await spaces.ready(None, None, at(folder))
            assert space.root.skip_reason("a.py") is SkipReason.BINARY
            reader = FileReader(spaces, tokens.count)
            (folder / "a.py").write_text(CODE)
            assert (await read(reader, folder, "a.py", mode="full"))[0]["text"] == CODE
            (folder / "a.py").write_bytes(b"\0")
            with pytest.raises(Refused, match="is binary"):
                await read(reader, folder, "a.py")
            (folder / "a.py").write_bytes(b"x" * (MAX_FILE_BYTES + 1))
            with pytest.raises(Refused, match="too large"):
                await read(reader, folder, "a.py")
            (folder / "a.py").unlink()
            with pytest.raises(Refused, match="does not exist"):
                await read(reader, folder, "a.py")

    asyncio.run(run())


def test_bytes_that_are_not_utf8_and_no_bytes_at_all_are_text(tmp_path: Path) -> None:
    folder = repository(tmp_path / "r", {"empty.py": ""})
    (folder / "latin1.py").write_bytes('NAME = "Müller"\n'.encode("latin-1"))
    (folder / "wide.py").write_bytes('NAME = "Müller"\n'.encode("utf-16"))

    async def run() -> list[str]:
        async with workspaces(tmp_path / "home") as spaces:
            reader = FileReader(spaces, tokens.count)
            found = await read(reader, folder, "empty.py", "latin1.py", "wide.py", mode="full")
            return [file["text"] for file in found]

    assert asyncio.run(run()) == ["", 'NAME = "Müller"\n', 'NAME = "Müller"\n']
