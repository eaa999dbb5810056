"""F46: without XDG_RUNTIME_DIR (ssh, cron) the socket lies in the cache, in a private folder."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

from tests.support.processes import environment
from tests.support.serving import short_folder

# The account's home is the password database's: only a test replaces it, in a process of its own.
SCRIPT = """
import os, sys
from lctx import address
address._account_home = lambda: sys.argv[1]
from lean_ctx_daemon.app.lifecycle import claimed
claim = claimed()
os.environ["XDG_RUNTIME_DIR"] = sys.argv[1]  # another shell, with a runtime folder
from lctx.client import connected
print(claim.path, connected() is not None)
"""


def test_the_socket_is_in_a_private_folder_and_found_from_everywhere() -> None:
    with short_folder() as home:
        env = environment("unused")
        del env["LCTX_HOME"]
        env.pop("XDG_RUNTIME_DIR", None)
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, home],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        run = Path(home, ".cache", "lctx", "run")
        assert done.stdout == f"{run}/s True\n"
        assert stat.S_IMODE(os.stat(run).st_mode) == 0o700
