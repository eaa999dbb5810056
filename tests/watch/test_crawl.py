from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.crawl import Crawl, crawl, crawl_below
from lean_ctx_daemon.watch.names import is_ignored_name


def made(root: Path, *paths: str) -> None:
    """Files, or directories where the path ends in a slash."""
    for path in paths:
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text("x")


def crawled(root: Path, **options: object) -> Crawl:
    return crawl(str(root), environment={}, **options)  # type: ignore[arg-type]


def test_files_with_their_signature_and_the_directories_to_watch(tmp_path: Path) -> None:
    made(tmp_path, "a.py", "src/b.py", "src/deep/c.py", "empty/")
    found = crawled(tmp_path)
    assert set(found.files) == {"a.py", "src/b.py", "src/deep/c.py"}
    assert set(found.directories) == {"", "src", "src/deep", "empty"}
    assert found.directories[0] == ""
    status = (tmp_path / "src" / "b.py").stat()
    seen = found.files["src/b.py"]
    assert (seen.size, seen.mtime_ns, seen.inode) == (1, status.st_mtime_ns, status.st_ino)


def test_what_is_skipped_is_listed_with_its_reason(tmp_path: Path) -> None:
    made(tmp_path, "a.py", ".env", "logo.png")
    (tmp_path / "big.sql").touch()
    os.truncate(tmp_path / "big.sql", 3 * 1024 * 1024)
    assert "big.sql" in crawled(tmp_path, max_file_bytes=3 * 1024 * 1024).files
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link.py").symlink_to("a.py")
    found = crawled(tmp_path)
    assert set(found.files) == {"a.py"}
    assert found.skipped == {
        ".env": SkipReason.SECRET,
        "logo.png": SkipReason.BINARY,
        "big.sql": SkipReason.SIZE,
        "pipe": SkipReason.NOT_REGULAR,
        "link.py": SkipReason.SYMLINK,
    }


def test_ignore_files_at_every_level(tmp_path: Path) -> None:
    made(tmp_path, "a.py", "a.log", "out/x.py", "sub/a.log", "sub/keep.log")
    (tmp_path / ".gitignore").write_text("*.log\nout/\n")
    (tmp_path / "sub" / ".gitignore").write_text("!keep.log\n")
    found = crawled(tmp_path)
    assert set(found.files) == {".gitignore", "a.py", "sub/.gitignore", "sub/keep.log"}
    assert set(found.directories) == {"", "sub"}


@pytest.mark.parametrize("marker", [".git", "pyvenv.cfg", "CACHEDIR.TAG"])
def test_a_directory_that_is_something_of_its_own_is_not_entered(
    tmp_path: Path, marker: str
) -> None:
    made(tmp_path, "a.py", "own/x.py", f"own/{marker}")
    found = crawled(tmp_path)
    assert set(found.files) == {"a.py"}
    assert found.directories == ("",)
    assert found.policy.ignored("own/x.py", is_dir=False)


def test_target_is_output_only_beside_its_manifest(tmp_path: Path) -> None:
    made(tmp_path, "rust/Cargo.toml", "rust/target/debug/x.rs", "src/target/x.py")
    found = crawled(tmp_path)
    assert set(found.files) == {"rust/Cargo.toml", "src/target/x.py"}
    # Known before the first build makes it.
    made(tmp_path, "other/Cargo.toml")
    assert crawled(tmp_path).policy.ignored("other/target", is_dir=True)


def test_the_root_may_be_reached_through_a_link_and_be_a_repository(tmp_path: Path) -> None:
    made(tmp_path, "real/a.py", "real/.git/HEAD")
    (tmp_path / "link").symlink_to("real")
    assert set(crawled(tmp_path / "link").files) == {"a.py"}


def test_a_missing_root_is_empty(tmp_path: Path) -> None:
    found = crawled(tmp_path / "missing")
    assert (found.files, found.skipped, found.directories) == ({}, {}, ())


def test_an_ignore_file_that_is_a_link_or_huge_is_not_read(tmp_path: Path) -> None:
    made(tmp_path, "repo/a.py", "repo/sub/a.py")
    (tmp_path / "outside").write_text("*.py\n")
    (tmp_path / "repo" / ".gitignore").symlink_to(tmp_path / "outside")
    (tmp_path / "repo" / "sub" / ".gitignore").write_text("*.py\n" * 100_000)
    found = crawled(tmp_path / "repo")
    assert set(found.files) == {"a.py", "sub/a.py", "sub/.gitignore"}


def test_tracked_files_of_ignored_directories(tmp_path: Path) -> None:
    made(tmp_path, "gen/deep/a.c", "gen/deep/b.c", "gen/c.c")
    (tmp_path / ".gitignore").write_text("gen/\n")
    found = crawled(tmp_path, tracked={"gen/deep/a.c"})
    assert set(found.files) == {".gitignore", "gen/deep/a.c"}


def test_a_crawl_of_a_part_sees_that_part_and_renews_the_policy(tmp_path: Path) -> None:
    made(tmp_path, "a.py", "sub/b.py", "sub/x.log", "sub/repo/.git/HEAD", "sub/repo/c.py")
    before = crawled(tmp_path)
    (tmp_path / "sub" / ".gitignore").write_text("*.log\n")
    (tmp_path / "sub" / "repo" / ".git" / "HEAD").unlink()
    (tmp_path / "sub" / "repo" / ".git").rmdir()
    part = crawl_below(str(tmp_path), before.policy, "sub")
    assert set(part.files) == {"sub/b.py", "sub/.gitignore", "sub/repo/c.py"}
    assert part.policy.ignored("sub/new.log", is_dir=False)
    assert not part.policy.ignored("sub/repo/c.py", is_dir=False)
    assert not part.policy.ignored("new.log", is_dir=False)


def test_a_crawl_of_an_ignored_or_vanished_directory_is_empty(tmp_path: Path) -> None:
    made(tmp_path, "node_modules/x/index.js")
    policy = crawled(tmp_path).policy
    for directory in ("node_modules", "node_modules/x", "gone"):
        assert not crawl_below(str(tmp_path), policy, directory).files


NAMES = st.sampled_from(["a.py", "b.log", "c", "out", ".gitignore"])
TREES = st.dictionaries(
    st.lists(st.sampled_from(["out", "src", "x"]), max_size=3).map("/".join),
    st.dictionaries(NAMES, st.sampled_from(["out/", "*.log", "/c\n!b.log", "src", "*\n!a.py", ""])),
    max_size=6,
)


@given(TREES)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_git_lists_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, dict[str, str]]
) -> None:
    root = tmp_path_factory.mktemp("tree")
    subprocess.run(["git", "init", "-q", root], check=True)
    for directory, files in tree.items():
        for name, text in files.items():
            path = root / directory / name
            if any(p.is_file() for p in path.parents) or path.is_dir():
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    listed = subprocess.run(
        ["git", "-c", f"core.excludesFile={os.devnull}", "ls-files", "-o", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True,
    )  # fmt: skip
    expected = {p for p in listed.stdout.splitlines() if not is_ignored_name(p, is_dir=False)}
    found = crawled(root)
    assert set(found.files) == expected
    assert all(not found.policy.ignored(path, is_dir=False) for path in expected)
