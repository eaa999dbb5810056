from __future__ import annotations

from collections.abc import Mapping

from lean_ctx_daemon.core.types import FileFacts, Signature, SkipReason
from lean_ctx_daemon.facts.analyse import analyse
from lean_ctx_daemon.facts.registry import resolve
from lean_ctx_daemon.roots.commit import Changes, State, next_state
from lean_ctx_daemon.roots.known import Known
from lean_ctx_daemon.roots.roster import RosterView
from lean_ctx_daemon.tokens import line_counts

EMPTY = State(RosterView((), lambda _: ""))


def facts(text: str) -> FileFacts:
    return analyse(text.encode(), "python", text.encode(), line_counts)


def known(size: int = 1, skip: SkipReason | None = None) -> Known:
    return Known(Signature(size, 1, 1, 1, 1), skip=skip)


def after(before: State, changes: Changes, files: Mapping[str, Known]) -> State:
    return next_state(before, changes, files, resolve, lambda _: "")


def test_entries_say_size_facts_and_reason() -> None:
    files = {"a.py": known(6), "b.bin": known(9, SkipReason.BINARY), "c.py": known(3)}
    changes = Changes({"a.py": facts("a = 1\n")}, set(files), is_membership_changed=True)
    entries = after(EMPTY, changes, files).files
    assert {p: (e.size, e.facts is not None, e.skip) for p, e in entries.items()} == {
        "a.py": (6, True, None),
        "b.bin": (9, False, SkipReason.BINARY),
        "c.py": (3, False, None),
    }


def test_what_did_not_change_is_shared() -> None:
    files = {"a.py": known(), "b.py": known()}
    both: dict[str, FileFacts | None] = {"a.py": facts("import b\n"), "b.py": facts("b = 1\n")}
    before = after(EMPTY, Changes(both, set(files), is_membership_changed=True), files)
    later = after(before, Changes({"b.py": facts("b = 2\n")}), files)
    assert later.roster is before.roster
    assert later.files["a.py"] is before.files["a.py"]
    assert later.files["b.py"] is not before.files["b.py"]
    assert later.derived.graph.digest == before.derived.graph.digest


def test_a_file_that_went_has_no_entry() -> None:
    before = after(EMPTY, Changes({}, {"a.py"}, is_membership_changed=True), {"a.py": known()})
    gone = after(before, Changes({"a.py": None}, {"a.py"}, is_membership_changed=True), {})
    assert not gone.files
    assert "a.py" not in gone.roster


def remembered(files: Mapping[str, FileFacts], imports: tuple[str, ...]) -> Changes:
    return Changes(
        dict(files),
        set(files),
        is_membership_changed=True,
        remembered={path: (one, imports) for path, one in files.items()},
    )


def test_remembered_imports_hold_for_these_files_with_these_facts_only() -> None:
    both = {"a.py": facts("import b\n"), "b.py": facts("b = 1\n")}
    files = {path: known() for path in both}
    told = ("b.py", "told.py")  # no resolver would say so
    assert after(EMPTY, remembered(both, told), files).derived.imports["a.py"] == told
    more = {**files, "c.py": known()}
    assert after(EMPTY, remembered(both, told), more).derived.imports["a.py"] == ("b.py",)
    newer = remembered(both, told).followed_by(Changes({"b.py": facts("b = 2\n")}))
    assert after(EMPTY, newer, files).derived.imports["a.py"] == ("b.py",)


def test_an_edited_manifest_resolves_every_import_again() -> None:
    texts = {"go.mod": "module one\n"}
    files = {"go.mod": known(), "main.go": known(), "pkg/pkg.go": known()}
    source = b'package main\n\nimport "two/pkg"\n'
    both: dict[str, FileFacts | None] = {
        "main.go": analyse(source, "go", b"main", line_counts),
        "pkg/pkg.go": analyse(b"package pkg\n", "go", b"pkg", line_counts),
    }
    first = Changes(both, set(files), is_membership_changed=True)
    before = next_state(EMPTY, first, files, resolve, texts.__getitem__)
    assert before.derived.imports["main.go"] == ()
    texts["go.mod"] = "module two\n"
    edit = Changes({"go.mod": facts("")})
    later = next_state(before, edit, files, resolve, texts.__getitem__)
    assert later.derived.imports["main.go"] == ("pkg/pkg.go",)


def test_later_changes_win_and_nothing_is_lost() -> None:
    one, two = facts("a = 1\n"), facts("a = 2\n")
    earlier = Changes({"a.py": one, "b.py": one}, {"a.py"}, is_membership_changed=True)
    joined = earlier.followed_by(Changes({"a.py": two}, {"c.py"}, is_history_changed=True))
    assert joined == Changes(
        {"a.py": two, "b.py": one},
        {"a.py", "c.py"},
        is_membership_changed=True,
        is_history_changed=True,
    )
    assert joined
    assert not Changes()
