"""Mode task: the definitions of a file that a task needs, within a budget.

Chunks are taken by score per square root of their tokens: a long definition must earn its length,
but not in proportion (measured on 322 tasks: +4 points of gold files against score alone). With a
chunk come the headers around it, and, out of what is left of the budget, the imports whose names
the shown lines use. Whatever else the file holds is a marked gap.

It does not score: chunk scores come from relevance. Without any score above zero there is nothing
to choose by, and the answer is the map, or what leaner mode fits.

Tests: tests/core/compression/modes/test_task.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.compression.gaps import MARKER_TOKENS, Block
from lean_ctx_daemon.core.compression.modes import map as map_mode
from lean_ctx_daemon.core.compression.modes import reference, signatures
from lean_ctx_daemon.core.compression.rendering import rendered, visible_blocks
from lean_ctx_daemon.core.compression.selection import Selection
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.compression.visibility import Visibility
from lean_ctx_daemon.core.types import (
    NO_PARENT,
    FileFacts,
    ModeName,
    NodeKind,
    Rendered,
    TokenCounter,
)

IMPORTS_SHARE: Final = 0.125
"""What of the budget the imports used by the shown lines may take at most."""

_WORD: Final = re.compile(r"\w+")

Scores = NDArray[np.float32]


def values(facts: FileFacts, scores: Scores) -> NDArray[np.float64]:
    """What each chunk is worth per cost: score / sqrt(tokens). Shape: one per chunk."""
    tokens = np.maximum(facts.chunks.tokens, 1).astype(np.float64)
    return np.asarray(scores, dtype=np.float64) / np.sqrt(tokens)


def chosen_chunks(facts: FileFacts, scores: Scores, budget: int) -> Selection:
    """The best chunks with a score above zero whose estimated tokens fit the budget."""
    selection = Selection(facts)
    worth = values(facts, scores)
    for chunk in np.argsort(-worth, kind="stable").tolist():
        if worth[chunk] <= 0:
            break
        if selection.tokens + selection.cost(chunk) <= budget:
            selection.add(chunk)
    return selection


def parts(source: Source, selection: Selection) -> list[Block]:
    """The file as blocks that show the selection."""
    return visible_blocks(source, Visibility.of(source), selection.lines)


def render(source: Source, scores: Scores, budget: int, count: TokenCounter) -> Rendered:
    """What the task needs of the file in at most `budget` tokens.

    Where no chunk fits: the richest of map, signatures and reference that does, and the
    reference line where none does.
    """
    room = budget - MARKER_TOKENS  # the gap at an edge of the file
    while room > 0:
        selection = chosen_chunks(source.facts, scores, room)
        if not selection.chunks:
            break
        _add_imports(source, selection, room)
        answer = rendered(source, parts(source, selection), ModeName.TASK, count)
        if answer.tokens <= budget:
            return answer
        room = min(room - 2 * (answer.tokens - budget), selection.tokens - 1)
    return leaner(source, budget, count)


def leaner(source: Source, budget: int, count: TokenCounter) -> Rendered:
    """The richest of map, signatures and reference within the budget; else the reference line."""
    for render_mode in (map_mode.render, signatures.render):
        answer = render_mode(source, count)
        if answer.tokens <= budget:
            return answer
    return reference.render(source, count)


def _add_imports(source: Source, selection: Selection, budget: int) -> None:
    """Add the imports whose names the shown lines use, as far as they are cheap."""
    used = _words(source.lines, selection)
    room = min(budget - selection.tokens, int(IMPORTS_SHARE * budget))
    owner, kinds = selection.visibility.owner, source.facts.outline.kind
    added: set[int] = set()
    for ref in source.facts.imports:
        node = int(owner[ref.line - 1])
        if node == NO_PARENT or node in added or kinds[node] != NodeKind.IMPORT:
            continue
        if used.isdisjoint(ref.names):
            continue
        cost = selection.cost_of_node(node)
        if cost <= room:
            room -= cost
            added.add(node)
            selection.add_node(node)


def _words(lines: Sequence[str], selection: Selection) -> set[str]:
    shown = "\n".join(lines[index] for index in np.flatnonzero(selection.lines).tolist())
    return set(_WORD.findall(shown))
