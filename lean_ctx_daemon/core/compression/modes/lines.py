"""Mode lines:A-B[,C-D]: exactly those lines, byte for byte.

Ranges are 1-based and inclusive; `lines:7` is one line. They are answered in the order of the file,
overlapping and touching ones as one, with a gap marker between two and none at the edges. A range
that ends behind the file ends with it; one that begins there is an error that names the length.

Tests: tests/core/compression/modes/test_lines.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from lean_ctx_daemon.core.compression.gaps import Block
from lean_ctx_daemon.core.compression.rendering import rendered
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.types import BadRequest, ModeName, Rendered, Span, TokenCounter

_RANGE: Final = re.compile(r"\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*", re.ASCII)
_HINT: Final = "Ranges are 1-based and inclusive, such as lines:10-40 or lines:10-40,88-90."


def line_ranges(spec: str, n_lines: int) -> tuple[Span, ...]:
    """The ranges of `A-B[,C-D]` in a file of `n_lines` lines: ascending, disjoint, not touching.

    Errors: BadRequest where the specification is malformed or begins behind the file.
    """
    length = f"the file has {n_lines} line{'' if n_lines == 1 else 's'}"
    wanted: list[Span] = []
    for piece in spec.split(","):
        found = _RANGE.fullmatch(piece)
        if found is None:
            raise BadRequest(f"not a line range: {piece.strip()!r} ({length})", hint=_HINT)
        first = int(found[1])
        last = int(found[2]) if found[2] else first
        if first < 1 or last < first:
            raise BadRequest(f"not a line range: {piece.strip()!r} ({length})", hint=_HINT)
        if first > n_lines:
            raise BadRequest(f"lines {first}-{last} are not in the file: {length}", hint=_HINT)
        wanted.append(Span(first, min(last, n_lines)))
    return _merged(sorted(wanted))


def render(source: Source, spec: str, count: TokenCounter) -> Rendered:
    """The lines that `spec` names, with a marker between two ranges."""
    parts: list[Block] = []
    for span in line_ranges(spec, len(source.lines)):
        if parts:
            parts.append(Block(parts[-1].last + 1, span.first - 1, is_gap=True))
        parts.append(Block(span.first, span.last, is_gap=False))
    return rendered(source, parts, ModeName.LINES, count)


def _merged(ascending: Sequence[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for span in ascending:
        if merged and span.first <= merged[-1].last + 1:
            merged[-1] = Span(merged[-1].first, max(merged[-1].last, span.last))
        else:
            merged.append(span)
    return tuple(merged)
