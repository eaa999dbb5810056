"""The frames' names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lctx import wire


@given(st.integers(0, 255), st.binary(max_size=100))
def test_a_frame_says_its_length_and_kind(kind: int, payload: bytes) -> None:
    data = wire.frame(kind, payload)
    assert int.from_bytes(data[:4], "big") == len(payload)
    assert data[4] == kind
    assert data[wire.HEADER_BYTES :] == payload


def test_kinds_are_distinct() -> None:
    kinds = [v for k, v in vars(wire).items() if k.isupper() and k != "HEADER_BYTES"]
    assert len(kinds) == len(set(kinds)) == 9


@pytest.mark.parametrize(
    ("one", "other", "is_compatible"),
    [
        ("0.1.0", "0.1.0", True),
        ("0.1.0", "0.2.9", True),
        ("1.0.0", "0.9.0", False),
        ("10.0", "1.0", False),
        ("", "0.1.0", False),
    ],
)
def test_the_major_number_decides(one: str, other: str, *, is_compatible: bool) -> None:
    assert wire.is_compatible(one, other) == is_compatible == wire.is_compatible(other, one)
