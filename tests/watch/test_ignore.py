from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.watch.ignore import IgnoreRules, rules_of

PIECES = (
    "a", "b", "ab", "*", "**/", "/**", "/", "?", "[ab]", "[!a]", "[a-b]", "[[:alpha:]]", "[]a]",
    "[^-a]", "[", "[a", ".", "\\", "\\*", "!", "#", " ", "\\ ", "-",
)  # fmt: skip
NAMES = ("a", "b", "ab", "ba", ".a", "a.b", "-", "]", "*", "[", "#a", "!a", "a b", "a ", "\\")
PATHS = tuple(
    "/".join(parts)
    for parts in [(a,) for a in NAMES]
    + [(a, b) for a in NAMES[:8] for b in NAMES[:8]]
    + [("a", "b", "a"), ("a", "a", "a"), ("b", "ab", "a"), ("a", "b", "ab", "b"), ("b", "a", "a b")]
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ignore")
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


def ignored_by_git(root: Path, text: str) -> set[str]:
    (root / ".gitignore").write_text(text)
    done = subprocess.run(
        ["git", "-c", f"core.excludesFile={os.devnull}", "check-ignore", "-z", "--stdin"],
        cwd=root, input="\0".join(PATHS).encode(), capture_output=True, check=False,
    )  # fmt: skip
    return {path for path in done.stdout.decode().split("\0") if path}


def ignored_by_us(text: str) -> set[str]:
    rules = IgnoreRules.parse(text)
    found = set()
    for path in PATHS:
        parts = path.split("/")
        for n in range(1, len(parts) + 1):
            is_dir = n < len(parts)
            if rules.verdict("/".join(parts[:n]), parts[n - 1], is_dir=is_dir):
                found.add(path)
                break
    return found


def has_double_star_in_a_name(text: str) -> bool:
    segments = text.replace("!", "").replace("\n", "/").split("/")
    return any("**" in s and s.strip("*") for s in segments)


@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join), max_size=4))
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_git_says_the_same(repository: Path, lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    if not has_double_star_in_a_name(text):
        assert ignored_by_us(text) == ignored_by_git(repository, text)


@pytest.mark.parametrize(
    ("text", "path", "is_dir", "verdict"),
    [
        ("*.log", "deep/x.log", False, True),
        ("*.log\n!keep.log", "keep.log", False, False),
        ("!keep.log\n*.log", "keep.log", False, True),
        ("build/", "build", False, None),
        ("build/", "src/build", True, True),
        ("/build", "src/build", True, None),
        ("src/build", "src/build", True, True),
        ("docs/**/x", "docs/a/b/x", False, True),
        ("docs/**/x", "docs/x", False, True),
        ("docs/**", "docs", True, None),
        ("docs/**", "docs/x", False, True),
        ("**/tmp", "a/b/tmp", True, True),
        ("a?c", "a/c", False, None),
        ("[[:digit:]]*", "7up", False, True),
        ("[[:digit:]]*", "up", False, None),
        ("\ufefffirst", "first", False, True),
        ("crlf\r\n", "crlf", False, True),
        ("trailing   ", "trailing", False, True),
        ("kept\\ ", "kept ", False, True),
        ("# comment", "# comment", False, None),
        ("\\#hash", "#hash", False, True),
        ("é?", "éß", False, True),
        ("line?feed", "line\nfeed", False, True),
        ("unclosed[a", "unclosed[a", False, None),
        ("ends\\", "ends\\", False, None),
        ("[z-a]x", "zx", False, True),
        ("[z-a]x", "mx", False, None),
        ("[[:no:]]", "a", False, None),
        ("/", "a", True, None),
        ("x" * 5_000, "x" * 5_000, False, None),
    ],
)
def test_examples(text: str, path: str, is_dir: bool, verdict: bool | None) -> None:  # noqa: FBT001
    name = path.rpartition("/")[2]
    assert IgnoreRules.parse(text).verdict(path, name, is_dir=is_dir) is verdict


def test_an_ignored_directory_name_does_not_take_back_what_is_below() -> None:
    rules = IgnoreRules.parse("*.log\n!build/\n")
    assert rules.verdict("build", "build", is_dir=True) is False
    assert rules.verdict("build/x.log", "x.log", is_dir=False) is True


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 100 + "b", "a" * 250),
        ("**/a/" * 300 + "b", "a/" * 1_500 + "c"),
        ("**/a*a*a*/" * 100 + "x", "aaaa/" * 800 + "y"),
        ("[a-" * 1_000, "a" * 250),
        ("/" + "*/" * 1_000 + "b", "a/" * 1_500 + "c"),
    ],
)
def test_a_hostile_pattern_does_not_backtrack(pattern: str, path: str) -> None:
    started = time.perf_counter()
    IgnoreRules.parse(pattern).verdict(path, path.rpartition("/")[2], is_dir=False)
    assert time.perf_counter() - started < 2  # milliseconds; backtracking takes years


def test_no_rules_are_false_and_say_nothing() -> None:
    empty = IgnoreRules.parse("# nothing\n\n")
    assert not empty
    assert empty.verdict("a", "a", is_dir=False) is None
    assert list(rules_of("\n")) == []
