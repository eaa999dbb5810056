"""F04: no inotify instance is left; the tree is polled, and the message says what to raise."""

from __future__ import annotations

from pathlib import Path

from tests.support.namespaces import run_with_inotify_limit

CODE = """
    import json, sys
    from tests.support.watching import Mirror

    with Mirror(sys.argv[1]) as mirror:
        coverage = mirror.watch.coverage
        print(json.dumps({
            "uncovered": coverage.uncovered, "reasons": mirror.reasons,
            "alive": mirror.watch.is_alive, "files": list(mirror.files),
        }))
"""


def test_no_instance(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    result = run_with_inotify_limit("instances", 0, CODE, str(tmp_path))
    assert result["uncovered"] == [""]
    assert not result["alive"]
    assert result["files"] == ["a.py"]
    (reason,) = result["reasons"]
    assert "polled" in reason
    assert "fs.inotify.max_user_instances" in reason
