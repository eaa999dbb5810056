"""store.columns: numbers in planes, strings in one text."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.store.columns import (
    UNLIMITED,
    packed_ints,
    packed_strings,
    unpacked_ints,
    unpacked_strings,
)
from lean_ctx_daemon.store.record import BadRecord

column = st.lists(st.integers(0, UNLIMITED - 1) | st.integers(0, 255), max_size=6)


@given(st.lists(column, max_size=5))
def test_numbers_come_back(lists: list[list[int]]) -> None:
    data = packed_ints([np.array(values, np.int64) for values in lists])
    lengths = [len(values) for values in lists]
    columns = unpacked_ints(data, lengths, [UNLIMITED] * len(lists))
    assert [c.tolist() for c in columns] == lists
    assert all(c.dtype == np.int32 and not c.flags.writeable for c in columns)


@given(st.lists(st.text(st.characters(), max_size=4), max_size=6))
def test_strings_come_back(strings: list[str]) -> None:
    assert unpacked_strings(packed_strings(strings), len(strings)) == strings


def test_small_numbers_take_a_byte() -> None:
    assert len(packed_ints([np.arange(256)])) == 256
    assert len(packed_ints([np.arange(257)])) == 2 * 257


def test_a_separator_that_occurs_in_no_string() -> None:
    assert packed_strings(["a\nb", "c"])[0] not in "a\nbc"


def test_numbers_that_do_not_fit() -> None:
    for number in (-1, UNLIMITED):
        with pytest.raises(ValueError, match="out of range"):
            packed_ints([np.array([number])])


@given(st.binary(max_size=40), st.lists(st.integers(-2, 12), max_size=4), st.integers(1, 300))
def test_any_bytes_are_columns_within_their_limits_or_bad(
    data: bytes, lengths: list[int], limit: int
) -> None:
    try:
        columns = unpacked_ints(data, lengths, [limit] * len(lengths))
    except BadRecord:
        return
    assert [len(c) for c in columns] == lengths
    assert all(0 <= number < limit for c in columns for number in c.tolist())


def test_strings_of_another_number_are_bad() -> None:
    for text, n in (("", 1), ("\n", 0), ("\na\nb", 3)):
        with pytest.raises(BadRecord):
            unpacked_strings(text, n)
