"""Tests mirror the tree, and every module says what it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PRODUCT = REPOSITORY / "lean_ctx_daemon"
MODULES = sorted(
    path
    for path in [*PRODUCT.rglob("*.py"), *(REPOSITORY / "client" / "lctx").rglob("*.py")]
    if path.name != "__init__.py"
)


def name_of(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def docstring_of(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_bytes())) or ""


@pytest.mark.parametrize("path", sorted((PRODUCT / "core").rglob("*.py")), ids=name_of)
def test_every_core_module_has_a_test_module(path: Path) -> None:
    if path.name == "__init__.py":
        return
    mirror = REPOSITORY / "tests" / path.relative_to(PRODUCT).with_name(f"test_{path.name}")
    tables = mirror.with_name("test_tables.py")  # a folder of word tables has one test for all
    is_covered = mirror.exists() or name_of(tables) in docstring_of(path)
    assert is_covered, f"{name_of(mirror)} is missing"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_it_does_not_and_where_its_tests_are(path: Path) -> None:
    text = docstring_of(path)
    last = text.strip().split("\n")[-1]
    assert last.startswith("Tests: ") or "\nTests: " in text, "no `Tests:` line"
    named = re.findall(r"tests/[\w/]+\.py", text[text.rindex("Tests: ") :])
    for test in named:
        assert (REPOSITORY / test).exists(), f"{test} is missing"


def test_every_invariant_names_a_test_that_exists() -> None:
    text = (PRODUCT / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| (I\d+) \|.*\| ([^|]+) \|$", text, re.MULTILINE)
    assert len(rows) >= 10
    for name, tests in rows:
        named = re.findall(r"tests/[\w/]+\.py", tests)
        assert named, f"{name} names no test"
        for test in named:
            assert (REPOSITORY / test).exists(), f"{name}: {test} is missing"


def test_test_folders_are_no_packages() -> None:
    packages = {path.parent.name for path in (REPOSITORY / "tests").rglob("__init__.py")}
    assert packages <= {"support", "eval", "bench"}


def test_the_top_of_the_tree_is_the_fixed_one() -> None:
    allowed = {"lean_ctx_daemon", "client", "tests", "systemd", "launchd"}
    folders = {p.name for p in REPOSITORY.iterdir() if p.is_dir() and not p.name.startswith(".")}
    assert folders - {"build", "dist"} == allowed
