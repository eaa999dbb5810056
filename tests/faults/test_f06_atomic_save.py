"""F06: a save through a temporary file is one look at the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.watching import Mirror


@pytest.mark.parametrize("temporary", ["a.py.tmp", ".a.py.swpx", "a.py~", "4913"])
def test_one_look(tmp_path: Path, temporary: str) -> None:
    (tmp_path / "a.py").write_text("old")
    with Mirror(tmp_path) as mirror:
        before = mirror.files["a.py"]
        (tmp_path / temporary).write_text("new")
        (tmp_path / temporary).replace(tmp_path / "a.py")
        mirror.until(lambda: mirror.files.get("a.py") != before)
        mirror.settle()
        assert mirror.n_looks("a.py") == 1
        assert mirror.files == mirror.truth
