"""F09: a directory renamed and replaced by a link to itself is indexed once."""

from __future__ import annotations

from pathlib import Path

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.crawl import crawl
from tests.support.watching import Mirror


def test_no_double_index(tmp_path: Path) -> None:
    (tmp_path / "foo").mkdir()
    (tmp_path / "foo" / "a").write_text("x")
    with Mirror(tmp_path) as mirror:
        (tmp_path / "foo").rename(tmp_path / "bar")
        (tmp_path / "foo").symlink_to("bar")
        mirror.until(lambda: set(mirror.files) == {"bar/a"})
        (tmp_path / "bar" / "b").write_text("x")
        mirror.until(lambda: set(mirror.files) == {"bar/a", "bar/b"})
        assert mirror.watch.coverage.watched == 2
    assert crawl(str(tmp_path), environment={}).skipped == {"foo": SkipReason.SYMLINK}
