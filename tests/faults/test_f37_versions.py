"""F37: two versions share the cache folder: each its own, none misread, the unused one goes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from lean_ctx_daemon.store import Store, folder, key_of, record, version
from tests.store.samples import key_for, some_facts

FACTS = some_facts()


def raise_schema(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(record, "SCHEMA", record.SCHEMA + 1)
    patch.setattr(folder, "SCHEMA", record.SCHEMA)


def change_algorithm(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(version, "algorithm_version", lambda: b"another version!")
    patch.setattr(folder, "algorithm_version", lambda: b"another version!")


@pytest.mark.parametrize("change", [raise_schema, change_algorithm])
def test_each_version_has_its_own_folder(
    tmp_path: Path, change: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(change)
    old_key, old_folder = key_for(FACTS), Path(folder.version_folder(str(tmp_path)))
    old = Store.open(str(tmp_path))
    old.put(old_key, FACTS)
    old.flush()
    change(monkeypatch)
    new_folder = Path(folder.version_folder(str(tmp_path)))
    new = Store.open(str(tmp_path))
    assert new.get(old_key) is None
    new.put(key_for(FACTS), FACTS)
    new.close()
    assert old.records([old_key])  # in use, so it stays
    old.close()
    Store.open(str(tmp_path)).close()
    assert not old_folder.exists()
    assert new_folder.exists()


def test_a_file_of_another_schema_is_never_misread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, old_folder = key_for(FACTS), folder.version_folder(str(tmp_path))
    store = Store.open(str(tmp_path))
    store.put(key, FACTS)
    store.close()
    raise_schema(monkeypatch)
    shutil.copytree(old_folder, folder.version_folder(str(tmp_path)))
    store = Store.open(str(tmp_path))
    assert store.get(key) is None
    assert store.stats().n_damaged == 1
    store.close()


def test_another_algorithm_has_other_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key_of("python", b"digest")
    change_algorithm(monkeypatch)
    assert key_of("python", b"digest") != before
