from __future__ import annotations

from lean_ctx_daemon.core.types import Refused
from lean_ctx_daemon.roots.roster import RosterView


def unread(path: str) -> str:
    raise Refused(f"{path} is not there")


def test_children_are_the_files_directly_inside() -> None:
    roster = RosterView(["b.py", "a.py", "pkg/m.py", "pkg/sub/n.py"], unread)
    assert roster.children("") == ("a.py", "b.py")
    assert roster.children("pkg") == ("pkg/m.py",)
    assert roster.children("nowhere") == ()


def test_directories_follow_from_files() -> None:
    roster = RosterView(["pkg/sub/n.py"], unread)
    assert roster.is_dir("")
    assert roster.is_dir("pkg")
    assert roster.is_dir("pkg/sub")
    assert not roster.is_dir("pkg/sub/n.py")


def test_files_are_found_by_base_name() -> None:
    roster = RosterView(["x/go.mod", "go.mod", "y/main.go"], unread)
    assert roster.named("go.mod") == ("go.mod", "x/go.mod")


def test_a_manifest_is_read_once_and_an_unreadable_one_is_absent() -> None:
    reads: list[str] = []

    def read(path: str) -> str:
        reads.append(path)
        if path == "bad.json":
            raise Refused("too large")
        return "{}"

    roster = RosterView(["a.json", "bad.json"], read)
    assert roster.text("a.json") == "{}"
    assert roster.text("a.json") == "{}"
    assert roster.text("bad.json") is None
    assert roster.text("missing.json") is None
    assert reads == ["a.json", "bad.json"]
