"""The programming language that a task is about: from its files, else from a language's name.

Short names that are words or letters (Go, C, R, D) count only where the task says so: capitalised
after "in", or before "code", "file", "program" and the like.

Tests: tests/core/intent/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from lean_ctx_daemon.core.intent.files import language_of

_NAMES: Final[Mapping[str, str]] = {
    "bash": "Shell",
    "c#": "C#",
    "c++": "C++",
    "clojure": "Clojure",
    "cpp": "C++",
    "csharp": "C#",
    "cython": "Cython",
    "dart": "Dart",
    "elixir": "Elixir",
    "erlang": "Erlang",
    "f#": "F#",
    "fortran": "Fortran",
    "golang": "Go",
    "graphql": "GraphQL",
    "groovy": "Groovy",
    "haskell": "Haskell",
    "java": "Java",
    "javascript": "JavaScript",
    "julia": "Julia",
    "kotlin": "Kotlin",
    "lua": "Lua",
    "objective-c": "Objective-C",
    "ocaml": "OCaml",
    "perl": "Perl",
    "php": "PHP",
    "powershell": "PowerShell",
    "python": "Python",
    "python3": "Python",
    "ruby": "Ruby",
    "rust": "Rust",
    "scala": "Scala",
    "solidity": "Solidity",
    "sql": "SQL",
    "swift": "Swift",
    "terraform": "Terraform",
    "tsx": "TypeScript",
    "typescript": "TypeScript",
    "zig": "Zig",
}
_SHORT: Final[Mapping[str, str]] = {
    "C": "C",
    "D": "D",
    "Go": "Go",
    "R": "R",
    "JS": "JavaScript",
    "TS": "TypeScript",
}
_NAME: Final = re.compile(
    r"(?<![\w.+#/-])("
    + "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True))
    + r")(?![a-z0-9_+#/])(?!\.\w)",
    re.IGNORECASE | re.ASCII,
)
_SHORT_NAME: Final = re.compile(
    r"(?:\b(?:[Ii]n|[Tt]o|[Ff]rom|en|em)\s+(C|D|Go|R|JS|TS)(?=$|[\s.,;:!?)])"
    r"|(?<![\w.+#/-])(C|D|Go|R|JS|TS)\s+(?:code|files?|program|source|module|package|function|header|client|server|library)\b)"
)


def language(text: str, files: Iterable[str]) -> str | None:
    """The language of the first file that has one, else the first language that `text` names."""
    for file in files:
        found = language_of(file)
        if found is not None:
            return found
    named = _NAME.search(text)
    short = _SHORT_NAME.search(text)
    if short is not None and (named is None or short.start() < named.start()):
        return _SHORT[short.group(1) or short.group(2)]
    return _NAMES[named.group(1).lower()] if named is not None else None
