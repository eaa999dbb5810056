"""store.reader: what a worker sees of the store."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from lean_ctx_daemon.store import Reader, Store
from lean_ctx_daemon.store.database import FILE_NAME
from lean_ctx_daemon.store.folder import version_folder
from tests.store.samples import is_same, key_for, some_facts

FACTS = some_facts()
KEY = key_for(FACTS)


def filled(folder: Path) -> None:
    store = Store.open(str(folder))
    store.put(KEY, FACTS)
    store.close()


def test_nothing_there_yet_then_something(tmp_path: Path) -> None:
    reader = Reader(str(tmp_path))
    assert reader.get(KEY) is None
    filled(tmp_path)
    assert is_same(reader.get(KEY), FACTS)
    assert reader.get(b"x" * 16) is None
    reader.close()


def test_reading_while_the_store_is_open(tmp_path: Path) -> None:
    store, reader = Store.open(str(tmp_path)), Reader(str(tmp_path))
    store.put(KEY, FACTS)
    store.flush()
    assert is_same(reader.get(KEY), FACTS)
    store.close()
    assert is_same(reader.get(KEY), FACTS)
    reader.close()


def test_a_folder_that_went_and_came_back(tmp_path: Path) -> None:
    filled(tmp_path)
    reader = Reader(str(tmp_path))
    assert reader.get(KEY) is not None
    shutil.rmtree(version_folder(str(tmp_path)))
    assert reader.get(KEY) is None
    filled(tmp_path)
    assert reader.get(KEY) is not None
    reader.close()


def test_a_damaged_record_is_a_miss(tmp_path: Path) -> None:
    filled(tmp_path)
    with sqlite3.connect(f"{version_folder(str(tmp_path))}/{FILE_NAME}") as database:
        database.execute("UPDATE facts SET record = x'00'")
    database.close()
    reader = Reader(str(tmp_path))
    assert reader.get(KEY) is None
    reader.close()


def test_a_damaged_file_is_a_miss_until_another_takes_its_place(tmp_path: Path) -> None:
    folder = Path(version_folder(str(tmp_path)))
    folder.mkdir()
    (folder / FILE_NAME).write_bytes(b"damaged" * 999)
    reader = Reader(str(tmp_path))
    assert reader.get(KEY) is None
    assert reader.is_damaged
    filled(tmp_path)
    assert not reader.is_damaged
    assert reader.get(KEY) is not None
    reader.close()
