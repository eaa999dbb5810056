"""The lines of a definition's header that say what it is called and what it takes.

A header is what stands before the body opens: decorators, then `def f(` … `):` over as many lines
as the author took. Frameworks that document parameters inside annotations (fastapi: half of the
file) make headers longer than bodies. So lines that stand two or more brackets deep are left out,
apart from the first of each run (the type), and marked as any other gap: every name and every
type that starts a line stays. Decorators over many lines keep their first line; comments between
them go.

What it does not do: cut inside a line, or understand a language. Brackets are counted outside
string literals; where the count does not come out even, the header is kept whole.

Tests: tests/core/compression/test_headers.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from lean_ctx_daemon.core.compression.gaps import MARKER_TOKENS
from lean_ctx_daemon.core.types import Symbol

_LEXEME: Final = re.compile(
    r"""
    (?P<string>\"\"\"|\'\'\'|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`\n]*`)
    |(?P<comment>\#(?!\[).*|//.*)
    |(?P<open>[(\[{])
    |(?P<close>[)\]}])
    """,
    re.VERBOSE,
)
_ATTRIBUTE: Final = re.compile(r"\s*(@|#!?\[|\[)")
_COMMENT: Final = re.compile(r"\s*(//|#(?:#|$|\s+(?!define\b)))")


def kept_lines(
    lines: Sequence[str], symbol: Symbol, line_tokens: Sequence[int], *, decorated: bool
) -> list[int]:
    """Line numbers of the symbol's header that its signature needs, ascending.

    `decorated`: the decorators (attributes, annotations) above the definition are shown too.
    """
    first, header_last = symbol.first, symbol.header_last
    if first == header_last:
        return [first]
    depths = _depths(lines[first - 1 : header_last])
    start = _definition_line(lines, first, header_last, depths)
    kept = _attributes(lines, first, start, depths) if decorated else []
    run: list[int] = []
    for line in range(start, header_last + 1):
        if depths[line - first] >= 2:
            run.append(line)
            continue
        kept.extend(_elided(run, line_tokens))
        run = []
        kept.append(line)
    return kept + run


def opening_lines(lines: Sequence[str], symbol: Symbol) -> list[int]:
    """Decorators, and the lines up to the one that names the symbol: how a constant begins."""
    first, header_last = symbol.first, symbol.header_last
    depths = _depths(lines[first - 1 : header_last])
    start = _definition_line(lines, first, header_last, depths)
    named = start
    while named < header_last and symbol.name not in lines[named - 1]:
        named += 1
    attributes = _attributes(lines, first, start, depths)
    return attributes + list(
        range(start, (named if symbol.name in lines[named - 1] else start) + 1)
    )


def _attributes(lines: Sequence[str], first: int, start: int, depths: Sequence[int]) -> list[int]:
    """The lines that decorators begin on, before the definition's own line `start`."""
    return [
        line
        for line in range(first, start)
        if depths[line - first] == 0 and _ATTRIBUTE.match(lines[line - 1])
    ]


def _elided(run: list[int], line_tokens: Sequence[int]) -> list[int]:
    """The first line of a run two brackets deep, or all where the marker would cost more."""
    rest = sum(line_tokens[line - 1] for line in run[1:])
    return run if rest <= MARKER_TOKENS else run[:1]


def _definition_line(lines: Sequence[str], first: int, last: int, depths: Sequence[int]) -> int:
    """The first line of the header that belongs to no decorator and no comment."""
    is_comment = False
    for line in range(first, last + 1):
        text = lines[line - 1].strip()
        if is_comment or text.startswith("/*"):
            is_comment = "*/" not in text
            continue
        if depths[line - first] or not text or text[0] in ")]}":
            continue
        if not _ATTRIBUTE.match(text) and not _COMMENT.match(text):
            return line
    return first


def _depths(header: Sequence[str]) -> list[int]:
    """How many brackets are open where each line starts; zeros where they do not balance."""
    depths: list[int] = []
    depth, quote = 0, ""
    for text in header:
        depths.append(depth)
        at = 0
        while at < len(text):
            if quote:
                end = text.find(quote, at)
                if end < 0:
                    break
                at, quote = end + 3, ""
                continue
            found = _LEXEME.search(text, at)
            if found is None or found.lastgroup == "comment":
                break
            at = found.end()
            if found.lastgroup == "string":
                quote = found.group() if found.group() in {'"""', "'''"} else ""
            else:
                depth += 1 if found.lastgroup == "open" else -1
    is_sound = not quote and min(depths) >= 0 and depth in {0, 1}  # 1: the body's own brace
    return depths if is_sound else [0] * len(header)
