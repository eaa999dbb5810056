"""The texts of files for one request."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.app.texts import current_texts
from lean_ctx_daemon.core.pipeline import StaleSources
from lean_ctx_daemon.core.snapshot import Snapshot
from tests.support.spaces import repository, workspace

LIMIT_BYTES = 1000


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    """Of a root with three files."""
    texts = {"a.py": "a = 1\n", "b.py": "b = 1\r\n", "c.py": "c = 1\n"}

    async def run() -> Snapshot:
        async with workspace(repository(tmp_path / "r", texts)) as space:
            return space.root.snapshot

    return asyncio.run(run())


def test_texts_are_those_of_the_disk(snapshot: Snapshot) -> None:
    assert current_texts(snapshot, ["b.py", "a.py"], LIMIT_BYTES) == {
        "a.py": "a = 1\n",
        "b.py": "b = 1\r\n",
    }
    assert current_texts(snapshot, [], LIMIT_BYTES) == {}


def test_every_file_that_is_another_by_now_is_named(snapshot: Snapshot) -> None:
    root = Path(snapshot.root)
    (root / "a.py").write_text("a = 2\n")  # of the same length
    (root / "c.py").unlink()
    (root / "new.py").write_text("new = 1\n")
    with pytest.raises(StaleSources) as caught:
        current_texts(snapshot, ["a.py", "b.py", "c.py", "new.py"], LIMIT_BYTES)
    assert caught.value.paths == ("a.py", "c.py", "new.py")


def test_a_link_in_the_place_of_a_file_is_not_followed(snapshot: Snapshot) -> None:
    root = Path(snapshot.root)
    (root / "a.py").rename(root.parent / "secret.py")
    (root / "a.py").symlink_to(root.parent / "secret.py")
    with pytest.raises(StaleSources):
        current_texts(snapshot, ["a.py"], LIMIT_BYTES)
