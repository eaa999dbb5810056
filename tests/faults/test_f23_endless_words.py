"""F23: text without a break, which makes byte pair encoding quadratic, costs linear time."""

from __future__ import annotations

import base64
import random
import time

import pytest

from lean_ctx_daemon.tokens import count, line_counts

BLOB = base64.b64encode(random.Random(1).randbytes(750_000)).decode()


@pytest.mark.parametrize(
    "text",
    ["x" * 1_000_000, BLOB, "(" * 1_000_000, " " * 1_000_000, "é" * 500_000, "ab" * 500_000],
    ids=["x", "base64", "parentheses", "blanks", "accents", "ab"],
)
def test_a_megabyte_without_a_break(text: str) -> None:
    """Our bound is 0.2 s; twenty times that still tells it from quadratic (113 s were seen)."""
    began_s = time.perf_counter()
    n_tokens = count(text)
    assert time.perf_counter() - began_s < 4
    assert 0 < n_tokens <= len(text)
    assert line_counts(text).sum() == n_tokens
