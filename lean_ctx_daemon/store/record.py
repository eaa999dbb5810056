"""One record as bytes: sealed, and opened again only if nothing about it changed.

The format: `check(16) | key(16) | form(1) | body`. The check is BLAKE2b over all that follows it,
personalised with the schema and the kind of record, so a record of another schema or kind does not
open. The key is echoed, so neither does a record that was swapped with another one. The body is
one flat msgpack array of text, bytes, integers, booleans and nil, compressed where that pays.
Text is UTF-8 with `surrogatepass`: names come from files, and files hold what they like.

Every read checks again (as gopls' filecache does); damage of any kind is a BadRecord, which the
store treats as a miss. Opening never allocates more than the input justifies: arrays have at most
MAX_FIELDS elements, maps and extension types are refused, and a body expands at most MAX_RATIO
times.

What it does not: read or write files, or know what the fields mean. The only importer of msgpack.

Tests: tests/store/test_record.py, tests/faults/test_f34_damaged_records.py,
tests/faults/test_f38_hostile_records.py
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Final

import msgpack

from lean_ctx_daemon.store.version import KEY_BYTES

SCHEMA: Final = 2  # the layout of records and of the fields in them; raise it with either
CHECK_BYTES: Final = 16
MAX_FIELDS: Final = 32  # of one record; bounds what a forged array header can make us allocate
MAX_RATIO: Final = 64  # real facts compress 2 to 6 times; what does better than 64 is stored plain
MAX_BODY_BYTES: Final = 256 << 20  # the state of a root of a million files takes 120 MB
COMPRESSION_LEVEL: Final = 1  # level 6 saves another 7 % and takes more than twice the time

_HEADER_BYTES: Final = CHECK_BYTES + KEY_BYTES + 1
_PLAIN: Final = b"p"
_ZLIB: Final = b"z"

Field = str | bytes | int | bool | None
Fields = tuple[Field, ...]


class BadRecord(Exception):
    """These bytes are not the record that was asked for."""


def sealed(kind: str, key: bytes, fields: Fields) -> bytes:
    """The record of `fields` under `key`; `kind` is at most 8 ASCII characters.

    Errors: ValueError for fields that no record can hold (too many, too long, too large).
    """
    if len(fields) > MAX_FIELDS or len(key) != KEY_BYTES:
        raise ValueError("too many fields, or a key of another length")
    try:
        packed = msgpack.packb(fields, use_bin_type=True, unicode_errors="surrogatepass")
    except OverflowError as error:
        raise ValueError("a number of more than 64 bits") from error
    if len(packed) > MAX_BODY_BYTES:
        raise ValueError("the record is too large")
    squeezed = zlib.compress(packed, COMPRESSION_LEVEL)
    pays = len(squeezed) < len(packed) <= MAX_RATIO * len(squeezed)
    rest = key + (_ZLIB + squeezed if pays else _PLAIN + packed)
    return _check(kind, rest) + rest


def opened(kind: str, key: bytes, data: bytes, types: tuple[type, ...]) -> Fields:
    """The fields of a record, each exactly of its type in `types`.

    Errors: BadRecord, whatever the bytes are.
    """
    if len(data) < _HEADER_BYTES:
        raise BadRecord("too short")
    check, rest = data[:CHECK_BYTES], data[CHECK_BYTES:]
    if rest[:KEY_BYTES] != key:
        raise BadRecord("another key's record")
    if _check(kind, rest) != check:
        raise BadRecord("the checksum differs")
    form, body = rest[KEY_BYTES : KEY_BYTES + 1], rest[KEY_BYTES + 1 :]
    if form == _ZLIB:
        body = _expanded(body)
    elif form != _PLAIN:
        raise BadRecord("unknown form")
    fields = _unpacked(body)
    if not isinstance(fields, tuple) or tuple(map(type, fields)) != types:
        raise BadRecord("other fields than there should be")
    return fields


def _check(kind: str, rest: bytes) -> bytes:
    person = f"lctx{SCHEMA}{kind}".encode()
    return hashlib.blake2b(rest, digest_size=CHECK_BYTES, person=person).digest()


def _expanded(body: bytes) -> bytes:
    expander = zlib.decompressobj()
    limit = min(MAX_BODY_BYTES, MAX_RATIO * len(body))
    try:
        data = expander.decompress(body, limit)
    except zlib.error as error:
        raise BadRecord("the compressed body is damaged") from error
    if not expander.eof or expander.unused_data:
        raise BadRecord("the body is longer or shorter than it says")
    return data


def _unpacked(body: bytes) -> object:
    try:
        return msgpack.unpackb(
            body,
            raw=False,
            use_list=False,
            strict_map_key=True,
            unicode_errors="surrogatepass",
            max_array_len=MAX_FIELDS,
            max_map_len=0,
            max_ext_len=0,
            ext_hook=_refused_extension,
        )
    except (ValueError, TypeError, OverflowError, msgpack.exceptions.UnpackException) as error:
        raise BadRecord("not a msgpack array of ours") from error


def _refused_extension(code: int, _data: bytes) -> object:
    raise BadRecord(f"extension type {code}")
