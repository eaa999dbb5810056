"""Which files a Go import means: all non-test files of the package's directory.

What it does not: know modules outside the root. Import paths are taken apart by the module paths
of all go.mod files of the root (nested modules win by being longer) and by `replace` with a local
path.

Tests: tests/facts/test_go_imports.py
"""

from __future__ import annotations

import re
from functools import lru_cache
from posixpath import dirname, normpath
from typing import Final

from lean_ctx_daemon.core.types import ImportRef, Roster

_MODULE: Final = re.compile(r"^\s*module\s+\"?([^\s\"/][^\s\"]*)\"?", re.MULTILINE)
_REPLACE: Final = re.compile(
    r"^\s*(?:replace\s+)?(\S+)(?:\s+v\S+)?\s+=>\s+(\.{1,2}(?:/\S*)?)\s*(?://.*)?$", re.MULTILINE
)


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The non-test Go files of the imported package; none for the importer's own."""
    directory = _directory(ref.module, roster)
    if directory is None or directory == dirname(importer):
        return ()
    return tuple(
        path
        for path in roster.children(directory)
        if path.endswith(".go") and not path.endswith("_test.go")
    )


def _directory(module: str, roster: Roster) -> str | None:
    """The directory of an import path, by the longest module path that begins it."""
    best: tuple[int, str] | None = None
    for manifest in roster.named("go.mod"):
        text = roster.text(manifest)
        if text is None:
            continue
        folder = dirname(manifest)
        for prefix, target in _prefixes(text):
            if module == prefix or module.startswith(f"{prefix}/"):
                below = module[len(prefix) :].strip("/")
                path = normpath("/".join(part for part in (folder, target, below) if part))
                path = "" if path == "." else path
                if roster.is_dir(path) and (best is None or len(prefix) > best[0]):
                    best = (len(prefix), path)
    return best[1] if best is not None else None


@lru_cache(maxsize=512)
def _prefixes(manifest: str) -> tuple[tuple[str, str], ...]:
    """Import path prefixes that a go.mod explains, with the folder each stands for."""
    own = _MODULE.search(manifest)
    prefixes = [(own.group(1), "")] if own else []
    prefixes.extend((match.group(1), match.group(2)) for match in _REPLACE.finditer(manifest))
    return tuple(prefixes)
