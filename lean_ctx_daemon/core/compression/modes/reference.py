"""Mode reference: one line that says what a file is: path, language, size, public names.

It shows none of the file's lines, and says so by its form: the path, a dash, and figures.

Tests: tests/core/compression/modes/test_reference.py
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lean_ctx_daemon.core.compression.rendering import whole
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.types import (
    NO_PARENT,
    FileFacts,
    ModeName,
    Rendered,
    Symbol,
    TokenCounter,
)

N_NAMES: Final = 12
MAX_NAME_CHARS: Final = 60


def reference_line(path: str, facts: FileFacts) -> str:
    """`path — python, 545 lines, 4812 tokens: A, B, f, 7 more`, without a line end."""
    kind = facts.language or "text"
    size = f"{kind}, {_quantity(facts.n_lines, 'line')}, {_quantity(facts.n_tokens, 'token')}"
    names = list(dict.fromkeys(symbol.name for symbol in _public(facts.symbols)))
    if not names:
        return f"{path} — {size}"
    shown = [_short(name) for name in names[:N_NAMES]]
    if len(names) > N_NAMES:
        shown.append(f"{len(names) - N_NAMES} more")
    return f"{path} — {size}: {', '.join(shown)}"


def render(source: Source, count: TokenCounter) -> Rendered:
    """The reference line; the whole file where that is no longer."""
    text = reference_line(source.path, source.facts) + "\n"
    tokens = count(text)
    if tokens >= source.facts.n_tokens:
        return whole(source)
    return Rendered(text, (), tokens, ModeName.REFERENCE)


def _public(symbols: Sequence[Symbol]) -> list[Symbol]:
    """Exported outermost definitions; all outermost ones where nothing is exported."""
    outermost = [symbol for symbol in symbols if symbol.parent == NO_PARENT]
    return [symbol for symbol in outermost if symbol.exported] or outermost


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= MAX_NAME_CHARS else line[: MAX_NAME_CHARS - 1] + "…"


def _quantity(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
