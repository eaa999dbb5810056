"""Who may know whom: the rules of ARCHITECTURE.md, for every import, function-level ones too."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
PRODUCT = REPOSITORY / "lean_ctx_daemon"
CLIENT = REPOSITORY / "client" / "lctx"
MODULES = sorted([*PRODUCT.rglob("*.py"), *CLIENT.rglob("*.py")])

# The rooms that each room may import besides itself. What the client shares counts as a room.
MAY_IMPORT = {
    "core": set[str](),
    "facts": {"core"},
    "tokens": {"core"},
    "roots": {"core"},
    "watch": {"core"},
    "store": {"core"},
    "server": {"core", "lctx"},
    "app": {"core", "facts", "tokens", "roots", "watch", "store", "server", "lctx"},
    "lctx": set[str](),
    "": {"app", "lctx"},  # __init__ and __main__
}
CORE_LIBRARIES = {"numpy", "rustworkx", "graspologic_native"}
# Standard library that touches the world, or depends on it: not for core.
IMPURE = {
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "fcntl", "select", "signal", "mmap"),
    *("socket", "ssl", "http", "urllib", "asyncio", "threading", "multiprocessing", "concurrent"),
    *(
        "subprocess",
        "random",
        "secrets",
        "uuid",
        "time",
        "datetime",
        "logging",
        "sqlite3",
        "pickle",
    ),
    *("sys", "getpass", "platform", "locale", "queue", "sched", "contextvars"),
}
# One library may be the tool of several rooms: arrays are how they speak to each other.
SHARED_LIBRARIES = {"numpy"}


def room_of(module: str) -> str:
    """The room of a dotted module name of ours."""
    first, _, rest = module.partition(".")
    if first == "lctx":
        return "lctx"
    room = rest.partition(".")[0]
    return room if room in MAY_IMPORT else ""


def name_of(path: Path) -> str:
    base = CLIENT.parent if CLIENT in path.parents else REPOSITORY
    return ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every imported module with its line, wherever in the file it stands."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            assert node.module is not None
            yield node.module, node.lineno
            if node.module in {"lean_ctx_daemon", "lctx"}:
                yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def is_ours(module: str) -> bool:
    return module.partition(".")[0] in {"lean_ctx_daemon", "lctx"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_imports_only_what_its_room_may(path: Path) -> None:
    room = room_of(name_of(path))
    for module, line in imports(path):
        if not is_ours(module):
            continue
        other = room_of(module)
        allowed = {room, "", *MAY_IMPORT[room]}
        assert other in allowed, f"{path}:{line}: {room or 'top'} imports {module}"


@pytest.mark.parametrize("path", sorted((PRODUCT / "core").rglob("*.py")), ids=name_of)
def test_core_is_pure(path: Path) -> None:
    for module, line in imports(path):
        first = module.partition(".")[0]
        if is_ours(module):
            continue
        if first in sys.stdlib_module_names:
            assert first not in IMPURE, f"{path}:{line}: core imports {module}"
        else:
            assert first in CORE_LIBRARIES, f"{path}:{line}: core imports {module}"


def test_a_third_party_library_has_one_room() -> None:
    rooms: defaultdict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        for module, _ in imports(path):
            first = module.partition(".")[0]
            if not is_ours(module) and first not in sys.stdlib_module_names:
                rooms[first].add(room_of(name_of(path)))
    assert {
        library: sorted(of)
        for library, of in rooms.items()
        if len(of) > 1 and library not in SHARED_LIBRARIES
    } == {}


def test_the_client_uses_the_standard_library_alone() -> None:
    for path in sorted(CLIENT.rglob("*.py")):
        for module, line in imports(path):
            first = module.partition(".")[0]
            assert first == "lctx" or first in sys.stdlib_module_names, f"{path}:{line}: {module}"


def test_nobody_imports_the_application() -> None:
    for path in MODULES:
        if room_of(name_of(path)) not in {"app", ""}:
            assert not any(room_of(module) == "app" for module, _ in imports(path)), path
