"""store.version: the digest covers all that makes facts."""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lean_ctx_daemon.store import version
from lean_ctx_daemon.store.version import (
    CORE_SOURCES,
    LIBRARIES,
    PRODUCT,
    algorithm_version,
    key_of,
)

ROOT = Path(PRODUCT)
LAYOUT_ONLY = {"numpy"}  # its arrays hold the facts; it decides nothing about them


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def closure() -> tuple[set[Path], set[str]]:
    """What facts/ and tokens/ import, directly or not: our files, and top names of others."""
    todo = [p for room in version.SOURCE_FOLDERS for p in sorted((ROOT / room).rglob("*.py"))]
    ours, others = set(todo), set[str]()
    while todo:
        for module in imported(todo.pop()):
            first, *rest = module.split(".")
            if first != "lean_ctx_daemon":
                others.add(first)
                continue
            path = ROOT.joinpath(*rest).with_suffix(".py")
            if rest and path.exists() and path not in ours:
                ours.add(path)
                todo.append(path)
    return ours, others - set(sys.stdlib_module_names)


def test_the_digest_covers_every_source_that_makes_facts() -> None:
    ours, others = closure()
    core = {p.relative_to(ROOT).as_posix() for p in ours if p.is_relative_to(ROOT / "core")}
    assert core == set(CORE_SOURCES)
    assert others - LAYOUT_ONLY == set(LIBRARIES)
    assert {p.relative_to(ROOT).as_posix() for p in ours} <= set(version._sources())


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The product's sources, to be changed."""
    for part in ("core", *version.SOURCE_FOLDERS):
        shutil.copytree(ROOT / part, tmp_path / part)
    monkeypatch.setattr(version, "PRODUCT", str(tmp_path))
    return tmp_path


def fresh() -> bytes:
    return algorithm_version.__wrapped__()


@pytest.mark.parametrize(
    "changed", ["facts/walk.py", "facts/languages/go.py", "tokens/runs.py", *CORE_SOURCES]
)
def test_a_changed_source_is_another_version(copy: Path, changed: str) -> None:
    assert fresh() == algorithm_version()
    (copy / changed).write_text("# changed\n" + (copy / changed).read_text())
    assert fresh() != algorithm_version()


def test_a_source_that_makes_no_facts_is_not(copy: Path) -> None:
    (copy / "core" / "rrf.py").write_text("")
    assert fresh() == algorithm_version()


def test_without_sources_the_release_counts(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(copy / "core")
    before = fresh()
    monkeypatch.setattr("lean_ctx_daemon.__version__", "999")
    assert fresh() != before


def test_another_release_of_a_parser_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version, "_release", lambda library: f"{library}-999")
    assert fresh() != algorithm_version()


def test_releases_are_found() -> None:
    assert all(any(c.isdigit() for c in version._release(library)) for library in LIBRARIES)
    assert version._release("no_such_library") == ""


def test_a_key_depends_on_language_and_content_alone() -> None:
    assert key_of("c", b"d") == key_of("c", b"d")
    assert len({key_of("c", b"d"), key_of("cd", b""), key_of("", b"cd"), key_of("c", b"e")}) == 4
