"""One idea a file: modules and functions stay small; ARCHITECTURE.md lists the exceptions."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
ARCHITECTURE = REPOSITORY / "lean_ctx_daemon" / "ARCHITECTURE.md"
MODULES = sorted(
    [*(REPOSITORY / "lean_ctx_daemon").rglob("*.py"), *(REPOSITORY / "client").rglob("*.py")]
)
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 40


def exceptions() -> set[str]:
    """The names in the list "Size exceptions": `path` or `path:function`, a reason after each."""
    text = ARCHITECTURE.read_text()
    section = re.search(r"^## Size exceptions\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return set(re.findall(r"^- `([^`]+)`", section[1], re.MULTILINE)) if section else set()


def name_of(path: Path) -> str:
    return path.relative_to(REPOSITORY).as_posix()


def long_parts(path: Path) -> set[str]:
    """What in a file is too long: the file, or functions of it (their docstrings not counted)."""
    source = path.read_text()
    found = set()
    if source.count("\n") > MAX_MODULE_LINES:
        found.add(name_of(path))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.lineno
            body = node.body
            if ast.get_docstring(node) is not None:
                docstring = body[0]
                assert docstring.end_lineno is not None
                first += docstring.end_lineno - docstring.lineno + 1
            assert node.end_lineno is not None
            if node.end_lineno - first + 1 > MAX_FUNCTION_LINES:
                found.add(f"{name_of(path)}:{node.name}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_are_small(path: Path) -> None:
    assert long_parts(path) - exceptions() == set()


def test_no_exception_outlives_its_reason() -> None:
    assert exceptions() - {part for path in MODULES for part in long_parts(path)} == set()
