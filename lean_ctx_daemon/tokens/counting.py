"""Exact o200k token counts of texts and of their lines: the only importer of tiktoken.

What it does not: touch the network, write files, or treat special tokens specially
(`<|endoftext|>` in a source file is ordinary text; kodit #13, ttok #13). The encoder is built on
first use (0.2 s) or by `load`; both are safe from any thread.

Invariant: `line_counts(text).sum() == count(text)`.

Tests: tests/tokens/test_counting.py, tests/contract/test_tiktoken.py
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.types import LctxError
from lean_ctx_daemon.tokens.runs import MAX_RUN, pieces
from lean_ctx_daemon.tokens.vocabulary import PATTERN, SPECIAL_TOKENS, tokens

if TYPE_CHECKING:
    from tiktoken import Encoding

_lock: Final = threading.Lock()


class _Tokenizer:
    """The encoder, and the length in bytes of every token by its id."""

    def __init__(self) -> None:
        from tiktoken import Encoding

        words = tokens()
        ranks = {word: rank for rank, word in enumerate(words)}
        self.encoding: Encoding = Encoding(
            "o200k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens=SPECIAL_TOKENS
        )
        # tiktoken has copied them and keeps the dictionary all the same: 44 MB in every process.
        ranks.clear()
        self.n_bytes: NDArray[np.uint8] = np.zeros(self.encoding.n_vocab, dtype=np.uint8)
        self.n_bytes[: len(words)] = np.fromiter(map(len, words), np.uint8, len(words))


_tokenizer: _Tokenizer | None = None


def _loaded() -> _Tokenizer:
    global _tokenizer  # noqa: PLW0603 - one encoder per process: it takes 50 MB and 0.2 s
    if _tokenizer is None:
        with _lock:
            if _tokenizer is None:
                _tokenizer = _Tokenizer()
    return _tokenizer


def load() -> None:
    """Build the encoder now. Errors: Unavailable when the vocabulary is absent or damaged."""
    _loaded()


def _encode(encoding: Encoding, text: str) -> NDArray[np.uint32]:
    """Token ids, special tokens being ordinary text. An array costs half of what a list costs."""
    try:
        return encoding.encode_to_numpy(text, disallowed_special=())
    except Exception:
        raise
    except BaseException as error:
        # A Rust panic arrives as pyo3's PanicException, which is no Exception on purpose.
        if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit):
            raise
        raise LctxError(
            f"the tokenizer failed on a text of {len(text)} characters: {error}"
        ) from error


def _clean(text: str) -> tuple[str, bytes]:
    """The text without lone surrogates (as tiktoken would replace them), and its UTF-8 bytes."""
    try:
        return text, text.encode()
    except UnicodeEncodeError:
        data = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
        return data.decode(), data


def count(text: str) -> int:
    """o200k tokens of `text`. Errors: Unavailable (no vocabulary), LctxError (tokenizer failed)."""
    encoding = _loaded().encoding
    text, data = _clean(text)
    return sum(len(_encode(encoding, piece)) for piece in pieces(text, data))


def line_counts(text: str) -> NDArray[np.int32]:
    """o200k tokens of each line, the text being encoded once as a whole.

    A token that spans line ends counts for the line where it starts. Shape: (n_lines,), lines as
    in core.text.lines_of. Errors: as `count`.
    """
    tokenizer = _loaded()
    text, data = _clean(text)
    encoded = [_encode(tokenizer.encoding, piece) for piece in pieces(text, data)]
    tokens = np.concatenate(encoded) if len(encoded) > 1 else encoded[0]
    line_ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n")) + 1
    if data and not data.endswith(b"\n"):
        line_ends = np.append(line_ends, len(data))
    # A token starts where the one before it ends: as many start before a line's end as there are
    # token ends before it, and one.
    ends = tokenizer.n_bytes.take(tokens).cumsum(dtype=np.int64)
    started = (ends[:-1].searchsorted(line_ends) + 1).astype(np.int32)
    started[1:] -= started[:-1]
    return started


__all__ = ["MAX_RUN", "count", "line_counts", "load"]
