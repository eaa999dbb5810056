"""F35: no space left. Served from memory, said, nothing left lying about, healed when it ends."""

from __future__ import annotations

from pathlib import Path

from tests.support.filesystems import run_on_tmpfs

CODE = """
    import json, os, sys
    from lean_ctx_daemon.store import Store
    from tests.store.samples import key_for, some_facts

    place = sys.argv[1]
    facts = [some_facts(i, 2000) for i in range(400)]
    keys = [key_for(f) for f in facts]
    store = Store.open(place)
    for key, f in zip(keys, facts):
        store.put(key, f)
    is_written = store.flush()
    full = {
        "is_written": is_written, "reason": store.degraded,
        "n_readable": len(store.get_many(keys)), "n_dropped": store.stats().n_dropped,
    }
    names = sorted(n for _, _, names in os.walk(place) for n in names)
    os.system(f"mount -o remount,size=64m {place}")
    is_healed = store.flush()
    print(json.dumps(full | {
        "names": names, "is_healed": is_healed, "reason_after": store.degraded,
        "n_records": store.stats().n_records, "n_damaged": store.stats().n_damaged,
    }))
    store.close()
"""


def test_a_full_disk(tmp_path: Path) -> None:
    result = run_on_tmpfs("256k", str(tmp_path), CODE)
    assert not result["is_written"]
    assert result["reason"] == "the cache cannot be written: database or disk is full"
    assert result["n_readable"] == 400
    assert result["n_dropped"] == 0
    assert set(result["names"]) <= {"lock", "records.db", "records.db-wal", "records.db-shm"}
    assert result["is_healed"]
    assert result["reason_after"] == ""
    assert (result["n_records"], result["n_damaged"]) == (400, 0)


FULL_FROM_THE_START = """
    import json, os, sys
    from lean_ctx_daemon.store import Store
    from tests.store.samples import key_for, some_facts

    place = sys.argv[1]
    try:
        with open(f"{place}/ballast", "wb", buffering=0) as ballast:
            while True:
                ballast.write(bytes(4096))
    except OSError:
        pass
    store = Store.open(place)
    facts = some_facts()
    store.put(key_for(facts), facts)
    reason, is_readable = store.degraded, store.get(key_for(facts)) is not None
    os.unlink(f"{place}/ballast")
    print(json.dumps({
        "reason": reason, "is_readable": is_readable,
        "is_healed": store.flush(), "n_records": store.stats().n_records,
    }))
    store.close()
"""


def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    result = run_on_tmpfs("256k", str(tmp_path), FULL_FROM_THE_START)
    assert result["reason"]
    assert result["is_readable"]
    assert result["is_healed"]
    assert result["n_records"] == 1
