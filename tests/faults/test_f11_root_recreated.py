"""F11: a root that is deleted and made again is noticed, and watched again by its identity."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from tests.support.watching import Mirror, until


@pytest.mark.parametrize("pause_s", [0.0, 0.01, 0.5])
def test_gone_and_back(tmp_path: Path, pause_s: float) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "old.py").write_text("x")
    with Mirror(root) as mirror:
        shutil.rmtree(root)
        time.sleep(pause_s)
        root.mkdir()
        (root / "new.py").write_text("x")
        mirror.until(lambda: any(batch.root_gone for batch in mirror.batches))
        assert not mirror.watch.coverage.is_complete
    until(root.is_dir)
    with Mirror(root) as mirror:
        assert mirror.watch.is_same_root
        assert set(mirror.files) == {"new.py"}
        (root / "later.py").write_text("x")
        mirror.until(lambda: "later.py" in mirror.files)
