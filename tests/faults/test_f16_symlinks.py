"""F16: links in circles, to the whole disk, and to a device are listed, never followed."""

from __future__ import annotations

from pathlib import Path

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.crawl import crawl
from tests.support.watching import Mirror


def test_each_file_once(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("x")
    (tmp_path / "src" / "loop").symlink_to("..")
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "disk").symlink_to("/")
    (tmp_path / "out.py").symlink_to("/dev/stdout")
    found = crawl(str(tmp_path), environment={})
    assert set(found.files) == {"src/a.py"}
    assert set(found.skipped) == {"src/loop", "self", "disk", "out.py"}
    assert set(found.skipped.values()) == {SkipReason.SYMLINK}
    assert set(found.directories) == {"", "src"}


def test_a_link_that_appears_is_not_followed(tmp_path: Path) -> None:
    with Mirror(tmp_path) as mirror:
        (tmp_path / "disk").symlink_to("/")
        (tmp_path / "a.py").write_text("x")
        mirror.until(lambda: "a.py" in mirror.files)
        assert set(mirror.files) == {"a.py"}
        assert mirror.watch.coverage.watched == 1
