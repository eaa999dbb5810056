"""How the bounds relate."""

from __future__ import annotations

from lean_ctx_daemon.server import limits


def test_a_reply_holds_a_request_many_times_and_a_frame_divides_both() -> None:
    assert limits.MAX_REPLY_BYTES > limits.MAX_REQUEST_BYTES > limits.OUT_FRAME_BYTES
    assert limits.MAX_REQUEST_BYTES % limits.OUT_FRAME_BYTES == 0


def test_standard_input_becomes_one_request() -> None:
    assert limits.MAX_STDIN_BYTES <= limits.MAX_REQUEST_BYTES


def test_one_connection_cannot_take_every_place() -> None:
    assert limits.MAX_QUEUED < limits.MAX_AT_WORK < limits.MAX_CONNECTIONS
