from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from lean_ctx_daemon.watch.gitdir import bounded_text, git_directories


def run(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    run(root, "init", "-q")
    run(root, "commit", "-q", "--allow-empty", "-m", "one")
    return root


def test_a_plain_repository(repository: Path) -> None:
    found = git_directories(str(repository))
    assert found is not None
    assert found.private == found.common == str(repository / ".git")


def test_a_worktree_has_its_own_head_and_shares_the_rest(repository: Path, tmp_path: Path) -> None:
    run(repository, "worktree", "add", "-q", str(tmp_path / "tree"), "-b", "side")
    found = git_directories(str(tmp_path / "tree"))
    assert found is not None
    assert found.private == str(repository / ".git" / "worktrees" / "tree")
    assert found.common == str(repository / ".git")


def test_what_does_not_look_like_gits_is_not_believed(tmp_path: Path) -> None:
    assert git_directories(str(tmp_path)) is None
    (tmp_path / ".git").write_text("gitdir: /etc\n")
    assert git_directories(str(tmp_path)) is None
    (tmp_path / ".git").write_text("something else\n")
    assert git_directories(str(tmp_path)) is None
    (tmp_path / ".git").unlink()
    (tmp_path / ".git").mkdir()
    assert git_directories(str(tmp_path)) is None


def test_bounded_text_reads_small_regular_files_only(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"text\xff")
    assert bounded_text(str(file), 10) == "text\udcff"
    assert bounded_text(str(file), 4) is None
    (tmp_path / "link").symlink_to(file)
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe", "missing", "."):
        assert bounded_text(str(tmp_path / name), 10) is None
