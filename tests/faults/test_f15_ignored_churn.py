"""F15: builds and installations churn in ignored trees: no watch, no event, no file known."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.watching import Mirror


@pytest.mark.parametrize("n_files", [4_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_nothing_is_heard(tmp_path: Path, n_files: int) -> None:
    (tmp_path / "rust").mkdir()
    (tmp_path / "rust" / "Cargo.toml").write_text("[package]\n")
    (tmp_path / ".gitignore").write_text("/out/\n")
    (tmp_path / "web" / "node_modules").mkdir(parents=True)
    with Mirror(tmp_path) as mirror:
        tops = ("node_modules", "web/node_modules", "rust/target", "out")
        for i in range(n_files):
            directory = tmp_path / tops[i % 4] / f"pkg{i % 50}" / "node_modules"
            directory.mkdir(parents=True, exist_ok=True)
            (directory / f"{i}.js").write_text("x")
        for top in tops[:2]:
            shutil.rmtree(tmp_path / top)
        mirror.settle()
        # That the trees themselves went is all there is to hear.
        heard = {event.path for event in mirror.events if not event.path.endswith(".marker")}
        assert heard <= set(tops)
        assert mirror.watch.coverage.watched == 3
        assert set(mirror.files) == {".gitignore", "rust/Cargo.toml"}
        assert mirror.n_overflows == 0
