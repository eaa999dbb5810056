"""F01: the kernel's event queue overflows while nobody reads; everything is known all the same."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

OBSERVER = """
import json, sys
from tests.support.watching import Mirror
with Mirror(sys.argv[1]) as mirror:
    print("watching", flush=True)
    mirror.until(lambda: mirror.n_overflows and len(mirror.files) == 20_000)
    made = {"n_files": len(mirror.files), "n_overflows": mirror.n_overflows}
    # What was made during the storm is watched like everything else.
    open(sys.argv[1] + "/new/after.py", "w").close()
    mirror.until(lambda: "new/after.py" in mirror.files)
    print(json.dumps(made | {"is_complete": mirror.watch.coverage.is_complete}))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_twenty_thousand_files_while_stopped(tmp_path: Path) -> None:
    observer = subprocess.Popen(
        [sys.executable, "-c", OBSERVER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    with observer:
        assert observer.stdout is not None
        assert observer.stdout.readline() == "watching\n"
        observer.send_signal(signal.SIGSTOP)
        try:
            for i in range(20_000):
                (tmp_path / f"{i}.py").touch()
            (tmp_path / "new").mkdir()
        finally:
            observer.send_signal(signal.SIGCONT)
        result = json.loads(observer.stdout.readline())
    assert result == {"n_files": 20_000, "n_overflows": 1, "is_complete": True}
