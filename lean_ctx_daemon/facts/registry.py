"""Which languages there are, and which one a file is in.

What it does not: parse. Adding a language is one module in facts/languages and one line here.

Tests: tests/facts/test_registry.py
"""

from __future__ import annotations

import re
from typing import Final

from lean_ctx_daemon.core.types import ImportRef, Roster
from lean_ctx_daemon.facts.languages import (
    bash,
    c_family,
    csharp,
    data_formats,
    elixir,
    go,
    java,
    javascript,
    php,
    python,
    ruby,
    rust,
)
from lean_ctx_daemon.facts.spec import LanguageSpec

SPECS: Final[dict[str, LanguageSpec]] = {
    spec.name: spec
    for spec in (
        python.SPEC,
        javascript.SPEC,
        javascript.TYPESCRIPT,
        javascript.TSX,
        go.SPEC,
        rust.SPEC,
        c_family.C,
        c_family.CPP,
        java.SPEC,
        java.KOTLIN,
        csharp.SPEC,
        php.SPEC,
        ruby.SPEC,
        elixir.SPEC,
        bash.SPEC,
        data_formats.MARKDOWN,
        data_formats.JSON,
        data_formats.YAML,
        data_formats.TOML,
        data_formats.CSS,
        data_formats.SCSS,
        data_formats.HTML,
    )
}

_BY_EXTENSION: Final = {ext: spec.name for spec in SPECS.values() for ext in spec.extensions}
_BY_FILE_NAME: Final = {name: spec.name for spec in SPECS.values() for name in spec.file_names}
_BY_SHEBANG: Final = {word: spec.name for spec in SPECS.values() for word in spec.shebangs}

# `#!/usr/bin/env -S python3 -u`, `#!/bin/bash`: the program's name without its version.
_SHEBANG: Final = re.compile(
    rb"#!\s*\S*?(?:/env\s+(?:-\S+\s+|\w+=\S*\s+)*)?([A-Za-z_+-]+)[\d.]*(?=\s|$)"
)


def language_of(path: str, head: bytes) -> str:
    """The language of a file by its name, else by its first line; "" is plain text.

    `head` is the beginning of the file (a line is enough).
    """
    name = path.rpartition("/")[2]
    if name in _BY_FILE_NAME:
        return _BY_FILE_NAME[name]
    dot = name.rfind(".")
    if dot >= 0:
        by_extension = _BY_EXTENSION.get(name[dot:]) or _BY_EXTENSION.get(name[dot:].lower())
        if by_extension is not None:
            # Qt's translations are XML in files named `.ts`.
            return "" if by_extension == "typescript" and head.startswith(b"<") else by_extension
        if dot > 0:
            return ""
    match = _SHEBANG.match(head)
    return _BY_SHEBANG.get(match.group(1).decode(), "") if match else ""


def resolve(
    language: str, importer: str, ref: ImportRef, package: str, roster: Roster
) -> tuple[str, ...]:
    """The files of the root that an import means; empty where it means none, or a foreign one."""
    spec = SPECS.get(language)
    return spec.resolve(importer, ref, package, roster) if spec is not None else ()
