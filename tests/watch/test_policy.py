from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.ignore import IgnoreRules
from lean_ctx_daemon.watch.policy import (
    MAX_FILE_BYTES,
    Findings,
    Givens,
    Policy,
    is_below,
    is_within,
    parents,
)


def policy(
    files: dict[str, str],
    *,
    excludes: tuple[str, ...] = (),
    own: str = "",
    tracked: tuple[str, ...] = (),
    boundaries: tuple[str, ...] = (),
    outputs: tuple[str, ...] = (),
) -> Policy:
    rules = {directory: IgnoreRules.parse(text) for directory, text in files.items()}
    return Policy(
        Givens(
            tuple(IgnoreRules.parse(text) for text in excludes),
            IgnoreRules.parse(own),
            frozenset(tracked),
        ),
        Findings(rules, frozenset(boundaries), frozenset(outputs)),
    )


def test_the_deeper_ignore_file_wins() -> None:
    found = policy({"": "*.log\n", "keep": "!*.log\n", "keep/not": "*.log\n"})
    assert found.ignored("a.log", is_dir=False)
    assert not found.ignored("keep/a.log", is_dir=False)
    assert found.ignored("keep/not/a.log", is_dir=False)


def test_patterns_are_anchored_where_their_file_stands() -> None:
    found = policy({"sub": "/out\n"})
    assert found.ignored("sub/out", is_dir=True)
    assert not found.ignored("out", is_dir=True)
    assert not found.ignored("sub/deep/out", is_dir=True)


def test_nothing_below_an_ignored_directory_comes_back() -> None:
    found = policy({"": "/out/\n!/out/keep.py\n", "out": "!*\n"})
    assert found.ignored("out/keep.py", is_dir=False)
    assert found.ignored("out/deep/er/x.py", is_dir=False)
    assert found.scope_of("out/deep") is None


def test_files_of_a_kept_directory_with_an_ignored_content() -> None:
    found = policy({"": "/out/*\n!/out/keep.py\n"})
    assert not found.ignored("out/keep.py", is_dir=False)
    assert found.ignored("out/other.py", is_dir=False)


def test_the_excludes_outside_the_tree_come_last() -> None:
    found = policy({"": "!a.tmp\n"}, excludes=("!b.tmp\n", "*.tmp\n"))
    assert not found.ignored("a.tmp", is_dir=False)
    assert not found.ignored("b.tmp", is_dir=False)
    assert found.ignored("c.tmp", is_dir=False)


def test_the_users_own_globs_come_first() -> None:
    found = policy({"": "*.log\n"}, own="*.sql\n!*.log\n!yarn.lock\n")
    assert found.ignored("a.sql", is_dir=False)
    assert not found.ignored("a.log", is_dir=False)
    assert not found.ignored("yarn.lock", is_dir=False)


def test_a_negation_does_not_bring_dependencies_back() -> None:
    found = policy({"": "!node_modules\n!package-lock.json\n"})
    assert found.ignored("node_modules/x/index.js", is_dir=False)
    assert found.ignored("package-lock.json", is_dir=False)


def test_what_git_tracks_in_an_ignored_directory_is_known_and_nothing_else_there() -> None:
    found = policy({"": "gen/\n*.log\n"}, tracked=("gen/deep/a.c", "b.log"))
    assert not found.ignored("gen/deep/a.c", is_dir=False)
    assert not found.ignored("b.log", is_dir=False)
    assert found.ignored("gen/deep/b.c", is_dir=False)
    assert found.ignored("gen/other", is_dir=True)
    assert found.ignored("gen/deep/sub/x.c", is_dir=False)
    assert found.ignored("c.log", is_dir=False)


def test_directories_set_apart() -> None:
    found = policy({}, boundaries=("sub/repo",), outputs=("target",))
    assert found.ignored("sub/repo/a.py", is_dir=False)
    assert found.ignored("target/x", is_dir=False)
    assert not found.ignored("sub/a.py", is_dir=False)
    assert not found.ignored("src/target/x.py", is_dir=False)


def test_the_root_is_never_ignored() -> None:
    assert not policy({"": "*\n"}).ignored("", is_dir=True)


def test_a_new_crawl_of_a_directory_replaces_what_was_found_there() -> None:
    before = Findings(
        {"": IgnoreRules.parse("a"), "x": IgnoreRules.parse("b"), "x/y": IgnoreRules.parse("c")},
        frozenset({"x/repo", "other"}),
        frozenset({"x", "x/target"}),
    )
    after = before.replaced("x", Findings({"x/z": IgnoreRules.parse("d")}))
    assert set(after.ignore_files) == {"", "x/z"}
    assert after.boundaries == {"other"}
    assert after.outputs == {"x"}


def test_skip_reasons_do_not_depend_on_the_ignore_files() -> None:
    found = policy({"": "!.env\n"}, own="!.env\n")
    assert found.skip_reason(".env", 1) is SkipReason.SECRET
    assert found.skip_reason("a.png", MAX_FILE_BYTES + 1) is SkipReason.BINARY
    assert found.skip_reason("a.py", MAX_FILE_BYTES + 1) is SkipReason.SIZE
    assert found.skip_reason("a.py", MAX_FILE_BYTES) is None


def test_the_users_limit_of_size_counts() -> None:
    found = Policy(Givens(max_file_bytes=9))
    assert found.skip_reason("a.py", 10) is SkipReason.SIZE
    assert found.skip_reason("a.py", 9) is None


def test_a_path_deeper_than_any_stack_is_answered() -> None:
    assert not policy({"": "b\n"}).ignored("a/" * 2_000 + "a", is_dir=False)
    assert policy({"": "b\n"}).ignored("a/" * 2_000 + "b", is_dir=False)


PATHS = st.lists(st.sampled_from(["a", "b", "out", "x.log"]), min_size=1, max_size=5).map("/".join)
TEXTS = st.lists(
    st.sampled_from(["a", "/a", "out/", "!out", "*.log", "!a/*.log", "b/**", "!b/a"]), max_size=4
).map("\n".join)


@given(st.dictionaries(st.sampled_from(["", "a", "a/b", "out"]), TEXTS), PATHS)
def test_ignored_is_inherited(files: dict[str, str], path: str) -> None:
    found = policy(files)
    if found.ignored(path, is_dir=True):
        assert found.ignored(f"{path}/below", is_dir=False)


@given(st.dictionaries(st.sampled_from(["", "a", "a/b", "out"]), TEXTS), st.lists(PATHS))
def test_what_was_asked_before_changes_no_answer(files: dict[str, str], paths: list[str]) -> None:
    asked = policy(files)
    forwards = [asked.ignored(path, is_dir=False) for path in paths]
    assert [policy(files).ignored(path, is_dir=False) for path in paths] == forwards
    assert [asked.ignored(path, is_dir=False) for path in reversed(paths)] == forwards[::-1]


def test_50_000_paths_in_well_under_a_second() -> None:
    lines = [f"name{i}" for i in range(60)] + [f"*.e{i}" for i in range(40)]
    lines += ["docs/_build/", "/dist", "**/tmp/*.bak", "[Bb]in/", "*~?"]
    found = policy({"": "\n".join(lines)})
    paths = [f"src/pkg{i % 300}/mod{i % 7}/file{i}.py" for i in range(50_000)]
    started = time.perf_counter()
    assert not any(found.ignored(path, is_dir=False) for path in paths)
    assert time.perf_counter() - started < 1.5  # 0.15 s on two cores; slack for a busy machine


def test_path_relations() -> None:
    assert list(parents("a/b/c")) == ["a", "a/b"]
    assert list(parents("a")) == []
    assert is_below("ab/c", "ab")
    assert not is_below("abc", "ab")
    assert not is_below("ab", "ab")
    assert is_within("ab", "ab")
    assert is_below("a", "")
    assert not is_below("", "")
