"""F10: directories made deep at once, with files in them, 500 times: all are found."""

from __future__ import annotations

from pathlib import Path

from tests.support.watching import Mirror


def test_every_file_of_every_new_directory(tmp_path: Path) -> None:
    with Mirror(tmp_path) as mirror:
        expected = set()
        for i in range(500):
            directory = tmp_path / f"n{i}" / "n2" / "n3"
            directory.mkdir(parents=True)
            (directory / "x.py").write_text("x")
            expected.add(f"n{i}/n2/n3/x.py")
        mirror.until(lambda: set(mirror.files) == expected)
        assert mirror.files == mirror.truth
        assert mirror.watch.coverage.watched == 1_501
