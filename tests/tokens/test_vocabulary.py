from __future__ import annotations

import hashlib
from base64 import b64encode
from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import Unavailable
from lean_ctx_daemon.tokens.vocabulary import N_TOKENS, VOCABULARY_PATH, VOCABULARY_SHA256, tokens


def test_the_shipped_vocabulary_is_complete() -> None:
    vocabulary = tokens()
    assert len(vocabulary) == N_TOKENS == len(set(vocabulary))
    assert vocabulary[0] == b"!"


def test_it_is_the_published_one() -> None:
    lines = [b"%s %d\n" % (b64encode(word), rank) for rank, word in enumerate(tokens())]
    assert hashlib.sha256(b"".join(lines)).hexdigest() == VOCABULARY_SHA256


def test_the_notice_stands_beside_the_vocabulary() -> None:
    notice = Path(VOCABULARY_PATH).with_name("NOTICE").read_text(encoding="utf-8")
    assert Path(VOCABULARY_PATH).name in notice
    assert "Copyright (c) 2022 OpenAI" in notice


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match=r"absent\.bin"):
        tokens(str(tmp_path / "absent.bin"))


@pytest.mark.parametrize("keep", [0.0, 0.5, 0.999])
def test_a_truncated_file_is_named(tmp_path: Path, keep: float) -> None:
    data = Path(VOCABULARY_PATH).read_bytes()
    damaged = tmp_path / "cut.bin"
    damaged.write_bytes(data[: int(len(data) * keep)])
    with pytest.raises(Unavailable, match=r"cut\.bin is damaged"):
        tokens(str(damaged))


def test_a_flipped_bit_is_refused(tmp_path: Path) -> None:
    data = bytearray(Path(VOCABULARY_PATH).read_bytes())
    data[N_TOKENS + 1000] ^= 1
    damaged = tmp_path / "flipped.bin"
    damaged.write_bytes(data)
    with pytest.raises(Unavailable, match="damaged"):
        tokens(str(damaged))
