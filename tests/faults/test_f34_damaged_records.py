"""F34: truncated, zeroed, flipped and swapped records are misses: counted and removed."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from lean_ctx_daemon.store import Store, filefacts
from lean_ctx_daemon.store.database import FILE_NAME
from lean_ctx_daemon.store.folder import version_folder
from lean_ctx_daemon.store.record import BadRecord
from tests.store.samples import is_same, key_for, some_facts

FACTS = [some_facts(i) for i in range(6)]
KEYS = [key_for(facts) for facts in FACTS]


def file_in(folder: Path) -> Path:
    return Path(version_folder(str(folder))) / FILE_NAME


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cache folder with six records."""
    store = Store.open(str(tmp_path))
    for key, facts in zip(KEYS, FACTS, strict=True):
        store.put(key, facts)
    store.close()
    return tmp_path


@pytest.mark.parametrize(
    "damaged",
    [
        lambda _: b"",
        lambda data: data[:-1],
        lambda data: bytes(len(data)),
        lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
        lambda data: data + b"\0",
        str,
    ],
    ids=["emptied", "truncated", "zeroed", "flipped", "longer", "of another type"],
)
def test_a_damaged_record_is_a_miss_and_goes(
    folder: Path, damaged: Callable[[bytes], bytes | str]
) -> None:
    with sqlite3.connect(file_in(folder)) as database:
        (data,) = database.execute("SELECT record FROM facts WHERE key = ?", KEYS[:1]).fetchone()
        change = "UPDATE facts SET record = ? WHERE key = ?"
        database.execute(change, (damaged(data), KEYS[0]))
    database.close()
    store = Store.open(str(folder))
    assert store.get(KEYS[0]) is None
    found = store.get_many(KEYS)
    assert all(is_same(found[k], f) for k, f in zip(KEYS[1:], FACTS[1:], strict=True))
    store.flush()
    if isinstance(damaged(data), bytes):
        assert store.stats().n_damaged >= 1
        assert store.stats().n_records == len(KEYS) - 1
    store.put(KEYS[0], FACTS[0])
    store.flush()
    assert is_same(store.get(KEYS[0]), FACTS[0])
    store.close()


def test_two_swapped_records_are_both_misses(folder: Path) -> None:
    with sqlite3.connect(file_in(folder)) as database:
        rows = [
            database.execute("SELECT record FROM facts WHERE key = ?", (key,)).fetchone()[0]
            for key in KEYS[:2]
        ]
        for key, data in zip(KEYS[:2], reversed(rows), strict=True):
            database.execute("UPDATE facts SET record = ? WHERE key = ?", (data, key))
    database.close()
    store = Store.open(str(folder))
    assert set(store.get_many(KEYS)) == set(KEYS[2:])
    assert store.stats().n_damaged == 2
    store.close()


def test_no_single_bit_can_flip_unnoticed() -> None:
    data = filefacts.encoded(KEYS[0], FACTS[0])
    for position in range(8 * len(data)):
        flipped = bytearray(data)
        flipped[position // 8] ^= 1 << position % 8
        with pytest.raises(BadRecord):
            filefacts.decoded(KEYS[0], bytes(flipped))


@pytest.mark.parametrize("seed", range(12))
def test_a_file_damaged_anywhere_gives_right_facts_or_misses(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    file = file_in(folder)
    data = bytearray(file.read_bytes())
    start = chance.randrange(len(data))
    length = chance.choice([1, 100, 5000])
    data[start : start + length] = chance.randbytes(min(length, len(data) - start))
    if chance.random() < 0.3:
        del data[start:]
    file.write_bytes(data)
    store = Store.open(str(folder))
    for key, facts in store.get_many(KEYS).items():
        assert is_same(facts, FACTS[KEYS.index(key)])
    for key, facts in zip(KEYS, FACTS, strict=True):
        store.put(key, facts)
    assert store.flush()
    assert len(store.get_many(KEYS)) == len(KEYS)
    store.close()
