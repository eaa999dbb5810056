from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from lean_ctx_daemon.roots import git

TRAP = "touch {}"


def run(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(root: Path, message: str, **files: str) -> str:
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_py", ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    run(root, "add", "-A", "-f")
    run(root, "commit", "-q", "--allow-empty", "-m", message)
    return run(root, "rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    run(root, "init", "-q", "-b", "main")
    return root


def test_commits_come_newest_first_with_their_message_and_paths(repository: Path) -> None:
    commit(repository, "Begin", a_py="1")
    commit(repository, "Fix the NaN\n\nIt came from a division.", a_py="2", sub__b_py="1")
    newest, oldest = git.commits(str(repository))
    assert newest.subject == "Fix the NaN\n\nIt came from a division."
    assert sorted(newest.paths) == ["a.py", "sub/b.py"]
    assert (oldest.subject, oldest.paths) == ("Begin", ("a.py",))
    assert newest.time >= oldest.time > 0


def test_only_commits_after_the_given_one(repository: Path) -> None:
    first = commit(repository, "one", a_py="1")
    second = commit(repository, "two", a_py="2")
    assert [c.subject for c in git.commits(str(repository), since=first)] == ["two"]
    assert git.commits(str(repository), since=second) == []
    assert git.commits(str(repository), since="--output=/tmp/x") == []


def test_history_that_leads_on_and_history_that_was_rewritten(repository: Path) -> None:
    first = commit(repository, "one", a_py="1")
    second = commit(repository, "two", a_py="2")
    assert git.is_ancestor(str(repository), first, second)
    assert not git.is_ancestor(str(repository), second, first)
    assert not git.is_ancestor(str(repository), "f" * 40, second)


def test_a_wide_commit_keeps_its_message_and_loses_its_paths(repository: Path) -> None:
    many = {f"f{i}_py": "x" for i in range(git.MAX_COMMIT_PATHS + 1)}
    commit(repository, "Move everything", **many)
    (found,) = git.commits(str(repository))
    assert (found.subject, found.paths) == ("Move everything", ())


def test_merges_are_left_out_and_empty_commits_are_not(repository: Path) -> None:
    commit(repository, "base", a_py="1")
    run(repository, "checkout", "-q", "-b", "side")
    commit(repository, "side", b_py="1")
    run(repository, "checkout", "-q", "main")
    commit(repository, "empty")
    run(repository, "merge", "-q", "--no-ff", "-m", "merge", "side")
    assert {c.subject for c in git.commits(str(repository))} == {"base", "side", "empty"}


def test_the_limit_and_the_bound_of_a_message(repository: Path) -> None:
    commit(repository, "one", a_py="1")
    commit(repository, "y" * 5_000, a_py="2")
    (found,) = git.commits(str(repository), limit=1)
    assert found.subject == "y" * git.MAX_MESSAGE_CHARS


def test_strange_names_come_in_the_spelling_of_the_roster(repository: Path) -> None:
    names = [b"caf\xe9.py", "é.py".encode(), b"two\nlines.py", b"\nfirst.py", b'"quoted".py']
    for name in names:
        Path(os.fsdecode(os.path.join(os.fsencode(repository), name))).write_text("x")
    commit(repository, "names")
    (found,) = git.commits(str(repository))
    assert set(found.paths) == {"caf%E9.py", "é.py", "two\nlines.py", "\nfirst.py", '"quoted".py'}


def test_head(repository: Path) -> None:
    assert git.head(str(repository)) is None
    assert git.head(str(repository)) != commit(repository, "one", a_py="1")
    assert git.head(str(repository)) == run(repository, "rev-parse", "HEAD")


def test_dirty_paths_are_changed_staged_deleted_and_new_ones(repository: Path) -> None:
    commit(repository, "one", a_py="1", b_py="1", c_py="1", d_py="1")
    (repository / ".gitignore").write_text("*.log\n")
    (repository / "a.py").write_text("changed")
    (repository / "b.py").unlink()
    (repository / "d.py").rename(repository / "e.py")
    run(repository, "add", "e.py")
    (repository / "sub").mkdir()
    (repository / "sub" / "new.py").write_text("new")
    (repository / "noise.log").write_text("noise")
    expected = {".gitignore", "a.py", "b.py", "d.py", "e.py", "sub/new.py"}
    assert git.dirty_paths(str(repository)) == expected


def test_tracked_but_ignored(repository: Path) -> None:
    (repository / ".gitignore").write_text("build*\n")
    commit(repository, "one", build__tool_py="1", a_py="1")
    assert git.tracked_but_ignored(str(repository)) == {"build/tool.py"}


def test_no_repository_no_git_and_a_broken_one_are_empty(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = tmp_path / "plain"
    plain.mkdir()
    broken = tmp_path / "broken"
    (broken / ".git").mkdir(parents=True)
    for root in (str(plain), str(broken), str(tmp_path / "missing")):
        assert git.commits(root) == []
        assert git.head(root) is None
        assert git.dirty_paths(root) == frozenset()
    commit(repository, "one", a_py="1")
    monkeypatch.setenv("PATH", str(plain))
    assert git.commits(str(repository)) == []


def test_the_repository_around_a_root_is_not_the_roots(repository: Path) -> None:
    commit(repository, "outer", a_py="1")
    inner = repository / "inner"
    (inner / ".git").mkdir(parents=True)
    assert git.commits(str(inner)) == []


def test_repository_root_is_the_nearest(repository: Path) -> None:
    inner = repository / "sub" / "inner"
    inner.mkdir(parents=True)
    assert git.repository_root(str(inner)) == str(repository)
    (inner / ".git").write_text("gitdir: elsewhere\n")
    assert git.repository_root(str(inner)) == str(inner)
    assert git.repository_root(str(inner / "missing" / "file.py")) == str(inner)
    assert git.repository_root("/") is None


def sign(root: Path) -> None:
    """Give the last commit a signature, so that whoever shows signatures must ask a program."""
    header, _, message = run(root, "cat-file", "commit", "HEAD").partition("\n\n")
    armour = "-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----"
    text = f"{header}\ngpgsig {armour}\n\n{message}\n"
    hashed = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--stdin"],
        cwd=root, check=True, capture_output=True, text=True, input=text,
    )  # fmt: skip
    run(root, "update-ref", "HEAD", hashed.stdout.strip())


@pytest.mark.parametrize(
    "settings",
    [
        {"core.fsmonitor": TRAP},
        {"log.showSignature": "true", "gpg.program": TRAP},
        {"filter.trap.clean": TRAP, "filter.trap.process": TRAP, "filter.trap.required": "true"},
        {"diff.trap.command": TRAP, "diff.trap.textconv": TRAP},
    ],
    ids=lambda settings: next(iter(settings)),
)
def test_nothing_that_the_repository_configures_is_run(
    repository: Path, tmp_path: Path, settings: dict[str, str]
) -> None:
    (repository / ".gitattributes").write_text("*.py filter=trap diff=trap\n")
    first = commit(repository, "one", a_py="1")
    commit(repository, "two", a_py="2")
    sign(repository)
    marker = tmp_path / "run"
    script = tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch '{marker}'\ncat\n")
    script.chmod(0o755)
    for key, value in settings.items():
        run(repository, "config", key, str(script) if value == TRAP else value)
    # Of the same size: git must compare contents to know.
    (repository / "a.py").write_text("3")
    root = str(repository)
    assert git.dirty_paths(root) == {"a.py"}
    assert len(git.commits(root, since=first)) == 1
    assert git.head(root)
    assert not marker.exists()


def test_hooks_are_not_run_and_the_index_is_not_written(repository: Path) -> None:
    commit(repository, "one", a_py="1")
    marker = repository / "run"
    hook = repository / ".git" / "hooks" / "post-index-change"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch '{marker}'\n")
    hook.chmod(0o755)
    os.utime(repository / "a.py", (1, 1))  # a stat that git would like to refresh
    before = (repository / ".git" / "index").read_bytes()
    assert git.dirty_paths(str(repository)) == frozenset()
    assert (repository / ".git" / "index").read_bytes() == before
    assert not marker.exists()


def test_a_work_tree_configured_elsewhere_is_not_looked_at(
    repository: Path, tmp_path: Path
) -> None:
    commit(repository, "one", a_py="1")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "private.txt").write_text("x")
    run(repository, "config", "core.worktree", str(elsewhere))
    assert git.dirty_paths(str(repository)) == frozenset()


def test_what_is_late_is_ended_and_what_it_printed_counts(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(
        "#!/bin/sh\nprintf '\\0011600000000\\000seen\\000\\000\\na.py\\000'\nexec sleep 60\n"
    )
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(git, "TIMEOUT_S", 0.3)
    (found,) = git.commits(str(repository))
    assert (found.time, found.subject, found.paths) == (1600000000, "seen", ("a.py",))
