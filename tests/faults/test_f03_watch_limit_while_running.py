"""F03: the watch limit is hit by directories made later; no thread dies, and it is said."""

from __future__ import annotations

from pathlib import Path

from tests.support.namespaces import run_with_inotify_limit

CODE = """
    import json, os, sys
    from tests.support.watching import Mirror

    root = sys.argv[1]
    with Mirror(root) as mirror:
        before = mirror.watch.coverage
        for i in range(60):
            os.makedirs(f"{root}/new{i}/deep")
        # What is made inside a directory without a watch is counted when the daemon looks again.
        mirror.until(lambda: "new59" in {event.path for event in mirror.events})
        mirror.watch.reconcile()
        coverage = mirror.watch.coverage
        open(f"{root}/old0/seen.py", "w").close()
        mirror.until(lambda: "old0/seen.py" in mirror.files)
        # Room again: what was left out is watched after the next reconciliation.
        for i in range(60):
            os.rmdir(f"{root}/new{i}/deep")
            os.rmdir(f"{root}/new{i}")
        mirror.until(lambda: mirror.watch.coverage.is_complete or mirror.watch.reconcile())
        print(json.dumps({
            "before": before.is_complete, "watched": coverage.watched,
            "uncovered": len(coverage.uncovered), "wanted": coverage.wanted,
            "n_reasons": len(mirror.reasons), "alive": mirror.watch.is_alive,
            "after": mirror.watch.coverage.watched,
        }))
"""


def test_directories_beyond_the_limit(tmp_path: Path) -> None:
    for i in range(20):
        (tmp_path / f"old{i}").mkdir()
    result = run_with_inotify_limit("watches", 40, CODE, str(tmp_path))
    assert result == {
        "before": True, "watched": 40, "uncovered": 101, "wanted": 141, "n_reasons": 1,
        "alive": True, "after": 21,
    }  # fmt: skip
