"""The names a file refers to: what it calls and what its types are derived from.

What it does not: resolve them. Names are found by pattern in the code without its comments and
documentation: a tree query for calls takes as long as the parse, and quadratic time on deep
nesting, for the same set but for names in string literals.

Tests: tests/facts/test_names.py
"""

from __future__ import annotations

import re
from sys import intern
from typing import Final

from lean_ctx_daemon.facts.spec import CALLS, LanguageSpec

# `class A(B[T], metaclass=M)`, `extends B<T> implements C`, `: public ns::B`: identifiers, without
# the keyword arguments' names and the words between.
_NAME: Final = re.compile(rb"[^\W\d]\w*(?!\w*\s*=[^=])")
_NOT_BASES: Final = frozenset(
    b"extends implements public private protected virtual final abstract with by where new for "
    b"dyn impl mut const object class struct in out sealed permits typename".split()
)

# More than any file people write; a generated one does not flood the reference graph.
MAX_NAMES: Final = 20_000


def without(data: bytes, spans: list[tuple[int, int]]) -> bytes:
    """`data` with each span blanked to its line ends, so that line numbers stay."""
    if not spans:
        return data
    parts: list[bytes] = []
    position = 0
    for start, end in sorted(spans):
        if start < position:
            continue
        parts.append(data[position:start])
        parts.append(b"\n" * data.count(b"\n", start, end))
        position = end
    parts.append(data[position:])
    return b"".join(parts)


def calls_in(code: bytes, spec: LanguageSpec) -> tuple[str, ...]:
    """Distinct names called, sorted."""
    names: set[bytes] = set()
    for pattern in spec.calls:
        if pattern is CALLS:
            names.update(name[::-1] for name in set(CALLS.findall(code[::-1])))
            continue
        for name in set(pattern.findall(code)):
            names.update(name.split(b"."))
    words = {name.decode("utf-8", "replace") for name in names if name}
    return tuple(map(intern, sorted(words - spec.not_calls)[:MAX_NAMES]))


def bases_in(header: bytes) -> set[str]:
    """The names in what stands between a type's name and its body."""
    names = set(_NAME.findall(header)) - _NOT_BASES
    return {name.decode("utf-8", "replace") for name in names}
