from __future__ import annotations

from pathlib import Path

import pytest

from lean_ctx_daemon.app.known_roots import KnownRoots


def test_roots_survive_a_restart_in_order(tmp_path: Path) -> None:
    file = str(tmp_path / "roots.json")
    roots = KnownRoots(file)
    roots.add("/b")
    roots.add("/a")
    roots.add("/b")
    assert KnownRoots(file).paths == ("/b", "/a")
    assert KnownRoots(file).remove("/b")
    assert not KnownRoots(file).remove("/b")
    assert KnownRoots(file).paths == ("/a",)


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b'{"roots": 3}', b'{"other": []}', b"\xff\xfe"]
)
def test_a_damaged_list_is_set_aside(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "roots.json"
    file.write_bytes(damage)
    assert KnownRoots(str(file)).paths == ()
    assert (tmp_path / "roots.json.bad").read_bytes() == damage


def test_entries_that_are_no_paths_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "roots.json"
    file.write_text('{"roots": ["/a", 3, "relative", null]}')
    assert KnownRoots(str(file)).paths == ("/a",)
