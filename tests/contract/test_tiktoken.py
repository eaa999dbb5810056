"""What tokens/ relies on in tiktoken."""

from __future__ import annotations

import inspect

import tiktoken
import tiktoken_ext.openai_public as published  # type: ignore[import-untyped]

from lean_ctx_daemon.tokens.vocabulary import PATTERN, SPECIAL_TOKENS, VOCABULARY_SHA256, tokens


def test_pattern_and_digest_are_the_published_ones() -> None:
    source = inspect.getsource(published.o200k_base)
    start = source.index("pat_str")
    lines = [line.strip() for line in source[start:].splitlines()]
    parts = [line[4:].rsplit('"""', 1)[0] for line in lines if line.startswith('r"""')]
    assert "|".join(parts) == PATTERN
    assert VOCABULARY_SHA256 in source


def _encoding(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    return tiktoken.Encoding(
        "o200k_base", pat_str=PATTERN, mergeable_ranks=ranks, special_tokens=SPECIAL_TOKENS
    )


def test_arrays_of_tokens_treat_special_tokens_as_text() -> None:
    encoding = _encoding({word: rank for rank, word in enumerate(tokens())})
    text = "a <|endoftext|> b"
    ids = encoding.encode_to_numpy(text, disallowed_special=())
    assert ids.tolist() == encoding.encode_ordinary(text)
    assert encoding.decode(ids.tolist()) == text


def test_the_ranks_handed_in_are_not_needed_any_more() -> None:
    ranks = {word: rank for rank, word in enumerate(tokens())}
    encoding = _encoding(ranks)
    text = "def emptied(self) -> None: ...  # \u00e4\u4f60\U0001f600"
    before = encoding.encode_to_numpy(text, disallowed_special=()).tolist()
    ranks.clear()
    assert encoding.encode_to_numpy(text, disallowed_special=()).tolist() == before
    assert encoding.n_vocab == 200_019
