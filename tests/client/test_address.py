"""Where the daemon is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lctx import address


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An account whose home is a temporary folder, and an environment that says nothing."""
    for name in ("LCTX_HOME", "XDG_RUNTIME_DIR", "TMPDIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(address, "_account_home", lambda: "/h")
    return tmp_path


def test_the_lock_is_the_accounts_whatever_the_environment(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = address.lock_path()
    monkeypatch.setenv("HOME", "/elsewhere")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home))
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    assert address.lock_path() == before == "/h/.local/state/lctx/lock"


def test_the_real_home_comes_from_the_password_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/elsewhere")
    monkeypatch.delenv("LCTX_HOME", raising=False)
    assert not address.lock_path().startswith("/elsewhere")


def test_the_runtime_folder_comes_first_and_the_cache_last(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert address.socket_path() == "/h/.cache/lctx/run/s"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/")
    assert address.socket_path() == ("/lctx/s" if os.geteuid() == 0 else "/h/.cache/lctx/run/s")
    monkeypatch.setattr(address, "MAX_PATH_BYTES", 4096)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home))
    assert address.socket_path() == f"{home}/lctx/s"


@pytest.mark.parametrize("value", ["relative", "/does/not/exist"])
def test_a_runtime_folder_that_cannot_be_ours_is_not_used(
    home: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", value)
    assert home.exists()
    assert address.socket_path() == "/h/.cache/lctx/run/s"


def test_lctx_home_holds_everything(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(home))
    monkeypatch.setenv("LCTX_HOME", "/x")
    assert address.lock_path() == "/x/lock"
    assert address.socket_path() == "/x/run/s"


def test_a_path_that_is_too_long_is_hashed_into_the_runtime_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home.exists()
    longest = "/" + "x" * (address.MAX_PATH_BYTES - len("//run/s"))
    monkeypatch.setenv("LCTX_HOME", longest)
    assert address.socket_path() == f"{longest}/run/s"
    monkeypatch.setenv("LCTX_HOME", longest + "x")
    first = address.socket_path()
    monkeypatch.setenv("LCTX_HOME", longest + "y")
    assert os.path.dirname(first) == os.path.dirname(address.socket_path()) == "/h/.cache/lctx/run"
    assert first != address.socket_path()


def test_a_runtime_folder_that_is_too_long_as_well_leaves_tmp(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home.exists()
    monkeypatch.setattr(address, "_account_home", lambda: "/" + "h" * 200)
    assert address.socket_path().startswith(f"/tmp/lctx-{os.geteuid()}/")


def test_the_recorded_address_is_the_locks_first_line(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LCTX_HOME", str(home))
    assert address.recorded_path() == ""
    (home / "lock").write_bytes(b"/run/\xff/s\n123\n")
    assert address.recorded_path() == "/run/\udcff/s"


def test_a_folder_of_ours_is_made_private_and_passes(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "run"
    address.make_dir(str(folder))
    address.make_dir(str(folder))
    assert folder.stat().st_mode & 0o777 == 0o700
    with pytest.raises(FileNotFoundError):
        address.check_dir(str(folder / "nothing"))


def test_what_is_no_private_folder_is_refused_with_the_fix(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o755)
    with pytest.raises(address.UnsafeError, match=f"chmod 700 {folder}"):
        address.check_dir(str(folder))
    folder.chmod(0o700)
    link = tmp_path / "link"
    link.symlink_to(folder)
    with pytest.raises(address.UnsafeError, match=f"rm {link}"):
        address.check_dir(str(link))
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(address.UnsafeError, match="no folder"):
        address.check_dir(str(file))


def test_an_account_without_a_home_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LCTX_HOME", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: 4_000_000_000)
    with pytest.raises(address.UnsafeError, match="set LCTX_HOME"):
        address.lock_path()
