"""F36: the cache folder becomes read-only, is deleted, or is taken away, while in use."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from lean_ctx_daemon.store import Store
from lean_ctx_daemon.store.folder import version_folder
from tests.store.samples import key_for, some_facts
from tests.support.filesystems import run_on_tmpfs

OLD, NEW = some_facts(0), some_facts(1)

CODE = """
    import json, os, sys
    from lean_ctx_daemon.store import Store
    from tests.store.samples import key_for, some_facts

    place = sys.argv[1]
    old, new = some_facts(0), some_facts(1)
    store = Store.open(place)
    store.put(key_for(old), old)
    store.flush()
    store.close()
    assert os.system(f"mount -o remount,ro {place}") == 0
    store = Store.open(place)
    store.put(key_for(new), new)
    result = {
        "is_written": store.flush(), "reason": store.degraded,
        "is_new_readable": store.get(key_for(new)) is not None,
    }
    assert os.system(f"mount -o remount,rw {place}") == 0
    result |= {"is_healed": store.flush(), "reason_after": store.degraded}
    result["n_readable"] = len(store.get_many([key_for(old), key_for(new)]))
    store.close()
    print(json.dumps(result))
"""


def test_a_read_only_file_system(tmp_path: Path) -> None:
    result = run_on_tmpfs("8m", str(tmp_path), CODE)
    assert not result["is_written"]
    assert result["reason"].startswith("the cache cannot be written: ")
    assert result["is_new_readable"]
    assert result["is_healed"]
    assert result["reason_after"] == ""
    assert result["n_readable"] == 2


@pytest.mark.parametrize("part", ["", "version", "database"])
def test_deleted_while_running(tmp_path: Path, part: str) -> None:
    folder = str(tmp_path / "cache")
    store = Store.open(folder)
    store.put(key_for(OLD), OLD)
    store.flush()
    if part == "database":
        for name in Path(version_folder(folder)).glob("records.db*"):
            name.unlink()
    else:
        shutil.rmtree(version_folder(folder) if part == "version" else folder)
    assert store.get(key_for(OLD)) is None
    store.put(key_for(NEW), NEW)
    assert store.flush()
    assert store.degraded == ""
    assert store.stats().n_records == 1
    store.close()
    store = Store.open(folder)
    assert store.get(key_for(NEW)) is not None
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write whatever the mode says")
def test_a_folder_that_is_not_ours_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o500)
    store = Store.open(str(folder))
    assert store.degraded
    store.put(key_for(NEW), NEW)
    assert store.get(key_for(NEW)) is not None
    folder.chmod(0o700)
    assert store.flush()
    store.close()
