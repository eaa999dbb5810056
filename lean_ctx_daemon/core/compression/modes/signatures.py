"""Mode signatures: the headers of functions, methods, classes and types, and nothing else.

No imports, constants, decorators or comments: the leanest form in which every definition still has
its name, its parameters and the range of its body. Documents and data have their headings or keys.

Tests: tests/core/compression/modes/test_signatures.py
"""

from __future__ import annotations

from lean_ctx_daemon.core.compression.gaps import Block
from lean_ctx_daemon.core.compression.modes import map as map_mode
from lean_ctx_daemon.core.compression.modes.structure import Structure
from lean_ctx_daemon.core.compression.rendering import rendered, visible_blocks
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.types import ModeName, Rendered, TokenCounter


def parts(source: Source) -> list[Block]:
    """The file's signatures as blocks; its map where it has none."""
    structure = Structure(source)
    structure.headers(decorated=False)
    if not structure.lines.any():
        return map_mode.parts(source)
    return visible_blocks(source, structure.visibility, structure.lines)


def render(source: Source, count: TokenCounter) -> Rendered:
    """The file's signatures; the whole file where they are no shorter."""
    return rendered(source, parts(source), ModeName.SIGNATURES, count)
