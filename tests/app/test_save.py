from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from lean_ctx_daemon.app.save import save_file


def test_content_is_replaced_and_private(tmp_path: Path) -> None:
    target = tmp_path / "state"
    save_file(str(target), b"old")
    save_file(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["state"]


def test_a_failed_write_keeps_the_old_content_and_leaves_no_temporary(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    (target / "inside").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        save_file(str(target), b"new")
    assert sorted(os.listdir(tmp_path)) == ["folder"]
    assert os.listdir(target) == ["inside"]
