"""F07: vim's and JetBrains' ways to save are one look, and the file is never believed deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.watching import Mirror


def vim(file: Path) -> None:
    probe = file.with_name("4913")
    probe.touch()
    probe.unlink()
    backup = file.with_name("a.py~")
    file.rename(backup)
    file.write_text("new")
    backup.unlink()


def jetbrains(file: Path) -> None:
    new, old = file.with_name("a.py___jb_tmp___"), file.with_name("a.py___jb_old___")
    new.write_text("new")
    file.rename(old)
    new.rename(file)
    old.unlink()


@pytest.mark.parametrize("save", [vim, jetbrains])
def test_one_look(tmp_path: Path, save: object) -> None:
    file = tmp_path / "a.py"
    file.write_text("old")
    with Mirror(tmp_path) as mirror:
        before = mirror.files["a.py"]
        save(file)  # type: ignore[operator]

        def is_seen() -> bool:
            assert "a.py" in mirror.files
            return mirror.files["a.py"] != before

        mirror.until(is_seen)
        mirror.settle()
        assert mirror.n_looks("a.py") == 1
        assert mirror.files == mirror.truth
