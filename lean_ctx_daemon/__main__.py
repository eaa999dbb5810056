"""`python -m lean_ctx_daemon` is `lctxd`.

Tests: tests/app/test_daemon.py
"""

from __future__ import annotations

import sys

from lean_ctx_daemon.app import daemon


def main() -> None:
    """Run the daemon with the arguments of this process, and end it with its exit code."""
    sys.exit(daemon.main(sys.argv[1:]))


if __name__ == "__main__":
    main()
