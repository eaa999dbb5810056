"""The client's frames, sans-io: bytes to frames, frames to bytes, every length bounded.

Layout: `u32 length (big-endian) | u8 kind | payload`; the kinds stand in `lctx.wire`. A client
sends HELLO, ARGV, then perhaps CANCEL or STOP; STDIN only after the daemon has sent NEED_STDIN (the
daemon knows which argument `-` means standard input, the client does not). HELLO is NUL-ended
`key=value` fields, unknown ones ignored: it is the one frame that versions must agree on.

What it does not: read a socket, or run a command. Law (tests/server/test_frames.py): garbage either
parses or raises ProtocolError, never another error, fed whole or byte by byte.

Tests: tests/server/test_frames.py
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from lctx import wire
from lean_ctx_daemon.server.limits import MAX_ARGUMENTS, MAX_REQUEST_BYTES, OUT_FRAME_BYTES

_FROM_CLIENT: Final = frozenset(
    {wire.HELLO, wire.ARGV, wire.STDIN, wire.CANCEL, wire.STOP},
)
_MAX_WIDTH: Final = 10_000


class ProtocolError(Exception):
    """The other side does not speak the protocol; its connection ends."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame from a client."""

    kind: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Hello:
    """What a client says of itself. `width` is in columns, None when its output is no terminal.

    `cwd` is "" when the client's folder is gone. `wishes` are the environment variables that speak
    about colour and width.
    """

    version: str
    face: str = "cli"
    cwd: str = ""
    session: str = ""
    ttys: frozenset[str] = frozenset()
    width: int | None = None
    wishes: Mapping[str, str] = field(default_factory=dict)


class FrameDecoder:
    """Collects bytes and gives out whole frames.

    A broken length or kind is refused as soon as its header is there, before a payload is stored.
    """

    def __init__(self, max_payload_bytes: int = MAX_REQUEST_BYTES) -> None:
        self._max_payload_bytes = max_payload_bytes
        self._buffer = bytearray()

    @property
    def is_midway(self) -> bool:
        """Whether a frame has begun that is not whole yet."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that `data` completes. Errors: ProtocolError; feed nothing afterwards."""
        buffer = self._buffer
        buffer += data
        frames = []
        start = 0
        while len(buffer) - start >= wire.HEADER_BYTES:
            end = start + wire.HEADER_BYTES + self._payload_bytes(start)
            if len(buffer) < end:
                break
            payload = bytes(buffer[start + wire.HEADER_BYTES : end])
            frames.append(Frame(buffer[start + 4], payload))
            start = end
        del buffer[:start]
        return frames

    def _payload_bytes(self, start: int) -> int:
        n_bytes = int.from_bytes(self._buffer[start : start + 4], "big")
        kind = self._buffer[start + 4]
        if kind not in _FROM_CLIENT:
            raise ProtocolError(f"frame kind {kind} is unknown")
        if n_bytes > self._max_payload_bytes:
            raise ProtocolError(f"frame of {n_bytes} bytes; at most {self._max_payload_bytes}")
        return n_bytes


def output_frames(kind: int, data: bytes) -> list[bytes]:
    """`data` as OUT or ERR frames of at most OUT_FRAME_BYTES."""
    return [
        wire.frame(kind, data[start : start + OUT_FRAME_BYTES])
        for start in range(0, len(data), OUT_FRAME_BYTES)
    ]


def exit_frame(code: int) -> bytes:
    """The last frame of a command."""
    return wire.frame(wire.EXIT, b"%d" % code)


def hello_frame(version: str) -> bytes:
    """The daemon's own HELLO."""
    return wire.frame(wire.HELLO, f"version={version}\0".encode())


def arguments(payload: bytes) -> list[str]:
    """The arguments of an ARGV payload; bytes that are not UTF-8 come escaped (`%FF`)."""
    if not payload:
        return []
    if not payload.endswith(b"\0"):
        raise ProtocolError("the last argument has no end")
    items = payload[:-1].split(b"\0")
    if len(items) > MAX_ARGUMENTS:
        raise ProtocolError(f"{len(items)} arguments; at most {MAX_ARGUMENTS}")
    return [text_of(item) for item in items]


def hello(payload: bytes) -> Hello:
    """The client's HELLO. Unknown fields go to `wishes`, which is looked up by name."""
    fields: dict[str, bytes] = {}
    for item in payload.split(b"\0"):
        key, separator, value = item.partition(b"=")
        if separator:
            fields[text_of(key)] = value
    if "version" not in fields:
        raise ProtocolError("HELLO without a version")
    texts = {key: text_of(value) for key, value in fields.items() if key != "cwd"}
    width = texts.pop("width", "")
    return Hello(
        version=texts.pop("version"),
        face=texts.pop("face", "cli"),
        cwd=os.fsdecode(fields.get("cwd", b"")),
        session=texts.pop("session", ""),
        ttys=frozenset(texts.pop("tty", "").split(",")) - {""},
        width=_width(width),
        wishes=texts,
    )


def text_of(data: bytes) -> str:
    """UTF-8 text, with `%FF` for each byte that is none."""
    return data.decode("utf-8", "lctx-percent")


def _width(digits: str) -> int | None:
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 5:
        return None
    return min(int(digits), _MAX_WIDTH) or None


def _percent(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):  # pragma: no cover  # registered for decoding
        raise error
    bad = error.object[error.start : error.end]
    return "".join(f"%{byte:02X}" for byte in bad), error.end


codecs.register_error("lctx-percent", _percent)
