"""The data that ships in the package is the data that was counted and published."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

import lean_ctx_daemon

DATA = Path(lean_ctx_daemon.__file__).parent / "tokens" / "data"
RANKS_SHA256 = "5ed11fe2dfa291773a1e5eb6eb0b46edf7e49a62031cc351819514cd72082c54"
LANGUAGES = [
    "python",
    "javascript",
    "typescript",
    "go",
    "rust",
    "java",
    "c",
    "cpp",
    "csharp",
    "ruby",
    "php",
    "kotlin",
    "elixir",
    "bash",
]


def test_the_token_ranks_are_the_published_ones() -> None:
    assert hashlib.sha256((DATA / "token_ranks.npz").read_bytes()).hexdigest() == RANKS_SHA256


@pytest.mark.parametrize("name", ["all", *LANGUAGES])
def test_ranks_are_distinct_token_ids(name: str) -> None:
    with np.load(DATA / "token_ranks.npz", allow_pickle=False) as ranks:
        ids = ranks[name]
    assert ids.dtype == np.uint32
    assert len(np.unique(ids)) == len(ids) == (84_451 if name == "all" else 8_192)


def test_the_notice_of_the_vocabulary_stands_beside_it() -> None:
    assert "OpenAI" in (DATA / "NOTICE").read_text("utf-8")
