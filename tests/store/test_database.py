"""store.database: plain operations, and faults as DiskFault."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lean_ctx_daemon.core.rrf import CacheEntry
from lean_ctx_daemon.store import database as module
from lean_ctx_daemon.store.database import FILE_NAME, Batch, Database, DiskFault


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / FILE_NAME)


def batch(**records: bytes) -> Batch:
    keys = {name.encode(): data for name, data in records.items()}
    return Batch(facts=keys, entries=[CacheEntry(k, 1, 1, len(d), 1) for k, d in keys.items()])


def test_written_in_one_connection_read_in_another(path: str) -> None:
    writer, reader = Database(path, is_writer=True), Database(path, is_writer=False)
    writer.write(batch(a=b"1", b=b"2"))
    assert reader.records([b"a", b"b", b"c"]) == {b"a": b"1", b"b": b"2"}
    writer.write(Batch(removed=[b"a"], touched=[(9, 3, b"b"), (9, 3, b"gone")]))
    assert reader.records([b"a", b"b"]) == {b"b": b"2"}
    assert writer.entries() == [CacheEntry(b"b", 9, 4, 1, 1)]
    assert writer.counts() == (1, 9)
    reader.close()
    writer.close()


def test_files_are_private(path: str) -> None:
    writer = Database(path, is_writer=True)
    writer.write(batch(a=b"1"))
    modes = {name: os.stat(path + name).st_mode & 0o777 for name in ("", "-wal", "-shm")}
    writer.close()
    assert set(modes.values()) == {0o600}


def test_a_reader_writes_nothing(path: str) -> None:
    Database(path, is_writer=True).close()
    reader = Database(path, is_writer=False)
    with pytest.raises(DiskFault):
        reader.write(batch(a=b"1"))
    reader.close()


def test_a_batch_is_written_wholly_or_not_at_all(path: str) -> None:
    writer = Database(path, is_writer=True)
    bad = batch(a=b"1")
    bad.roots[b"root"] = object()  # type: ignore[assignment]
    with pytest.raises(DiskFault):
        writer.write(bad)
    assert writer.records([b"a"]) == {}
    writer.write(batch(a=b"2"))
    assert writer.records([b"a"]) == {b"a": b"2"}
    writer.close()


def test_roots_are_replaced_removed_and_few(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ROOTS", 2)
    writer = Database(path, is_writer=True)
    for name, data in ((b"a", b"1"), (b"b", b"1"), (b"a", b"2"), (b"c", b"1")):
        writer.write(Batch(roots={name: data}))
    assert [writer.root(name) for name in (b"a", b"b", b"c")] == [b"2", None, b"1"]
    writer.write(Batch(roots={b"a": None}))
    assert writer.root(b"a") is None
    writer.close()


def test_deleted_bytes_go_back_to_the_file_system(path: str) -> None:
    writer = Database(path, is_writer=True)
    writer.write(batch(a=bytes(1 << 20), b=b"1"))
    writer.delete([b"a"])
    writer.shrink()
    assert writer.used_bytes() == os.path.getsize(path) < 1 << 17
    writer.close()


@pytest.mark.parametrize("content", [b"no database" * 999, b"SQLite format 3\0" + b"\xff" * 9999])
def test_what_is_no_database_is_damage(path: str, content: bytes) -> None:
    Path(path).write_bytes(content)
    with pytest.raises(DiskFault) as writers:
        Database(path, is_writer=True)
    assert writers.value.is_damage
    reader = Database(path, is_writer=False)
    with pytest.raises(DiskFault) as readers:
        reader.records([b"a"])
    assert readers.value.is_damage
    reader.close()


def test_a_file_that_is_just_being_made_is_no_damage_to_a_reader(path: str) -> None:
    Path(path).touch()
    reader = Database(path, is_writer=False)
    with pytest.raises(DiskFault) as fault:
        reader.records([b"a"])
    assert not fault.value.is_damage
    reader.close()


def test_no_folder_is_a_fault_and_no_damage(tmp_path: Path) -> None:
    for is_writer in (True, False):
        with pytest.raises(DiskFault) as fault:
            Database(str(tmp_path / "absent" / FILE_NAME), is_writer=is_writer)
        assert not fault.value.is_damage


def test_a_folder_of_any_name(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/100%41 ?#\xff"
    os.mkdir(folder)
    path = os.fsdecode(folder) + f"/{FILE_NAME}"
    writer = Database(path, is_writer=True)
    writer.write(batch(a=b"1"))
    assert os.path.getsize(path)
    writer.close()
