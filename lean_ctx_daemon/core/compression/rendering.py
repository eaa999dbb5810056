"""From the lines that a mode chose to what is sent: blocks, text, ranges, exact tokens.

Every mode but `reference` ends here, so one place holds the promises: no gap without its marker,
no gap that would be cheaper shown, and never more tokens than the file itself has (then the answer
is the whole file, under the mode name `full`).

It does not choose lines.

Tests: tests/core/compression/test_rendering.py
"""

from __future__ import annotations

from collections.abc import Sequence

from lean_ctx_daemon.core.compression.gaps import Block, blocks, spans, text_of
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.compression.visibility import Mask, Visibility
from lean_ctx_daemon.core.types import ModeName, Rendered, Span, TokenCounter


def whole(source: Source) -> Rendered:
    """Every byte of the file."""
    ranges = (Span(1, len(source.lines)),) if source.lines else ()
    return Rendered(source.text, ranges, source.facts.n_tokens, ModeName.FULL)


def visible_blocks(source: Source, visibility: Visibility, chosen: Mask) -> list[Block]:
    """The file as blocks that show the chosen lines, and the gaps that are not worth a marker."""
    filled = visibility.without_cheap_gaps(chosen, source.facts.line_tokens)
    return blocks(source.lines, _ascending(filled, source.lines))


def rendered(
    source: Source, parts: Sequence[Block], mode: ModeName, count: TokenCounter
) -> Rendered:
    """The blocks as an answer of their own; the whole file where that takes no more tokens."""
    text = text_of(source.lines, parts, ends_open=source.ends_open)
    tokens = count(text)
    if tokens >= source.facts.n_tokens:
        return whole(source)
    return Rendered(text, spans(parts), tokens, mode)


def _ascending(chosen: Mask, lines: Sequence[str]) -> list[int]:
    """Chosen lines, 1-based, without the blank ones: `blocks` shows those between shown lines."""
    return [line for line in (chosen.nonzero()[0] + 1).tolist() if lines[line - 1].strip()]
