"""`python -m tests.support.echo_daemon`: a real daemon in all but its answers (EchoService)."""

from __future__ import annotations

import sys

from lean_ctx_daemon.app import daemon
from tests.support.echo_service import EchoService

if __name__ == "__main__":
    sys.exit(daemon.main(["--foreground"], build=lambda _paths, _address: EchoService()))
