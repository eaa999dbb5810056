"""F38: hostile records, with a right checksum: BadRecord only, and no memory beyond the input's."""

from __future__ import annotations

import hashlib
import tracemalloc
import zlib

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.store import filefacts, record
from lean_ctx_daemon.store.record import BadRecord
from tests.store.samples import key_for, some_facts

FACTS = some_facts()
KEY = key_for(FACTS)
GOOD = filefacts.encoded(KEY, FACTS)
FIELDS = record.opened(filefacts.KIND, KEY, GOOD, filefacts._TYPES)
BODY = msgpack.packb(FIELDS, use_bin_type=True)
ALLOWED_BYTES = 1 << 20  # msgpack's own stack of 1,024 levels of 32 elements takes 260 KB

HOSTILE = {
    "array of 4 billion": b"\xdd\xff\xff\xff\xff",
    "arrays of 65,535 inside each other": b"\xdc\xff\xff" * 30_000,
    "arrays of 32 inside each other": b"\xdc\x00\x20" * 30_000,
    "depth 100,000": b"\x91" * 100_000,
    "text of 4 GB": b"\x91\xdb\xff\xff\xff\xff",
    "bytes of 4 GB": b"\x91\xc6\xff\xff\xff\xff",
    "map of 4 billion": b"\xdf\xff\xff\xff\xff",
    "extension of 4 GB": b"\x91\xc9\xff\xff\xff\xff\x01",
    "extension": b"\x91" + msgpack.packb(msgpack.ExtType(5, b"x")),
    "timestamp": b"\x91" + msgpack.packb(msgpack.Timestamp(1)),
    "integer keys": b"\x91\x81\x01\x02",
    "a key twice": b"\x91\x82\xa1a\x01\xa1a\x02",
    "trailing bytes": BODY + b"\x00",
    "one field more": b"\xdc" + (len(FIELDS) + 1).to_bytes(2, "big") + BODY[1:] + b"\xc0",
    "no array": b"\x01",
    "not UTF-8": b"\x91\xa1\xff",
    "float": b"\x91" + msgpack.packb(1.5),
    "reserved byte": b"\xc1",
    "nothing": b"",
}


def forged(body: bytes, form: bytes = b"p") -> bytes:
    rest = KEY + form + body
    person = f"lctx{record.SCHEMA}{filefacts.KIND}".encode()
    return hashlib.blake2b(rest, digest_size=16, person=person).digest() + rest


def test_the_forgery_itself_is_sound() -> None:
    assert filefacts.decoded(KEY, forged(BODY)).bag.terms == FACTS.bag.terms
    assert filefacts.decoded(KEY, forged(zlib.compress(BODY), b"z")).digest == FACTS.digest


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("form", [b"p", b"z"])
def test_a_hostile_body_is_bad_and_takes_no_memory(name: str, form: bytes) -> None:
    body = HOSTILE[name]
    data = forged(zlib.compress(body) if form == b"z" else body, form)
    tracemalloc.start()
    try:
        with pytest.raises(BadRecord):
            filefacts.decoded(KEY, data)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < ALLOWED_BYTES + 3 * len(body)


def test_a_bomb_expands_no_further_than_its_ratio() -> None:
    bomb = zlib.compress(bytes(64 << 20), 9)
    tracemalloc.start()
    try:
        with pytest.raises(BadRecord):
            filefacts.decoded(KEY, forged(bomb, b"z"))
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 3 * record.MAX_RATIO * len(bomb)


def test_every_prefix_is_bad() -> None:
    for end in range(len(GOOD)):
        with pytest.raises(BadRecord):
            filefacts.decoded(KEY, GOOD[:end])
    for end in range(len(BODY)):
        with pytest.raises(BadRecord):
            filefacts.decoded(KEY, forged(BODY[:end]))


@given(st.data())
def test_a_body_changed_anywhere_is_bad_or_decodes(data: st.DataObject) -> None:
    body = bytearray(BODY)
    at = data.draw(st.integers(0, len(body) - 1))
    body[at] = data.draw(st.integers(0, 255))
    try:
        filefacts.decoded(KEY, forged(bytes(body)))
    except BadRecord:
        return
