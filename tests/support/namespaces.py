"""Limits of the kernel lowered for one child process, inside a user namespace of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from typing import Any

import pytest

_LOWERED = 'echo "$1" > /proc/sys/user/max_inotify_"$2" && shift 2 && exec "$@"'


def run_with_inotify_limit(what: str, limit: int, code: str, *arguments: str) -> dict[str, Any]:
    """What the code prints as JSON, run with `max_inotify_watches` or `_instances` lowered.

    Skips the test where user namespaces are not to be had. The system's own limit is not touched.
    """
    if shutil.which("unshare") is None:
        pytest.skip("no unshare(1) here")
    shell = ["unshare", "-Ur", "sh", "-c", _LOWERED, "sh", str(limit), what]
    probe = subprocess.run([*shell, "true"], capture_output=True, check=False)
    if probe.returncode != 0:
        pytest.skip("no user namespace of our own: " + probe.stderr.decode(errors="replace"))
    done = subprocess.run(
        [*shell, sys.executable, "-c", textwrap.dedent(code), *arguments],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result
