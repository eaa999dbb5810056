"""store.folder: one folder per version, others removed when nobody uses them."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from lean_ctx_daemon.store.folder import LOCK_NAME, Claim, version_folder


def other(folder: Path, name: str = "store-1-0000000000000000") -> Path:
    path = folder / name
    path.mkdir()
    (path / LOCK_NAME).touch()
    (path / "records.db").write_bytes(b"x")
    return path


def test_ours_is_private_and_others_go(tmp_path: Path) -> None:
    old = other(tmp_path)
    claim = Claim(str(tmp_path))
    claim.close()
    claim.close()
    assert not old.exists()
    assert os.stat(version_folder(str(tmp_path))).st_mode & 0o777 == 0o700


def test_a_version_in_use_stays(tmp_path: Path) -> None:
    old = other(tmp_path)
    with open(old / LOCK_NAME, "rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        Claim(str(tmp_path)).close()
        assert (old / "records.db").exists()
    Claim(str(tmp_path)).close()
    assert not old.exists()


def test_two_may_use_the_same_version(tmp_path: Path) -> None:
    first, second = Claim(str(tmp_path)), Claim(str(tmp_path))
    first.close()
    second.close()


def test_what_is_not_ours_stays(tmp_path: Path) -> None:
    kept = other(tmp_path, "store-of-someone")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").touch()
    (tmp_path / "store-1-1111111111111111").symlink_to(elsewhere)
    Claim(str(tmp_path)).close()
    assert kept.exists()
    assert (elsewhere / "file").exists()


def test_a_folder_without_its_lock_goes_the_second_time(tmp_path: Path) -> None:
    half = other(tmp_path)
    (half / LOCK_NAME).unlink()
    Claim(str(tmp_path)).close()
    Claim(str(tmp_path)).close()
    assert not half.exists()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="Not a directory"):
        Claim(str(tmp_path / "file"))
