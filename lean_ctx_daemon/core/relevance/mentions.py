r"""What a task names outright: files, modules, traceback frames, identifiers spelled as code.

A named file is the strongest evidence there is. Names are matched by whole path components from the
right: `login.ts` names every login.ts, `src/auth/login.ts` the one, and so does an absolute path
of somebody else's machine in a traceback. Dotted, `::` and `\` names (`celery.app.base`,
`Mix.Tasks.Test`, `Doctrine\ORM\Query`) name the file at the end of that path, with or without
further members behind. A name that fits several files gives each its share.

What it does not: read the files, or weigh names against other evidence (evidence.py does).

Tests: tests/core/relevance/test_mentions.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.relevance.terms import split

# A name that fits more files than this is not a name of any of them.
MAX_MATCHES: Final = 8
# Mentions looked at: bounds a pasted log.
MAX_MENTIONS: Final = 200

_PATH: Final = re.compile(r"(?:[\w.@+~-]*[/\\])*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}(?!\w)")
_MODULE: Final = re.compile(r"\b[A-Za-z_]\w*(?:(?:\.|::|\\)[A-Za-z_]\w*)+")
_QUOTED: Final = re.compile(r"`{1,2}([^`\s]{2,80})`{1,2}")
_CODE_WORD: Final = re.compile(
    r"\b\w*(?:[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9])\w*|\b\w{3,}(?=\(\))"
)
_SEPARATOR: Final = re.compile(r"\.|::|\\")


@dataclass(frozen=True, slots=True)
class Mentions:
    """What the task names.

    `files`: root-relative paths with strengths in (0, 1], in path order. `terms`: the terms
    (terms.py) of the identifiers it spells as code, whole.
    """

    files: dict[str, float]
    terms: frozenset[str]


def mentions(task: str, paths: Iterable[str]) -> Mentions:
    """What `task` names of the files `paths`."""
    named = list(dict.fromkeys(match.group() for match in _PATH.finditer(task)))[:MAX_MENTIONS]
    modules = list(dict.fromkeys(match.group() for match in _MODULE.finditer(task)))[:MAX_MENTIONS]
    files: dict[str, float] = {}
    if named or modules:
        haystack = "\n".join(("", *paths, ""))
        lowered = haystack.lower() if len(haystack.lower()) == len(haystack) else haystack
        for found in (
            *(_files_named(name, haystack, lowered) for name in named),
            *(_modules_named(name, haystack, lowered) for name in modules),
        ):
            for path in found:
                files[path] = max(files.get(path, 0.0), 1.0 / len(found))
    return Mentions(dict(sorted(files.items())), _code_terms(task))


def _code_terms(task: str) -> frozenset[str]:
    found: set[str] = set()
    for match in (*_QUOTED.finditer(task), *_CODE_WORD.finditer(task)):
        for word in re.findall(r"\w{2,}", match.group(match.lastindex or 0)):
            found.update(split(word)[:1])
    return frozenset(found)


def _files_named(name: str, haystack: str, lowered: str) -> list[str]:
    """Files that share the most components from the right with a path as written."""
    parts = name.replace("\\", "/").lower().strip("/").split("/")
    best: list[str] = []
    length = 1
    for path in _containing(f"{parts[-1]}\n", haystack, lowered):
        components = path.lower().split("/")
        same = _common_suffix(components, parts)
        if same < len(parts) and same < len(components):
            continue  # the one contradicts the other further left
        if same > length:
            best, length = [], same
        if same == length:
            best.append(path)
    return best if len(best) <= MAX_MATCHES else []


def _modules_named(name: str, haystack: str, lowered: str) -> list[str]:
    """Files at the end of a dotted name, or of it without its last one or two members."""
    parts = [part.lower() for part in _SEPARATOR.split(name)]
    for end in range(len(parts), max(len(parts) - 3, 1), -1):
        for spelled in ("/".join(parts[:end]), "/".join(map(_snake, _SEPARATOR.split(name)[:end]))):
            best = [
                path
                for tail in (".", "/__init__.", "/index.", "/mod.")
                for path in _containing(f"{spelled}{tail}", haystack, lowered)
            ]
            if 0 < len(best) <= MAX_MATCHES:
                return best
    return []


def _snake(word: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower()


def _common_suffix(a: list[str], b: list[str]) -> int:
    n = 0
    while n < min(len(a), len(b)) and a[-1 - n] == b[-1 - n]:
        n += 1
    return n


def _containing(needle: str, haystack: str, lowered: str) -> list[str]:
    """Paths in which the needle starts at a component and ends in the last one."""
    found: list[str] = []
    at = lowered.find(needle)
    while at >= 0:
        stop = haystack.index("\n", at + 1 if needle[-1] != "\n" else at)
        if lowered[at - 1] in "/\n" and "/" not in haystack[at + len(needle) : stop]:
            found.append(haystack[haystack.rindex("\n", 0, at) + 1 : stop])
        at = lowered.find(needle, at + 1)
    return found
