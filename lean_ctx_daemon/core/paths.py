"""File names as text: every name the kernel allows has exactly one spelling here.

Names are bytes on disk and text everywhere else (JSON, regular expressions, people). A name that
is UTF-8 is itself. A byte that is not part of UTF-8 becomes `%` and two upper-case hexadecimal
digits (`%FF`). A `%` of the name itself stays as it is, unless what follows it would then read as
such an escape; only then it becomes `%25`. So `100%.md` stays readable, and
`unescape(escape(name)) == name` for every name.

What it does not: resolve, normalise or compare paths; NFC and NFD spellings are two names.

Tests: tests/core/test_paths.py
"""

from __future__ import annotations

import re

# A byte that UTF-8 could not decode (surrogateescape), or a `%` that would read as an escape.
_TO_ESCAPE = re.compile("[\udc80-\udcff]|%(?=25|[89A-F][0-9A-F])")
_ESCAPED = re.compile("%(25|[89A-F][0-9A-F])")

# surrogateescape maps the byte b ≥ 0x80 to the code point 0xDC00 + b.
_SURROGATE_BASE = 0xDC00


def escape(name: bytes) -> str:
    r"""The text of a file name or path. Errors: none, for any bytes.

    >>> escape(b"caf\xe9.py"), escape("café.py".encode()), escape(b"100%.md")
    ('caf%E9.py', 'café.py', '100%.md')
    """
    text = name.decode("utf-8", "surrogateescape")
    if text.isascii() and "%" not in text:
        return text
    return _TO_ESCAPE.sub(_escape_of, text)


def unescape(text: str) -> bytes:
    """The bytes of a file name or path that `escape` spelled.

    Text that `escape` never produces is accepted too, as somebody may have typed it. An escape
    can only stand for `%` or for a byte ≥ 0x80: it never makes a `/`, a `.` or a NUL.
    Errors: UnicodeEncodeError (a ValueError) for a lone surrogate, which no name contains.
    """
    if "%" not in text:
        return text.encode()
    parts = _ESCAPED.split(text)
    # split alternates plain text and the captured digits.
    return b"".join(bytes.fromhex(part) if i % 2 else part.encode() for i, part in enumerate(parts))


def _escape_of(match: re.Match[str]) -> str:
    found = match.group()
    return "%25" if found == "%" else f"%{ord(found) - _SURROGATE_BASE:02X}"
