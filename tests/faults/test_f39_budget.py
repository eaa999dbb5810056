"""F39: ten times the budget written. Within it afterwards, by the formula's order, idle at rest."""

from __future__ import annotations

import os
import random
import time
from dataclasses import replace
from pathlib import Path

from lean_ctx_daemon.core.rrf import eviction_order
from lean_ctx_daemon.store import Store, filefacts
from lean_ctx_daemon.store import store as module
from tests.store.samples import key_for, some_facts

BUDGET_BYTES = 1 << 20


def bulky(number: int, chance: random.Random) -> tuple[bytes, bytes]:
    """The key and the record of facts that do not compress."""
    facts = some_facts(number)
    facts = replace(facts, package=chance.randbytes(chance.randrange(2_000, 30_000)).hex())
    return key_for(facts), filefacts.encoded(key_for(facts), facts)


def folder_bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def test_ten_times_the_budget(tmp_path: Path) -> None:
    chance = random.Random(1)
    store = Store.open(str(tmp_path), BUDGET_BYTES)
    n_bytes = 0
    while n_bytes < 10 * BUDGET_BYTES:
        key, data = bulky(n_bytes, chance)
        store.put_record(key, data, 1000)
        n_bytes += len(data)
    assert store.flush()
    stats = store.stats()
    assert stats.n_evicted > 0
    assert stats.n_dropped == 0
    assert 0 < stats.n_records < stats.n_written
    assert stats.n_bytes <= BUDGET_BYTES
    store.close()
    assert BUDGET_BYTES / 4 < folder_bytes(tmp_path) <= BUDGET_BYTES


def test_the_first_in_the_formulas_order_go(tmp_path: Path) -> None:
    chance = random.Random(2)
    store = Store.open(str(tmp_path), BUDGET_BYTES)
    entries = []
    while store.stats().n_evicted == 0:
        entries = store._disk.entries()
        store.get_many(chance.sample([e.key for e in entries], len(entries) // 5))
        assert store.flush()
        entries = store._disk.entries()
        key, data = bulky(len(entries), chance)
        store.put_record(key, data, chance.randrange(1000))
        new = store._waiting[key].entry
        assert store.flush()
    entries.append(new)
    left = {e.key for e in store._disk.entries()}
    order = eviction_order(entries)
    n_gone = len(order) - len(left)
    assert set(order[:n_gone]).isdisjoint(left)
    assert set(order[n_gone:]) == left
    store.close()


def test_nothing_happens_while_idle(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path), BUDGET_BYTES)
    store.put(key_for(some_facts()), some_facts())
    store.flush()
    time.sleep(1.5 * module.WRITE_DELAY_S)  # whatever was to be written is
    before = {f: os.stat(f).st_mtime_ns for f in tmp_path.rglob("*")}
    cpu_s = time.process_time()
    time.sleep(1.5 * module.WRITE_DELAY_S)
    assert time.process_time() - cpu_s < 0.05
    assert {f: os.stat(f).st_mtime_ns for f in tmp_path.rglob("*")} == before
    store.close()
