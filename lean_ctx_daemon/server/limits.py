"""Every bound of the socket, with its unit and a precedent.

What it does not: bound what a request may compute; that is the Service's business.

Tests: tests/server/test_limits.py
"""

from __future__ import annotations

from typing import Final

MAX_REQUEST_BYTES: Final = 1 << 20
"""One request: a JSON line, or the payload of one frame (ssh-agent: 256 KiB; h11: 16 KiB).
A pasted issue with its logs fits; a repository does not."""

MAX_STDIN_BYTES: Final = 1 << 20
"""What a `-` argument may read in all: it becomes one request."""

MAX_REPLY_BYTES: Final = 16 << 20
"""One reply. A context of a million tokens has about 4 MiB."""

OUT_FRAME_BYTES: Final = 64 << 10
"""Payload of one OUT or ERR frame, and one write of a JSON reply: the pipe capacity of Linux."""

MAX_JSON_DEPTH: Final = 32
"""Nesting of one request (PHP's json_decode: 512; ours need 2)."""

MAX_ARGUMENTS: Final = 10_000
"""Arguments of one command line (`xargs` hands over 5,000 at most by default on BSD)."""

MAX_AT_WORK: Final = 64
"""Requests that are being answered at once, over all connections; more wait."""

MAX_QUEUED: Final = 32
"""Unanswered requests of one connection; more are refused."""

BACKLOG: Final = 128
"""Connections the kernel holds while the daemon starts (ssh-agent: 128)."""

IO_TIMEOUT_S: Final = 10.0
"""A half-sent request, or a reply that nobody reads, ends its connection (watchman: 60 s)."""

PROGRESS_INTERVAL_S: Final = 0.1
"""Two progress messages of one request are this far apart at least; what comes between goes."""

MAX_CONNECTIONS: Final = 4_000
"""Open connections; one more is closed at once (a thousand idle editors are allowed for)."""
