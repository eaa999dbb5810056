"""Lines that are shown, lines that are not, and the marker between them.

A gap is a maximal run of lines that are not shown. It is one line of its own, `…41-57` (one line:
`…41`), the 1-based inclusive range that is missing; `lines:41-57` gives exactly what was cut.
Measured in o200k with its line end, in the middle of code: `…41-57` 5 tokens (7 from line 1,000
on, 3 for a single line), `⋮41-57` 6, `⋮ 41-57` 7, `# … 41-57` 7, indented 1 more; `...41-57` and
`[41-57]` take 5 too but can be code. No language has a statement that starts with U+2026.

A run of missing lines that are all blank is no gap: blank lines cost less than a marker, so they
are shown. Blank lines at a gap's edge belong to the gap and its range.

What this module does not do: decide what is shown.

Tests: tests/core/compression/test_gaps.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.types import Span

MARK: Final = "\N{HORIZONTAL ELLIPSIS}"
MARKER_TOKENS: Final = 5
MARKER: Final = re.compile(rf"{MARK}(\d+)(?:-(\d+))?")


@dataclass(frozen=True, slots=True)
class Block:
    """Lines first..last, 1-based and inclusive: shown, or the gap where they are missing."""

    first: int
    last: int
    is_gap: bool


def marker(first: int, last: int) -> str:
    """The line that stands for the missing lines first..last, without its line end."""
    return f"{MARK}{first}" if first == last else f"{MARK}{first}-{last}"


def marker_tokens(first: int, last: int) -> int:
    """What the marker costs in o200k, with its line end: digits go in threes."""
    digits = -(-len(str(first)) // 3)
    return 2 + digits if first == last else 3 + digits - (-len(str(last)) // 3)


def blocks(lines: Sequence[str], visible: Iterable[int]) -> list[Block]:
    """The file as runs of shown lines and gaps, in order, together covering every line.

    `visible`: ascending 1-based line numbers of the file. Linear in the number of lines.
    """
    found: list[Block] = []
    shown_to = 0
    for line in visible:
        if line > shown_to + 1 and not _is_blank(lines, shown_to + 1, line - 1):
            found.append(Block(shown_to + 1, line - 1, is_gap=True))
            found.append(Block(line, line, is_gap=False))
        elif found and not found[-1].is_gap:
            found[-1] = Block(found[-1].first, line, is_gap=False)
        else:
            found.append(Block(1, line, is_gap=False))
        shown_to = line
    if shown_to < len(lines):
        rest = Block(shown_to + 1, len(lines), is_gap=True)
        if found and _is_blank(lines, rest.first, rest.last):
            found[-1] = Block(found[-1].first, len(lines), is_gap=False)
        else:
            found.append(rest)
    return found


def without_edges(parts: Sequence[Block]) -> list[Block]:
    """The blocks without a gap at either end, for where a heading names the range."""
    start = 1 if parts and parts[0].is_gap else 0
    stop = len(parts) - 1 if parts and parts[-1].is_gap else len(parts)
    return list(parts[start:stop])


def text_of(lines: Sequence[str], parts: Iterable[Block], *, ends_open: bool = False) -> str:
    """The blocks as text. `ends_open`: the file's last line has no line end, and shows none."""
    shown: list[str] = []
    for part in parts:
        if part.is_gap:
            shown.append(marker(part.first, part.last))
        else:
            shown.extend(lines[part.first - 1 : part.last])
    if not shown:
        return ""
    text = "\n".join(shown)
    is_open = ends_open and not part.is_gap and part.last == len(lines)
    return text if is_open else text + "\n"


def spans(parts: Iterable[Block]) -> tuple[Span, ...]:
    """The line ranges that the blocks show."""
    return tuple(Span(part.first, part.last) for part in parts if not part.is_gap)


def shown_text(lines: Sequence[str], visible: Iterable[int]) -> tuple[str, tuple[Span, ...]]:
    """The text that shows the `visible` lines (ascending, 1-based) and marks every gap."""
    parts = blocks(lines, visible)
    return text_of(lines, parts), spans(parts)


def _is_blank(lines: Sequence[str], first: int, last: int) -> bool:
    return not any(line and not line.isspace() for line in lines[first - 1 : last])
