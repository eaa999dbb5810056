"""The o200k_base vocabulary as shipped with the package: ranks, and the pattern that splits text.

It is stored as the daemon needs it: one byte of length per token in order of rank, then the tokens'
bytes one after another. The published form (base64 lines) says the same and takes four times as
long to read, in every process; the tests rebuild it and compare its published SHA-256.

What it does not: download, write a cache, or count. The file is checked against its own SHA-256
each time it is read (1 ms), so that a damaged installation says so instead of counting wrongly.

Tests: tests/tokens/test_vocabulary.py
"""

from __future__ import annotations

import hashlib
import os
from itertools import accumulate, pairwise
from typing import Final

from lean_ctx_daemon.core.types import Unavailable

VOCABULARY_PATH: Final = os.path.join(os.path.dirname(__file__), "data", "o200k_base.bin")

N_TOKENS: Final = 199_998
_SHA256: Final = "440741350e7cfa1c0f4869ce742d1b043550adbda5187adcac9e787edac6fba9"
# Of the published form: openai_public.py of tiktoken 0.13 names the same digest.
VOCABULARY_SHA256: Final = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"

SPECIAL_TOKENS: Final = {"<|endoftext|>": 199999, "<|endofprompt|>": 200018}

# The published pattern, written out here because tiktoken keeps it inside a function that
# downloads. tests/contract/test_tiktoken.py compares the two.
_CONTRACTION: Final = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_UPPER: Final = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LOWER: Final = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
PATTERN: Final = "|".join(
    (
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTION}",
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTION}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)


def tokens(path: str = VOCABULARY_PATH) -> list[bytes]:
    """The bytes of every token in order of rank (= token id), N_TOKENS entries.

    Errors: Unavailable, naming the file, when it is absent, damaged, or not the published one.
    """
    hint = "reinstall lean-ctx-daemon; the file is part of the package"
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Unavailable(
            f"cannot read the tokenizer's vocabulary {path}: {error}", hint=hint
        ) from error
    if hashlib.sha256(data).hexdigest() != _SHA256:
        raise Unavailable(f"the tokenizer's vocabulary {path} is damaged (SHA-256)", hint=hint)
    ends = accumulate(data[:N_TOKENS], initial=N_TOKENS)
    return [data[start:end] for start, end in pairwise(ends)]
