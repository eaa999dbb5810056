"""F02: more directories than the kernel has watches for; the rest is polled, and it is said."""

from __future__ import annotations

from pathlib import Path

from tests.support.namespaces import run_with_inotify_limit

CODE = """
    import json, sys, time
    from lean_ctx_daemon.watch.crawl import crawl_below
    from lean_ctx_daemon.watch.poll import Poller
    from lean_ctx_daemon.watch.policy import Policy
    from tests.support.watching import Mirror

    root = sys.argv[1]
    with Mirror(root) as mirror:
        coverage = mirror.watch.coverage
        uncovered = coverage.uncovered

        def look():
            parts = [crawl_below(root, Policy(), directory).files for directory in uncovered]
            return {path: seen for part in parts for path, seen in part.items()}

        poller = Poller(look, look(), clock=time.monotonic, interval_s=0.05)
        open(f"{root}/{uncovered[0]}/polled.py", "w").close()
        found = []
        while not found:
            difference = poller.poll()
            found = list(difference.added) if difference else []
        print(json.dumps({
            "watched": coverage.watched, "wanted": coverage.wanted, "uncovered": len(uncovered),
            "reason": coverage.reason, "reasons": mirror.reasons, "alive": mirror.watch.is_alive,
            "found": found, "expected": f"{uncovered[0]}/polled.py",
        }))
"""


def test_forty_watches_for_eighty_directories(tmp_path: Path) -> None:
    for i in range(80):
        (tmp_path / f"d{i}").mkdir()
    result = run_with_inotify_limit("watches", 40, CODE, str(tmp_path))
    assert result["alive"]
    assert result["watched"] == 40
    assert result["wanted"] == 81
    assert result["uncovered"] == 41
    assert result["reasons"] == [result["reason"]]
    for part in ("40 of 81", "fs.inotify.max_user_watches (now 40)"):
        assert part in result["reason"]
    assert result["found"] == [result["expected"]]
