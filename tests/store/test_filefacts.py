"""store.filefacts: all fields there and back; damage and nonsense are BadRecords."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import FileFacts, Outline
from lean_ctx_daemon.store import record
from lean_ctx_daemon.store.filefacts import _TYPES, KIND, decoded, encoded
from lean_ctx_daemon.store.record import BadRecord
from tests.store.samples import any_facts, is_same, key_for, some_facts


@given(any_facts())
@settings(deadline=None)
def test_facts_come_back_in_every_field(facts: FileFacts) -> None:
    key = key_for(facts)
    assert is_same(decoded(key, encoded(key, facts)), facts)


def test_decoded_arrays_are_read_only() -> None:
    facts = some_facts()
    back = decoded(key_for(facts), encoded(key_for(facts), facts))
    with pytest.raises(ValueError, match="read-only"):
        back.line_tokens[0] = 1


def test_encoding_is_deterministic() -> None:
    facts = some_facts()
    assert encoded(key_for(facts), facts) == encoded(key_for(facts), some_facts())


@given(any_facts(), st.data())
@settings(deadline=None, max_examples=50)
def test_any_other_field_in_a_right_record_is_bad_or_lawful(
    facts: FileFacts, data: st.DataObject
) -> None:
    key = key_for(facts)
    fields = list(record.opened(KIND, key, encoded(key, facts), _TYPES))
    at = data.draw(st.integers(0, len(fields) - 1))
    fields[at] = data.draw(st.binary(max_size=60) | st.text(max_size=9) | st.integers(-9, 9))
    try:
        back = decoded(key, record.sealed(KIND, key, tuple(fields)))
    except BadRecord:
        return
    n_symbols, n_chunks, n_terms = len(back.symbols), len(back.chunks), len(back.bag.terms)
    assert all(-1 <= p < i for i, p in enumerate(back.outline.parent.tolist()))
    assert all(-1 <= s < n_symbols for s in back.outline.symbol.tolist())
    assert all(-1 <= s < n_symbols for s in back.chunks.symbol.tolist())
    assert all(0 <= t < n_terms for t in back.bag.term.tolist())
    assert all(0 <= c < n_chunks for c in back.bag.chunk.tolist())


def test_a_statement_inside_a_later_one_is_bad() -> None:
    facts = some_facts()
    outline = facts.outline
    later = Outline(
        outline.first, outline.last, outline.parent + np.int32(3), outline.kind, outline.symbol
    )
    key = key_for(facts)
    data = encoded(key, replace(facts, outline=later))
    with pytest.raises(BadRecord):
        decoded(key, data)


def test_facts_that_break_their_laws_are_not_encoded() -> None:
    facts = replace(some_facts(), line_tokens=np.array([-1], np.int32))
    with pytest.raises(ValueError, match="out of range"):
        encoded(key_for(facts), facts)
