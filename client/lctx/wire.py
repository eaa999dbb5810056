"""The client's frames by name: the part of the protocol that both sides read.

A frame is `u32 length (big-endian) | u8 kind | payload`, the length being the payload's. The client
opens with HELLO and ARGV; the daemon answers with HELLO, then OUT and ERR frames in the order they
are to be printed, then EXIT. STDIN is sent only after NEED_STDIN. server/frames.py tells the rest.

What it does not: encode, decode or bound anything. Imports nothing, because the client does.

Tests: tests/client/test_wire.py
"""

HELLO = 1  # both ways; NUL-ended `key=value` fields
ARGV = 2  # to the daemon; NUL-ended arguments
STDIN = 3  # to the daemon; a piece of standard input, an empty one at its end
OUT = 4  # from the daemon; bytes for standard output
ERR = 5  # from the daemon; bytes for standard error
EXIT = 6  # from the daemon; the exit code in decimal
CANCEL = 7  # to the daemon; empty: the user pressed Ctrl-C
NEED_STDIN = 8  # from the daemon; empty: send standard input now
STOP = 9  # to the daemon; empty: end yourself, a client of another major version takes over

HEADER_BYTES = 5


def frame(kind: int, payload: bytes = b"") -> bytes:
    """One frame as it goes over the socket."""
    return len(payload).to_bytes(4, "big") + bytes((kind,)) + payload


def is_compatible(version: str, other: str) -> bool:
    """Whether client and daemon of these versions understand each other: the same major number."""
    return version.split(".", 1)[0] == other.split(".", 1)[0]
