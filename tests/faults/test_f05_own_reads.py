"""F05: the daemon's own crawling and reading of 2,000 files makes no event."""

from __future__ import annotations

from pathlib import Path

from lean_ctx_daemon.roots.reading import read_file
from lean_ctx_daemon.watch.crawl import crawl
from tests.support.watching import Mirror


def test_reading_everything_is_silent(tmp_path: Path) -> None:
    for i in range(2_000):
        directory = tmp_path / f"d{i % 40}"
        directory.mkdir(exist_ok=True)
        (directory / f"{i}.py").write_text(f"x = {i}\n")
    with Mirror(tmp_path) as mirror:
        for path in crawl(str(tmp_path), environment={}).files:
            read_file(str(tmp_path), path, 1_000)
        mirror.settle()
        assert all(event.path.endswith(".marker") for event in mirror.events)
