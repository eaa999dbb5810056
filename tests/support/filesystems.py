"""A small file system of its own for one child process, inside a user namespace of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from typing import Any

import pytest

_MOUNTED = 'mount -t tmpfs -o "size=$1,mode=700" none "$2" && shift 2 && exec "$@"'


def run_on_tmpfs(size: str, place: str, code: str) -> dict[str, Any]:
    """What the code prints as JSON; `sys.argv[1]` is `place`, with a tmpfs of this size mounted.

    Nobody else sees the mount. Skips the test where user namespaces are not to be had.
    """
    if shutil.which("unshare") is None:
        pytest.skip("no unshare(1) here")
    shell = ["unshare", "-Urm", "sh", "-c", _MOUNTED, "sh", size, place]
    probe = subprocess.run([*shell, "true"], capture_output=True, text=True, check=False)
    if probe.returncode != 0:
        pytest.skip("no mount namespace of our own: " + probe.stderr)
    done = subprocess.run(
        [*shell, sys.executable, "-c", textwrap.dedent(code), place],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result
