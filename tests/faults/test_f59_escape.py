"""F59: no path leads out of the root, however it is written, and nothing outside is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import Refused
from lean_ctx_daemon.roots.reading import OutsideRoot, read_file, resolve_inside


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("inside")
    (tmp_path / "repo-evil").mkdir()
    (tmp_path / "repo-evil" / "a.py").write_text("outside")
    (tmp_path / "secret.txt").write_text("outside")
    (root / "leaf.py").symlink_to(tmp_path / "secret.txt")
    (root / "parent").symlink_to(tmp_path)
    (root / "disk").symlink_to("/")
    (root / "loop").symlink_to("loop")
    return root


@pytest.mark.parametrize(
    "path",
    [
        "..",
        "../secret.txt",
        "src/../../secret.txt",
        "../repo-evil/a.py",
        "{root}-evil/a.py",
        "{root}/../secret.txt",
        "/etc/passwd",
        "leaf.py",
        "parent/secret.txt",
        "parent/missing.py",
        "parent/repo-evil/a.py",
        "disk/etc/passwd",
        "src\0/a.py",
        "\ud800",
    ],
)
def test_outside(root: Path, path: str) -> None:
    with pytest.raises(OutsideRoot):
        resolve_inside(str(root), path.replace("{root}", str(root)))


def test_another_case_is_another_directory(root: Path) -> None:
    if root.with_name("REPO").exists():
        pytest.skip("this file system does not tell cases apart")
    with pytest.raises(OutsideRoot):
        resolve_inside(str(root), str(root.with_name("REPO") / "src" / "a.py"))


@pytest.mark.parametrize(
    "path", ["leaf.py", "parent/secret.txt", "disk/etc/passwd", "loop", "../x"]
)
def test_a_link_put_there_after_the_check_is_not_followed(root: Path, path: str) -> None:
    with pytest.raises(Refused):
        read_file(str(root), path, 1_000)


def test_a_loop_of_links_is_refused(root: Path) -> None:
    with pytest.raises(Refused):
        read_file(str(root), resolve_inside(str(root), "loop"), 1_000)


def test_the_filesystem_root_as_a_root() -> None:
    assert resolve_inside("/", "/etc") == "etc"
