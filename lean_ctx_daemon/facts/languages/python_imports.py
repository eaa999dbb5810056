"""Which files a Python import means: packages, namespace packages, source folders, relative
imports.

What it does not: know installed packages; a name that no file of the root explains is foreign.
`from a import b` means the submodule a/b where it exists and a itself otherwise; importing a.b.c
runs the packages above it too, but says nothing about them, so only c counts.

Tests: tests/facts/test_python_imports.py
"""

from __future__ import annotations

from posixpath import dirname
from typing import Final

from lean_ctx_daemon.core.types import ImportRef, Roster

_SUFFIXES: Final = (".py", ".pyi")

# Folders from which absolute imports commonly start, besides the importer's own and those above it.
_SOURCE_FOLDERS: Final = ("", "src", "lib", "python", "source")


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The files of the root that `ref` in `importer` means, without the importer itself."""
    module = ref.module
    level = len(module) - len(module.lstrip("."))
    parts = [part for part in module[level:].split(".") if part]
    if level:
        base = dirname(importer)
        for _ in range(level - 1):
            if not base:
                return ()
            base = dirname(base)
        found = _members(_path(base, parts), ref.names, roster)
    else:
        found = _absolute(importer, parts, ref.names, roster)
    return tuple(path for path in dict.fromkeys(found) if path != importer)


def _absolute(importer: str, parts: list[str], names: tuple[str, ...], roster: Roster) -> list[str]:
    """The module below the nearest folder that holds its first part as a package or module."""
    if not parts:
        return []
    for base in _bases(importer, roster):
        top = _path(base, parts[:1])
        if _file(top, roster) is None and not roster.is_dir(top):
            continue
        found = _members(_path(base, parts), names, roster)
        if found:
            return found
    return []


def _bases(importer: str, roster: Roster) -> list[str]:
    """Where absolute imports may start, likeliest first: the folder above the importer's topmost
    package, source folders, the importer's own folder (scripts), the folders above.
    """
    folder = dirname(importer)
    above = [folder]
    while folder:
        folder = dirname(folder)
        above.append(folder)
    top = 0
    while top < len(above) - 1 and _has_init(above[top], roster):
        top += 1
    bases = [above[top]]
    for folder in above[top:]:
        bases.extend(f"{folder}/{name}".strip("/") if name else folder for name in _SOURCE_FOLDERS)
    if top == 0:  # a script's own folder; in a package it would make `import time` its time.py
        bases.append(above[0])
    return list(dict.fromkeys(bases))


def _has_init(folder: str, roster: Roster) -> bool:
    return _path(folder, ["__init__.py"]) in roster or _path(folder, ["__init__.pyi"]) in roster


def _path(base: str, parts: list[str]) -> str:
    return "/".join([base, *parts]) if base else "/".join(parts)


def _file(path: str, roster: Roster) -> str | None:
    """The file of a module: `path.py`, or the package's `__init__.py`."""
    for suffix in _SUFFIXES:
        for candidate in (
            f"{path}/__init__{suffix}" if path else f"__init__{suffix}",
            path + suffix,
        ):
            if candidate in roster:
                return candidate
    return None


def _members(path: str, names: tuple[str, ...], roster: Roster) -> list[str]:
    """What `import path` or `from path import names` means."""
    own = _file(path, roster)
    if own is None and not roster.is_dir(path):
        return []
    found: list[str] = []
    is_own_meant = not names
    for name in names:
        submodule = _file(_path(path, [name]), roster) if name != "*" else None
        if submodule is not None:
            found.append(submodule)
        else:
            is_own_meant = True
    if is_own_meant and own is not None:
        found.append(own)
    return found
