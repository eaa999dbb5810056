"""F14: git's own work is no watch and no event, but a commit and a checkout are noticed."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.support.watching import Mirror


def run(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "gc.auto=0")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def test_objects_are_not_watched_and_heads_are(tmp_path: Path) -> None:
    run(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "a.py").write_text("1")
    run(tmp_path, "add", "a.py")
    run(tmp_path, "commit", "-q", "-m", "one")
    with Mirror(tmp_path) as mirror:
        assert mirror.watch.coverage.watched == 1
        objects = tmp_path / ".git" / "objects"
        for i in range(2_000):
            (objects / f"{i % 256:02x}").mkdir(exist_ok=True)
            (objects / f"{i % 256:02x}" / f"{i:038x}").write_text("x")
        run(tmp_path, "gc", "-q", "--prune=never")
        mirror.settle()
        assert not mirror.n_git_events()
        assert all(event.path.endswith(".marker") for event in mirror.events)

        run(tmp_path, "checkout", "-q", "-b", "side")
        mirror.until(lambda: mirror.batches and mirror.batches[-1].git_moved)
        mirror.batches.clear()
        run(tmp_path, "commit", "-q", "--allow-empty", "-m", "two")
        mirror.until(lambda: any(batch.git_moved for batch in mirror.batches))
        assert mirror.watch.coverage.watched == 1


def test_a_worktrees_head_lies_elsewhere(tmp_path: Path) -> None:
    main, tree = tmp_path / "main", tmp_path / "tree"
    main.mkdir()
    run(main, "init", "-q", "-b", "main")
    run(main, "commit", "-q", "--allow-empty", "-m", "one")
    run(main, "worktree", "add", "-q", str(tree), "-b", "side")
    with Mirror(tree) as mirror:
        run(tree, "checkout", "-q", "-b", "other")
        mirror.until(lambda: any(batch.git_moved for batch in mirror.batches))
