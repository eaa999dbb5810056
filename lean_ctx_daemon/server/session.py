"""JSON-RPC 2.0, one object a line, sans-io: bytes to calls, results and errors to bytes.

Every line gives exactly one event: a Call (with an id, or a notification without), or an Invalid
with the reply that it deserves. Batches are refused: a line is one request, and ten lines are ten.
Parameters stay raw bytes; methods.py decodes them into the method's own type.

What it does not: know a method, run anything, or read a socket. Law: garbage either parses or is
answered with a JSON-RPC error, and ProtocolError is raised for the one thing after which there is
no next line: a line longer than MAX_REQUEST_BYTES.

Tests: tests/server/test_session.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from lean_ctx_daemon.server.frames import ProtocolError
from lean_ctx_daemon.server.limits import MAX_JSON_DEPTH, MAX_REQUEST_BYTES

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
REFUSED: Final = -32001
UNAVAILABLE: Final = -32002
CANCELLED: Final = -32800  # as in the language server protocol

RequestId = int | str | None

_TOO_DEEP: Final = f"nested deeper than {MAX_JSON_DEPTH}"
_BRACKETS: Final = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"{}[]"))


@dataclass(frozen=True, slots=True)
class Call:
    """One request. `is_notification` ones get no reply. `params` is JSON, `{}` when absent."""

    id: RequestId
    method: str
    params: bytes
    is_notification: bool = False


@dataclass(frozen=True, slots=True)
class Invalid:
    """A line that is no request, with the reply to send."""

    reply: bytes


class _Envelope(msgspec.Struct, frozen=True):
    method: str
    jsonrpc: str = ""
    id: int | str | msgspec.UnsetType | None = msgspec.UNSET
    params: msgspec.Raw = msgspec.Raw(b"{}")


_decoder: Final = msgspec.json.Decoder(_Envelope)


class JsonSession:
    """Collects bytes and gives out one event per line. Empty lines are nothing."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._searched = 0

    @property
    def is_midway(self) -> bool:
        """Whether a line has begun that has no end yet."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[Call | Invalid]:
        """The events of the lines `data` ends. Errors: ProtocolError; feed nothing after it."""
        buffer = self._buffer
        buffer += data
        events = []
        start = 0
        while (end := buffer.find(b"\n", max(start, self._searched))) >= 0:
            line = bytes(buffer[start:end]).strip()
            start = end + 1
            self._searched = start
            _check_length(len(line))
            if line:
                events.append(event(line))
        del buffer[:start]
        self._searched = len(buffer)
        _check_length(len(buffer))
        return events


def event(line: bytes) -> Call | Invalid:
    """What one line says."""
    try:
        envelope = _envelope(line)
    except _InvalidError as problem:
        return Invalid(error(problem.request_id, problem.code, str(problem)))
    params = bytes(envelope.params)
    if envelope.id is msgspec.UNSET:
        return Call(None, envelope.method, params, is_notification=True)
    return Call(envelope.id, envelope.method, params)


def result(request_id: RequestId, value: object) -> bytes:
    """The line of a good reply. Errors: whatever msgspec raises for what is not JSON-ready."""
    return _line({"jsonrpc": "2.0", "id": request_id, "result": value})


def error(request_id: RequestId, code: int, message: str, hint: str = "") -> bytes:
    """The line of an error reply; the way out goes to `data.hint`."""
    body: dict[str, Any] = {"code": code, "message": _clean(message)}
    if hint:
        body["data"] = {"hint": _clean(hint)}
    return _line({"jsonrpc": "2.0", "id": request_id, "error": body})


def notification(method: str, params: dict[str, Any]) -> bytes:
    """The line of a notification from the daemon."""
    return _line({"jsonrpc": "2.0", "method": method, "params": params})


def json_text(value: object) -> bytes:
    """`value` as JSON for a person or a script: indented, with a final newline."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"


class _InvalidError(Exception):
    def __init__(self, code: int, message: str, request_id: RequestId = None) -> None:
        super().__init__(message)
        self.code = code
        self.request_id = request_id


def _envelope(line: bytes) -> _Envelope:
    if line.startswith(b"["):
        raise _InvalidError(INVALID_REQUEST, "batches are not supported: one object a line")
    try:
        envelope = _decoder.decode(line)
    except msgspec.ValidationError as problem:
        raise _InvalidError(INVALID_REQUEST, f"no JSON-RPC request: {problem}") from None
    except (msgspec.DecodeError, UnicodeError) as problem:
        raise _InvalidError(PARSE_ERROR, f"no JSON: {problem}") from None
    except RecursionError:
        raise _InvalidError(INVALID_REQUEST, _TOO_DEEP) from None
    if _is_too_deep(line):
        raise _InvalidError(INVALID_REQUEST, _TOO_DEEP)
    if envelope.jsonrpc != "2.0":
        request_id = None if envelope.id is msgspec.UNSET else envelope.id
        raise _InvalidError(INVALID_REQUEST, 'jsonrpc must be "2.0"', request_id)
    return envelope


def _line(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _clean(text: str) -> str:
    """`text` without lone surrogates (a file name's stray bytes), which JSON cannot carry."""
    return text.encode("utf-8", "replace").decode()


def _check_length(n_bytes: int) -> None:
    if n_bytes > MAX_REQUEST_BYTES:
        raise ProtocolError(f"a line of more than {MAX_REQUEST_BYTES} bytes")


def _is_too_deep(line: bytes) -> bool:
    """Whether valid JSON nests deeper than MAX_JSON_DEPTH.

    Strings go, then all but brackets, then the innermost pairs, level by level: bytes operations
    that take milliseconds for a line of any content, where a loop over it would stop the daemon.
    """
    parts = line.replace(b"\\\\", b"").replace(b'\\"', b"").split(b'"')
    brackets = b"".join(parts[::2]).translate(_BRACKETS, _NOT_BRACKETS)
    for _ in range(MAX_JSON_DEPTH):
        brackets = brackets.replace(b"[]", b"")
    return bool(brackets)
