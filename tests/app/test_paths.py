"""Where the daemon keeps what."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lean_ctx_daemon.app import paths


def test_a_second_instance_is_below_one_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("LCTX_HOME", str(home))
    found = paths.prepared(paths.derived())
    for path in (found.state, found.cache, found.config_file, found.log, found.roots):
        assert os.path.commonpath([path, home]) == str(home)
    assert (home / "cache").stat().st_mode & 0o777 == 0o700


def test_without_a_folder_for_the_cache_the_rest_is_prepared(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wanted = paths.Paths(f"{tmp_path}/state", f"{tmp_path}/file/cache", f"{tmp_path}/config")
    assert paths.prepared(wanted) == wanted
    assert (tmp_path / "state").is_dir()


def test_else_the_platforms_folders_are_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LCTX_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert paths.derived().cache == f"{tmp_path}/lctx"
    assert paths.derived().state.endswith("/.local/state/lctx")
