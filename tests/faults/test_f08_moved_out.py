"""F08: what is moved out of the tree is gone at once, with everything below it."""

from __future__ import annotations

import time
from pathlib import Path

from tests.support.watching import Mirror


def test_a_file_and_a_directory(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "pkg" / "deep").mkdir(parents=True)
    for name in ("a.py", "pkg/b.py", "pkg/deep/c.py", "stays.py"):
        (root / name).write_text("x")
    with Mirror(root) as mirror:
        started_s = time.monotonic()
        (root / "a.py").rename(tmp_path / "a.py")
        (root / "pkg").rename(tmp_path / "pkg")
        mirror.until(lambda: set(mirror.files) == {"stays.py"})
        assert time.monotonic() - started_s < 5  # 0.04 s; pairing moves would take 0.5 s
        (tmp_path / "pkg" / "deep" / "phantom.py").write_text("x")
        mirror.settle()
        assert set(mirror.files) == {"stays.py"}
        assert mirror.watch.coverage.watched == 1
