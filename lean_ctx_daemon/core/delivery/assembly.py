"""Rendered files → one text within the budget, counted exactly.

A file is a heading `path:first-last` (the lines it spans), its lines, and a marker for every gap
inside; `---` stands between two files (with more dashes than any line of dashes that is shown, so
that no file's content can pass for the next file), the most relevant comes first. Measured in
o200k a marker takes 5 tokens and one more heading about 12, so a file has one heading however many
definitions it shows. A file of which nothing fits is one reference line, or is not there; a
budget below the smallest share of a file (128) is one reference line in all.

Packing estimates; here the text is counted, and while it is too long what is worth least goes:
chunks by their value, then structure of the least relevant files, richest mode first (map,
signatures, reference), then whole files the same way. The mode reported is the one delivered.

It does not choose files, and it never reorders lines inside a file.

Tests: tests/core/delivery/test_assembly.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.compression.gaps import Block, spans, text_of, without_edges
from lean_ctx_daemon.core.compression.modes import map as map_mode
from lean_ctx_daemon.core.compression.modes import signatures, task
from lean_ctx_daemon.core.compression.modes.reference import reference_line
from lean_ctx_daemon.core.compression.packing import Choice
from lean_ctx_daemon.core.compression.selection import Selection
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.relevance.allocation import MIN_TOKENS
from lean_ctx_daemon.core.types import ModeName, Span, TokenCounter

BRIDGE: Final = "---\n"
_DASHES: Final = re.compile(r"^-{3,}(?=\r?$)", re.MULTILINE)
_LADDER: Final = (
    ModeName.FULL,
    ModeName.TASK,
    ModeName.MAP,
    ModeName.SIGNATURES,
    ModeName.REFERENCE,
)


@dataclass(frozen=True, slots=True)
class Delivered:
    """One file of the text: the mode and the lines that it really shows."""

    path: str
    mode: str
    tokens: int
    ranges: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Assembly:
    """The text, its exact tokens, its files in order; `note` says why, where there is no file."""

    text: str
    tokens: int
    files: tuple[Delivered, ...]
    note: str = ""


@dataclass(slots=True)
class _Section:
    """One file while the text is made to fit. `chunks` are worth `values`, best first."""

    source: Source
    mode: ModeName | None
    chunks: list[int]
    values: list[float]
    selection: Selection | None = None
    text: str = ""
    tokens: int = 0
    ranges: tuple[Span, ...] = ()


def frame_tokens(path: str, n_lines: int, count: TokenCounter) -> int:
    """What a file's heading and bridge take, at most."""
    return count(f"{BRIDGE}{path}:{n_lines}-{n_lines}\n")


def assemble(files: Sequence[tuple[Source, Choice]], budget: int, count: TokenCounter) -> Assembly:
    """The files' choices as one text of at most `budget` tokens; `files` come best first."""
    if budget < MIN_TOKENS:
        sections = [_reference(source, count) for source, _ in files[:1]]
    else:
        sections = [_section(source, choice, count) for source, choice in files]
    while True:
        shown = [section for section in sections if section.text]
        text = _bridge(shown).join(section.text for section in shown)
        tokens = count(text)
        if tokens <= budget:
            break
        _shrink(sections, tokens - budget, count)
    delivered = tuple(
        Delivered(section.source.path, str(section.mode), section.tokens, section.ranges)
        for section in shown
    )
    note = ""
    if files and not shown:
        note = f"nothing fits into {budget} tokens, not even a line about {files[0][0].path}"
    return Assembly(text, tokens, delivered, note)


def _reference(source: Source, count: TokenCounter) -> _Section:
    section = _Section(source, ModeName.REFERENCE, [], [])
    _set_text(section, count)
    return section


def _bridge(shown: Sequence[_Section]) -> str:
    """The line between two files: longer than every line of dashes inside one."""
    inside = max((len(m) for s in shown for m in _DASHES.findall(s.text)), default=0)
    return BRIDGE if inside < len(BRIDGE) - 1 else "-" * (inside + 1) + "\n"


def _section(source: Source, choice: Choice, count: TokenCounter) -> _Section:
    """The richest rendering of the choice; a lean one is bounded by the choice's tokens."""
    section = _Section(
        source, ModeName.MAP, list(choice.chunks), list(choice.values), choice.selection
    )
    if choice.is_whole:
        section.mode = ModeName.FULL
    elif choice.chunks:
        section.mode = ModeName.TASK
    _set_text(section, count)
    is_lean = not choice.is_whole and not choice.chunks
    while is_lean and section.tokens > choice.tokens:
        _step_down(section, count)
    return section


def _shrink(sections: Sequence[_Section], excess: int, count: TokenCounter) -> None:
    """Take at least one part away, and parts of about `excess` tokens where there are chunks."""
    by_value = sorted(
        (section.values[at], index, at)
        for index, section in enumerate(sections)
        if section.mode is ModeName.TASK
        for at in range(len(section.chunks))
    )
    dropped: dict[int, list[int]] = {}
    for _, index, at in by_value:
        if excess <= 0:
            break
        section = sections[index]
        excess -= int(section.source.facts.chunks.tokens[section.chunks[at]])
        dropped.setdefault(index, []).append(at)
    for index, places in dropped.items():
        _drop(sections[index], set(places), count)
    if not dropped:
        _step_down(_least(sections), count)


def _least(sections: Sequence[_Section]) -> _Section:
    """The least relevant section that shows anything: lean ones first, then whole files."""
    shown = [section for section in sections if section.text]
    lean = [section for section in shown if section.mode is not ModeName.FULL]
    return (lean or shown)[-1]


def _drop(section: _Section, places: set[int], count: TokenCounter) -> None:
    kept = [at for at in range(len(section.chunks)) if at not in places]
    section.chunks = [section.chunks[at] for at in kept]
    section.values = [section.values[at] for at in kept]
    section.selection = None
    if not kept:
        section.mode = ModeName.REFERENCE
    _set_text(section, count)


def _step_down(section: _Section, count: TokenCounter) -> None:
    """The next leaner mode that takes fewer tokens; no text after the leanest."""
    before = section.tokens
    for mode in _LADDER[_LADDER.index(section.mode) + 1 :] if section.mode else ():
        section.mode = mode
        if mode is ModeName.TASK:
            continue  # its chunks were dropped, or there never were any
        _set_text(section, count)
        if section.tokens < before:
            return
    section.mode, section.text, section.tokens, section.ranges = None, "", 0, ()


def _set_text(section: _Section, count: TokenCounter) -> None:
    source = section.source
    if section.mode is ModeName.REFERENCE:
        section.text, section.ranges = reference_line(source.path, source.facts) + "\n", ()
    else:
        _show(section, without_edges(_parts(section)))
    section.tokens = count(section.text)
    if section.mode is not ModeName.FULL and section.tokens >= source.facts.n_tokens:
        _show(section, _whole(source))
        section.mode, section.tokens = ModeName.FULL, count(section.text)


def _show(section: _Section, parts: Sequence[Block]) -> None:
    section.text, section.ranges = _framed(section.source, parts), spans(parts)


def _whole(source: Source) -> list[Block]:
    return [Block(1, len(source.lines), is_gap=False)] if source.lines else []


def _parts(section: _Section) -> list[Block]:
    source = section.source
    match section.mode:
        case ModeName.FULL:
            return _whole(source)
        case ModeName.TASK:
            selection = section.selection or Selection.of(source.facts, section.chunks)
            return task.parts(source, selection)
        case ModeName.MAP:
            return map_mode.parts(source)
        case _:
            return signatures.parts(source)


def _framed(source: Source, parts: Sequence[Block]) -> str:
    """The heading and the blocks; a file's missing last line end is added, a frame follows."""
    if not parts:
        return ""
    return f"{source.path}:{parts[0].first}-{parts[-1].last}\n{text_of(source.lines, parts)}"
