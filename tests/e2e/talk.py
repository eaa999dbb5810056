"""`talk`: standard input to the daemon's socket as it is, and what comes back to standard output.

For transcripts of what a program on the socket, or a broken one, sees.

Tests: tests/e2e/socket.script
"""

from __future__ import annotations

import os
import socket
import sys

TIMEOUT_S = 30


def main() -> None:
    """Send, wait for a line back for every line sent, say that this was all, print the rest."""
    sent = sys.stdin.buffer.read()
    n_lines_due = sent.count(b"\n")
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(TIMEOUT_S)
        peer.connect(os.path.join(os.environ["LCTX_HOME"], "run", "s"))
        peer.sendall(sent)
        if not n_lines_due:
            peer.shutdown(socket.SHUT_WR)
        while data := peer.recv(1 << 16):
            sys.stdout.buffer.write(data)
            n_lines_due -= data.count(b"\n")
            if n_lines_due <= 0:
                peer.shutdown(socket.SHUT_WR)


if __name__ == "__main__":
    main()
