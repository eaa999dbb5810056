"""store.disk: faults are said, survived and healed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lean_ctx_daemon.core.rrf import CacheEntry
from lean_ctx_daemon.store.database import FILE_NAME, Batch
from lean_ctx_daemon.store.disk import ASIDE, Disk
from lean_ctx_daemon.store.folder import version_folder

BUDGET = 1 << 30


def batch(key: bytes, data: bytes = b"data") -> Batch:
    return Batch(facts={key: data}, entries=[CacheEntry(key, 1, 1, len(data), 1)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(version_folder(str(tmp_path))) / FILE_NAME


def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    disk = Disk(str(tmp_path), BUDGET)
    assert disk.write(batch(b"a"))
    assert disk.records([b"a", b"b"]) == {b"a": b"data"}
    disk.close()
    disk = Disk(str(tmp_path), BUDGET)
    assert disk.records([b"a"]) == {b"a": b"data"}
    assert disk.last_use == 1
    assert disk.size()[0] == 1
    disk.close()


@pytest.mark.parametrize("content", [b"", b"no database" * 999])
def test_a_damaged_file_is_set_aside_at_the_start(
    tmp_path: Path, file: Path, content: bytes
) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    disk = Disk(str(tmp_path), BUDGET)
    assert disk.degraded == ""
    assert disk.write(batch(b"a"))
    assert disk.n_set_aside == bool(content)  # an empty file is a new database
    assert disk.records([b"a"]) == {b"a": b"data"}
    disk.close()


@pytest.mark.parametrize("is_read_first", [True, False])
def test_a_file_damaged_while_open_is_set_aside(
    tmp_path: Path, file: Path, *, is_read_first: bool
) -> None:
    disk = Disk(str(tmp_path), BUDGET)
    disk.write(batch(b"a", bytes(1 << 16)))
    disk.close()
    damaged = b"damaged!" * (file.stat().st_size // 8)
    file.write_bytes(damaged)
    if is_read_first:
        assert disk.records([b"a"]) == {}
        assert disk.n_set_aside == 1
    assert disk.write(batch(b"b"))
    assert disk.records([b"a", b"b"]) == {b"b": b"data"}
    assert disk.n_set_aside == 1
    aside = file.with_name(file.name + ASIDE)
    assert aside.read_bytes() == damaged
    disk.close()
    Disk(str(tmp_path), BUDGET).close()
    assert not aside.exists()


def test_a_deleted_folder_comes_back(tmp_path: Path) -> None:
    disk = Disk(str(tmp_path / "cache"), BUDGET)
    disk.write(batch(b"a"))
    shutil.rmtree(tmp_path / "cache")
    assert disk.records([b"a"]) == {}
    assert disk.write(batch(b"b"))
    assert disk.degraded == ""
    assert disk.records([b"a", b"b"]) == {b"b": b"data"}
    disk.close()


def test_no_place_for_a_folder_is_said_and_healed(tmp_path: Path) -> None:
    place = tmp_path / "cache"
    place.touch()
    disk = Disk(str(place), BUDGET)
    assert disk.degraded == "the cache cannot be written: Not a directory"
    assert not disk.write(batch(b"a"))
    assert disk.records([b"a"]) == {}
    assert disk.size() == (0, 0)
    assert disk.entries() == []
    place.unlink()
    assert disk.write(batch(b"a"))
    assert disk.degraded == ""
    disk.close()


def test_purging_leaves_nothing_and_goes_on(tmp_path: Path, file: Path) -> None:
    disk = Disk(str(tmp_path), BUDGET)
    disk.write(batch(b"a", bytes(1 << 16)))
    assert disk.purge() > 1 << 16
    assert disk.records([b"a"]) == {}
    assert disk.size()[0] == 0
    assert file.stat().st_size < 1 << 16
    disk.close()
