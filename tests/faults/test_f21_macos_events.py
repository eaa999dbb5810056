"""F21: macOS coalesces events and reports a rename of case: every event only says where to look."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.support.watching import Mirror


@pytest.mark.skipif(sys.platform != "darwin", reason="FSEvents is macOS's; here is inotify")
def test_whatever_is_reported_the_files_are_those_on_disk(tmp_path: Path) -> None:
    with Mirror(tmp_path) as mirror:
        (tmp_path / "a.py").write_text("a = 1\n")
        (tmp_path / "a.py").rename(tmp_path / "A.py")
        (tmp_path / "b.py").write_text("b = 1\n")
        (tmp_path / "b.py").unlink()
        time.sleep(0.1)
        mirror.until(lambda: mirror.files == mirror.truth)
        assert set(mirror.files) == {"A.py"}
