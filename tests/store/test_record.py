"""store.record: sealed and opened; anything else is a BadRecord."""

from __future__ import annotations

import hashlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.store import record
from lean_ctx_daemon.store.record import BadRecord, opened, sealed

KEY = b"k" * 16
OTHER_KEY = b"o" * 16
values = st.one_of(
    st.text(st.characters()),
    st.binary(),
    st.booleans(),
    st.none(),
    st.integers(-(2**63), 2**64 - 1),
)


def forged(body: bytes, form: bytes = b"p", kind: str = "facts", key: bytes = KEY) -> bytes:
    """A record with a right checksum around any body."""
    rest = key + form + body
    person = f"lctx{record.SCHEMA}{kind}".encode()
    return hashlib.blake2b(rest, digest_size=16, person=person).digest() + rest


def types_of(fields: record.Fields) -> tuple[type, ...]:
    return tuple(map(type, fields))


@given(st.lists(values, max_size=record.MAX_FIELDS).map(tuple))
def test_what_was_sealed_opens(fields: record.Fields) -> None:
    assert opened("facts", KEY, sealed("facts", KEY, fields), types_of(fields)) == fields


def test_a_large_body_is_compressed_and_opens() -> None:
    fields = ("word " * 40 + "x" * 30, bytes(range(256)) * 3)
    data = sealed("facts", KEY, fields)
    assert len(data) < 600
    assert opened("facts", KEY, data, (str, bytes)) == fields


def test_what_compresses_too_well_is_stored_plain() -> None:
    zeros = bytes(1 << 20)
    data = sealed("facts", KEY, (zeros,))
    assert len(data) > len(zeros)
    assert opened("facts", KEY, data, (bytes,)) == (zeros,)


def test_a_record_of_another_key_kind_schema_or_shape_does_not_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = sealed("facts", KEY, ("a", 1))
    for kind, key, types in (
        ("root", KEY, (str, int)),
        ("facts", OTHER_KEY, (str, int)),
        ("facts", KEY, (str, bool)),
        ("facts", KEY, (str,)),
    ):
        with pytest.raises(BadRecord):
            opened(kind, key, data, types)
    monkeypatch.setattr(record, "SCHEMA", record.SCHEMA + 1)
    with pytest.raises(BadRecord):
        opened("facts", KEY, data, (str, int))


def test_fields_that_no_record_can_hold() -> None:
    for fields in ((1,) * (record.MAX_FIELDS + 1), (2**64,)):
        with pytest.raises(ValueError, match=r"many|more than 64 bits"):
            sealed("facts", KEY, fields)


@given(st.binary(max_size=200), st.sampled_from([b"p", b"z", b"?"]))
def test_any_body_opens_or_is_bad(body: bytes, form: bytes) -> None:
    for data in (forged(body, form), forged(zlib.compress(body), form), body):
        with pytest.raises(BadRecord):
            opened("facts", KEY, data, (str, bytes, int))
