import subprocess
from pathlib import Path

from tests.e2e.repository import COMMITS, build_repository


def head(folder: Path) -> str:
    return subprocess.check_output(["git", "-C", str(folder), "log", "--format=%H %s"], text=True)


def test_the_repository_is_the_same_each_time(tmp_path: Path) -> None:
    one, two = build_repository(tmp_path / "one"), build_repository(tmp_path / "two")
    assert head(one) == head(two)
    assert [line.partition(" ")[2] for line in head(one).splitlines()] == [
        subject for subject, _ in reversed(COMMITS)
    ]
