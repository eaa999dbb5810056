"""Which chunks of which files go into a preload of a given size.

Every file has a budget (Boltzmann) and chunk scores. A file that fits its budget whole is taken
whole. Of the others, chunks are taken by relevance of the file times score / sqrt(tokens), as long
as their file's budget holds; then what all files left over goes to the next-best definitions,
whose ever they are. A chunk claims its file's budget only where it is worth what the last token
buys elsewhere (the marginal value): otherwise forty files each spend their smallest share on what
nobody asked for (measured on 76 tasks of four repositories, 8,000 tokens, without graph and
history: 0.83 of the edited lines shown instead of 0.71, 0.91 of the edited files instead of 0.98).

Counted in: a chunk's headers, gap markers, the heading and bridge of each file. A file that has no
chunk with a score (a neighbour on the graph) keeps a share of its budget for its map or what
leaner mode fits.

It reads no text and counts no token: sizes are the facts', the exact count is assembly's.
Time: O(chunks · log chunks) for all files together.

Tests: tests/core/compression/test_packing.py
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.compression.gaps import MARKER_TOKENS
from lean_ctx_daemon.core.compression.modes.task import values
from lean_ctx_daemon.core.compression.selection import Selection
from lean_ctx_daemon.core.types import FileFacts

STRUCTURE_SHARE: Final = 0.3
"""The share of a file's tokens that is kept for its map (measured: 10 to 30 %)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A ranked file. `scores`: one per chunk, ≥ 0. `frame_tokens`: its heading and bridge."""

    path: str
    relevance: float
    budget: int
    facts: FileFacts
    scores: NDArray[np.float32]
    frame_tokens: int


@dataclass(frozen=True, slots=True)
class Choice:
    """What a file gets: all of it, some chunks (best first), or `tokens` for a leaner mode.

    `tokens` estimates the text of this file with its frame. `values` are the chunks' worths,
    `selection` shows the chunks (it can be made again from them).
    """

    path: str
    is_whole: bool
    chunks: tuple[int, ...]
    values: tuple[float, ...]
    tokens: int
    selection: Selection | None = field(default=None, compare=False, repr=False)


class _Entry(NamedTuple):
    """A chunk that competes: its value, its file and chunk by number."""

    value: float
    file: int
    chunk: int


@dataclass(slots=True)
class _File:
    """A candidate while it is packed."""

    candidate: Candidate
    is_whole: bool = False
    reserved: int = 0
    chunks: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    selection: Selection | None = None

    @property
    def tokens(self) -> int:
        if self.selection is None or not self.chunks:
            return self.reserved
        return self.candidate.frame_tokens + self.selection.tokens

    def cost_within(self, chunk: int, left: int) -> int:
        """Tokens for one more chunk (the first pays for the frame), or more than `left`."""
        if self.candidate.facts.chunks.tokens[chunk] > left + MARKER_TOKENS:
            return left + 1  # no need to look closer
        if self.selection is None:
            self.selection = Selection(self.candidate.facts)
        frame = 0 if self.chunks else self.candidate.frame_tokens
        return frame + self.selection.cost(chunk)

    def add(self, chunk: int, value: float) -> None:
        if self.selection is not None:
            self.selection.add(chunk)
            self.chunks.append(chunk)
            self.values.append(value)


def pack(candidates: Sequence[Candidate], total: int) -> list[Choice]:
    """What each candidate gets of `total` tokens, in the order of the candidates.

    Files that get nothing are left out; where none gets anything, the best gets all of it, for its
    reference line.
    """
    files = [_File(candidate) for candidate in candidates]
    room = total
    for file in files:
        room -= _reserved(file, room)
    ranked = _ranked(files)
    margin = _marginal_value(files, ranked, room)
    deferred: list[_Entry] = []
    for entry in ranked:
        file = files[entry.file]
        left = min(room, file.candidate.budget - file.tokens)
        if entry.value < margin or (cost := file.cost_within(entry.chunk, left)) > left:
            deferred.append(entry)
            continue
        room -= cost
        file.add(entry.chunk, entry.value)
    _spend(files, deferred, room)
    if candidates and not any(file.is_whole or file.chunks or file.reserved for file in files):
        files[0].reserved = max(0, total)  # too little for any definition: say at least what it is
    return [_choice(file) for file in files if file.is_whole or file.chunks or file.reserved]


def _ranked(files: Sequence[_File]) -> list[_Entry]:
    """The chunks that compete, best first; ties go to the more relevant file, then by line."""
    entries: list[_Entry] = []
    for index, file in enumerate(files):
        candidate = file.candidate
        if not file.is_whole and not file.reserved:
            worth = candidate.relevance * values(candidate.facts, candidate.scores)
            entries += [
                _Entry(value, index, chunk)
                for chunk, value in enumerate(worth.tolist())
                if value > 0
            ]
    entries.sort(key=lambda entry: (-entry.value, entry.file, entry.chunk))
    return entries


def _marginal_value(files: Sequence[_File], ranked: Sequence[_Entry], room: int) -> float:
    """What the last chunk is worth that `room` would hold, were there no budgets; 0 if all fit."""
    for entry in ranked:
        room -= int(files[entry.file].candidate.facts.chunks.tokens[entry.chunk])
        if room < 0:
            return entry.value
    return 0.0


def _reserved(file: _File, room: int) -> int:
    """Tokens set aside for a file that is taken whole or in a lean mode; 0 for one in chunks."""
    candidate = file.candidate
    allowed = min(candidate.budget, room)
    size = candidate.facts.n_tokens + candidate.frame_tokens
    if size <= allowed:
        file.is_whole, file.reserved = True, size
    elif not np.any(candidate.scores > 0):
        structure = int(STRUCTURE_SHARE * candidate.facts.n_tokens) + candidate.frame_tokens
        file.reserved = max(0, min(allowed, structure))
    return file.reserved


def _spend(files: Sequence[_File], deferred: Sequence[_Entry], room: int) -> None:
    """Give what is left to the next-best chunks of any file."""
    for entry in deferred:
        if room <= MARKER_TOKENS:
            break
        cost = files[entry.file].cost_within(entry.chunk, room)
        if cost <= room:
            room -= cost
            files[entry.file].add(entry.chunk, entry.value)


def _choice(file: _File) -> Choice:
    chunks, values_ = tuple(file.chunks), tuple(file.values)
    selection = file.selection if chunks else None
    return Choice(file.candidate.path, file.is_whole, chunks, values_, file.tokens, selection)
