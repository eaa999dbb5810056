"""JSON-RPC lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lean_ctx_daemon.server import session
from lean_ctx_daemon.server.frames import ProtocolError
from lean_ctx_daemon.server.limits import MAX_JSON_DEPTH, MAX_REQUEST_BYTES

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=10,
)
json_like = st.lists(st.sampled_from(b'{}[]":,\\ \n19aextrue') | st.integers(0, 255)).map(bytes)


def events(pieces: list[bytes]) -> list[session.Call | session.Invalid]:
    reader = session.JsonSession()
    return [event for piece in pieces for event in reader.feed(piece)]


def refusal(line: bytes) -> tuple[int, str]:
    """Code and message of the error that `line` deserves."""
    event = session.event(line)
    assert isinstance(event, session.Invalid)
    error: dict[str, Any] = json.loads(event.reply)["error"]
    return error["code"], error["message"]


@given(json_like | st.binary(max_size=200))
@example(b'{"jsonrpc":"2.0","method":"ping","id":1}\n')
@example(b"[" * 5000 + b"\n")
@example(b'{"a":' * 5000 + b"\n")
@example(b'"' * 100 + b"[" * 100 + b"\n")
@example(b'"\\')
def test_garbage_is_a_call_or_an_error_whole_and_byte_by_byte(data: bytes) -> None:
    whole = events([data])
    assert whole == events([data[i : i + 1] for i in range(len(data))])
    for event in whole:
        if isinstance(event, session.Invalid):
            assert json.loads(event.reply)["error"]["code"] in {
                session.PARSE_ERROR,
                session.INVALID_REQUEST,
            }


@given(json_values, st.integers() | st.text(), st.text())
def test_a_request_comes_out_as_it_went_in(params: Any, request_id: Any, method: str) -> None:
    if isinstance(request_id, int):
        request_id %= 1 << 60
    message = {"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}
    (event,) = events([json.dumps(message).encode() + b"\n"])
    assert isinstance(event, session.Call)
    assert (event.id, event.method, event.is_notification) == (request_id, method, False)
    assert json.loads(event.params) == params


def test_without_an_id_it_is_a_notification() -> None:
    (event,) = events([b'{"jsonrpc":"2.0","method":"ping"}\n'])
    assert event == session.Call(None, "ping", b"{}", is_notification=True)


def test_empty_lines_are_nothing() -> None:
    assert events([b"\n\r\n  \n"]) == []


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (b"{", session.PARSE_ERROR, "JSON"),
        (b'{"a":1}', session.INVALID_REQUEST, "method"),
        (b'{"method":"ping","id":1}', session.INVALID_REQUEST, "2.0"),
        (b'{"jsonrpc":"2.0","method":1,"id":1}', session.INVALID_REQUEST, "method"),
        (b'{"jsonrpc":"2.0","method":"x","id":1.5}', session.INVALID_REQUEST, "id"),
        (b'[{"jsonrpc":"2.0","method":"ping","id":1}]', session.INVALID_REQUEST, "batches"),
        (b"7", session.INVALID_REQUEST, "JSON-RPC"),
    ],
)
def test_what_is_wrong_is_said(line: bytes, code: int, words: str) -> None:
    found, message = refusal(line)
    assert found == code
    assert words in message


def nested(depth: int, inside: str = "") -> bytes:
    """A request nested `depth` deep."""
    value = "[" * (depth - 1) + inside + "]" * (depth - 1)
    return f'{{"jsonrpc":"2.0","id":1,"method":"x","params":{value}}}'.encode()


def test_nesting_is_bounded() -> None:
    assert isinstance(session.event(nested(MAX_JSON_DEPTH)), session.Call)
    assert "deeper" in refusal(nested(MAX_JSON_DEPTH + 1))[1]


def test_brackets_in_strings_and_side_by_side_are_no_nesting() -> None:
    assert isinstance(session.event(nested(3, r'"\"' + "[{" * 100 + '"')), session.Call)
    assert isinstance(session.event(nested(3, ",".join(["[]"] * 100))), session.Call)


def test_a_line_that_is_too_long_ends_the_session_with_and_without_an_end() -> None:
    for end in (b"", b"\n"):
        with pytest.raises(ProtocolError):
            session.JsonSession().feed(b"x" * (MAX_REQUEST_BYTES + 1) + end)


def test_a_message_may_hold_what_json_cannot() -> None:
    reply = json.loads(session.error(1, -1, "name \udcff", "hint \udcff"))
    assert reply["error"] == {"code": -1, "message": "name ?", "data": {"hint": "hint ?"}}


def test_replies_are_lines() -> None:
    assert json.loads(session.result(7, {"a": 1})) == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {"a": 1},
    }
    note = session.notification("$/progress", {"done": 1})
    assert json.loads(note) == {"jsonrpc": "2.0", "method": "$/progress", "params": {"done": 1}}
    assert note.count(b"\n") == 1
    assert session.json_text({"a": [1]}) == b'{\n  "a": [\n    1\n  ]\n}\n'
