"""Mode full: every byte of the file, as it is.

Tests: tests/core/compression/modes/test_full.py
"""

from __future__ import annotations

from lean_ctx_daemon.core.compression.rendering import whole
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.types import Rendered


def render(source: Source) -> Rendered:
    """The file's text, unchanged."""
    return whole(source)
