"""store.store: what the daemon relies on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import Signature, SkipReason
from lean_ctx_daemon.store import RootFile, RootId, RootState, Store, filefacts
from lean_ctx_daemon.store import store as module
from tests.store.samples import is_same, key_for, some_facts

ROOT = RootId("/a/root", 1, 2)
STATE = RootState(
    {
        "a.py": RootFile(Signature(1, 2, 3, 4, 5), b"d" * 16, "python", imports=("b.py",)),
        "b.py": RootFile(None, skip=SkipReason.SIZE),
    }
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path))
    yield opened
    opened.close()


def reopened(store: Store, folder: Path) -> Store:
    store.close()
    return Store.open(str(folder))


def test_a_put_is_seen_at_once_and_after_a_restart(store: Store, tmp_path: Path) -> None:
    facts = [some_facts(i) for i in range(5)]
    keys = [key_for(f) for f in facts]
    for key, f in zip(keys, facts, strict=True):
        assert store.get(key) is None
        store.put(key, f)
        assert is_same(store.get(key), f)
    again = reopened(store, tmp_path)
    found = again.get_many([*keys, b"x" * 16])
    assert all(is_same(found[key], f) for key, f in zip(keys, facts, strict=True))
    stats = again.stats()
    assert (stats.n_records, stats.n_hits, stats.n_misses, stats.degraded) == (5, 5, 1, "")
    again.close()


def test_it_is_written_behind_without_being_told(store: Store) -> None:
    store.put(key_for(some_facts()), some_facts())
    deadline = time.monotonic() + 20
    while store.stats().n_waiting:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert store.stats().n_written == 1


def test_a_record_made_elsewhere(store: Store) -> None:
    facts = some_facts()
    key = key_for(facts)
    store.put_record(key, filefacts.encoded(key, facts), facts.n_bytes)
    assert is_same(store.get(key), facts)
    store.put_record(key, b"damaged", facts.n_bytes)
    assert store.get(key) is None
    assert store.stats().n_damaged == 1


def test_uses_are_remembered(store: Store, tmp_path: Path) -> None:
    keys = [key_for(some_facts(i)) for i in range(3)]
    for i, key in enumerate(keys):
        store.put(key, some_facts(i))
    store.flush()
    store.get(keys[0])
    store.touch([keys[0], keys[1]])
    again = reopened(store, tmp_path)
    uses = {e.key: e.n_uses for e in again._disk.entries()}
    assert [uses[key] for key in keys] == [3, 2, 1]
    last = {e.key: e.last_use for e in again._disk.entries()}
    assert last[keys[2]] < last[keys[0]] == last[keys[1]]
    again.put(keys[2], some_facts(2))
    again.flush()
    assert max(again._disk.entries(), key=lambda e: e.last_use).key == keys[2]
    again.close()


def test_a_root_is_kept_and_replaced(store: Store, tmp_path: Path) -> None:
    assert store.load_root(ROOT) is None
    store.save_root(ROOT, RootState({}))
    store.flush()
    store.save_root(ROOT, STATE)
    assert store.load_root(ROOT) is STATE
    again = reopened(store, tmp_path)
    assert again.load_root(ROOT) == STATE
    assert again.load_root(RootId("/a/root", 1, 3)) is None
    again.close()


def test_a_state_that_breaks_its_laws_leaves_none(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.save_root(ROOT, STATE)
    store.flush()
    store.save_root(ROOT, RootState({"a.py": RootFile(None, imports=("gone.py",))}))
    assert store.flush()
    assert store.load_root(ROOT) is None
    assert "cannot be kept" in caplog.text


def test_purging_forgets_everything(store: Store, tmp_path: Path) -> None:
    store.put(key_for(some_facts()), some_facts())
    store.save_root(ROOT, STATE)
    store.flush()
    store.put(key_for(some_facts(1)), some_facts(1))
    assert store.purge() > 0
    again = reopened(store, tmp_path)
    assert again.stats().n_records == 0
    assert again.load_root(ROOT) is None
    again.close()


def test_the_size_is_known_without_looking(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path))
    empty_bytes = store.size_bytes
    for i in range(300):
        store.put(key_for(some_facts(i)), some_facts(i))
    store.flush()
    assert empty_bytes < store.size_bytes == store.stats().n_bytes <= store.budget_bytes
    store.purge()
    assert store.size_bytes == empty_bytes
    store.close()


def test_what_the_disk_does_not_take_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(module, "MAX_WAITING_BYTES", 2000)
    store = Store.open(str(tmp_path / "file"))
    for i in range(20):
        store.put(key_for(some_facts(i)), some_facts(i))
    stats = store.stats()
    assert stats.degraded
    assert 0 < stats.n_waiting < 20
    assert stats.n_dropped == 20 - stats.n_waiting
    assert store.get(key_for(some_facts(19))) is not None
    assert store.get(key_for(some_facts(0))) is None
    assert not store.flush()
    (tmp_path / "file").unlink()
    assert store.flush()
    assert store.stats().n_records == stats.n_waiting
    store.close()


def test_many_threads_at_once(store: Store) -> None:
    """Readers, writers and flushes side by side: right facts or a miss, never an error."""
    facts = [some_facts(i) for i in range(40)]
    keys = [key_for(f) for f in facts]
    wrong: list[object] = []

    def work(start: int) -> None:
        try:
            for i in range(start, start + 60):
                n = i % len(keys)
                store.put(keys[n], facts[n])
                for key, found in store.get_many(keys[n : n + 5]).items():
                    if not is_same(found, facts[keys.index(key)]):
                        wrong.append(key)
                if i % 10 == 0:
                    store.flush()
                    store.save_root(ROOT, STATE)
                    store.load_root(ROOT)
                    store.stats()
        except Exception as error:  # noqa: BLE001 - the test is that there is none
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(10 * n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert store.flush()
    assert len(store.get_many(keys)) == len(keys)


def test_closing_twice(store: Store) -> None:
    store.close()
    store.close()
