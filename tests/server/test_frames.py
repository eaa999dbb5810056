"""The client's frames."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lctx import wire
from lean_ctx_daemon.server import frames
from lean_ctx_daemon.server.limits import MAX_ARGUMENTS, OUT_FRAME_BYTES

KINDS = (wire.HELLO, wire.ARGV, wire.STDIN, wire.CANCEL, wire.STOP)
good_frames = st.lists(st.tuples(st.sampled_from(KINDS), st.binary(max_size=50)), max_size=5)


def decoded(pieces: list[bytes], max_payload_bytes: int = 1000) -> list[frames.Frame] | None:
    """The frames of `pieces`, None when they are refused."""
    decoder = frames.FrameDecoder(max_payload_bytes)
    try:
        return [frame for piece in pieces for frame in decoder.feed(piece)]
    except frames.ProtocolError:
        return None


@given(st.binary(max_size=300))
@example(b"\xff\xff\xff\xff\x02")
@example(b"\x00\x00\x00\x00\xff")
def test_garbage_parses_or_is_refused_whole_and_byte_by_byte(data: bytes) -> None:
    whole = decoded([data])
    by_byte = decoded([data[i : i + 1] for i in range(len(data))])
    assert (whole is None) == (by_byte is None)
    if whole is not None:
        assert whole == by_byte


@given(good_frames, st.integers(1, 20))
def test_frames_come_out_as_they_went_in_however_they_are_cut(
    sent: list[tuple[int, bytes]], step: int
) -> None:
    data = b"".join(wire.frame(kind, payload) for kind, payload in sent)
    pieces = [data[i : i + step] for i in range(0, len(data), step)]
    assert decoded(pieces) == [frames.Frame(kind, payload) for kind, payload in sent]


def test_a_length_over_the_bound_is_refused_before_its_payload_comes() -> None:
    decoder = frames.FrameDecoder(max_payload_bytes=10)
    with pytest.raises(frames.ProtocolError, match="11 bytes"):
        decoder.feed(wire.frame(wire.ARGV, b"x" * 11)[: wire.HEADER_BYTES])


def test_a_frame_that_only_the_daemon_sends_is_refused() -> None:
    with pytest.raises(frames.ProtocolError, match="kind 4"):
        frames.FrameDecoder().feed(wire.frame(wire.OUT))


def test_midway_is_between_the_first_and_the_last_byte() -> None:
    decoder = frames.FrameDecoder()
    frame = wire.frame(wire.ARGV, b"a\0")
    assert not decoder.is_midway
    decoder.feed(frame[:-1])
    assert decoder.is_midway
    decoder.feed(frame[-1:])
    assert not decoder.is_midway


@given(st.lists(st.text(st.characters(exclude_characters="\0", codec="utf-8")), max_size=6))
def test_arguments_come_back_as_they_were_given(argv: list[str]) -> None:
    assert frames.arguments(b"".join(arg.encode() + b"\0" for arg in argv)) == argv


@given(st.binary(max_size=100))
def test_any_argument_payload_parses_or_is_refused(payload: bytes) -> None:
    if payload and not payload.endswith(b"\0"):
        with pytest.raises(frames.ProtocolError):
            frames.arguments(payload)
    else:
        assert len(frames.arguments(payload)) == payload.count(b"\0")


def test_too_many_arguments_are_refused() -> None:
    with pytest.raises(frames.ProtocolError, match="arguments"):
        frames.arguments(b"\0" * (MAX_ARGUMENTS + 1))


def test_bytes_that_are_no_utf8_are_named_in_percent() -> None:
    assert frames.arguments(b"caf\xe9.py\0") == ["caf%E9.py"]


@given(st.binary(max_size=200))
def test_any_hello_parses_or_is_refused(payload: bytes) -> None:
    try:
        assert frames.hello(payload).version is not None
    except frames.ProtocolError:
        assert b"version=" not in payload.split(b"\0")


def test_hello_says_who_asks() -> None:
    payload = (
        b"version=1.2.3\0face=cli\0cwd=/a\xff\0session=s\0tty=out,err\0width=120\0TERM=xterm\0"
    )
    hello = frames.hello(payload)
    assert (hello.version, hello.face, hello.cwd, hello.session) == (
        "1.2.3",
        "cli",
        "/a\udcff",
        "s",
    )
    assert (hello.ttys, hello.width) == (frozenset({"out", "err"}), 120)
    assert hello.wishes == {"TERM": "xterm"}


@pytest.mark.parametrize("width", ["", "-1", "0", "x", "999999", "²"])
def test_a_width_that_is_none_is_none(width: str) -> None:
    assert frames.hello(f"version=1\0width={width}\0".encode()).width is None


@given(st.binary(max_size=3 * OUT_FRAME_BYTES))
def test_output_is_cut_into_bounded_frames(data: bytes) -> None:
    cut = frames.output_frames(wire.OUT, data)
    assert all(len(frame) <= OUT_FRAME_BYTES + wire.HEADER_BYTES for frame in cut)
    assert b"".join(frame[wire.HEADER_BYTES :] for frame in cut) == data
