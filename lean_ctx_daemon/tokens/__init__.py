"""Exact token counts. tiktoken itself is imported on first use only.

Tests: tests/tokens/
"""

from lean_ctx_daemon.tokens.counting import count, line_counts, load

__all__ = ["count", "line_counts", "load"]
