"""Where the daemon keeps what: one value, derived once at start.

The lock and the socket are `lctx.address`'s, shared with the client. LCTX_HOME puts all of a second
instance below one folder; else cache and configuration follow the platform's conventions
(XDG_CACHE_HOME and XDG_CONFIG_HOME on Linux), the state lies beside the lock.

What it does not: create anything, but for `prepared`, which makes the folders (0700).

Tests: tests/app/test_paths.py
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from typing import Final

from lctx.address import state_dir

N_OLD_LOGS: Final = 3  # rotated copies that are kept, as `lctxd.log.1` and so on


@dataclass(frozen=True, slots=True)
class Paths:
    """Absolute folders of this daemon. `state` holds the log and the list of roots."""

    state: str
    cache: str
    config: str

    @property
    def log(self) -> str:
        """The daemon's log; rotated copies stand beside it."""
        return f"{self.state}/lctxd.log"

    @property
    def config_file(self) -> str:
        """The user's configuration, which need not be there."""
        return f"{self.config}/config.toml"

    @property
    def roots(self) -> str:
        """The list of watched repositories."""
        return f"{self.state}/roots"


def derived() -> Paths:
    """The folders that the environment calls for. Errors: UnsafeError (no home folder)."""
    state = state_dir()
    if os.environ.get("LCTX_HOME"):
        return Paths(state=state, cache=f"{state}/cache", config=f"{state}/config")
    import platformdirs

    return Paths(
        state=state,
        cache=platformdirs.user_cache_dir("lctx", appauthor=False),
        config=platformdirs.user_config_dir("lctx", appauthor=False),
    )


def prepared(paths: Paths) -> Paths:
    """`paths`, with the folders that the daemon writes to in place.

    Without the one of the cache it works too, and says so. Errors: OSError, for the state's.
    """
    os.makedirs(paths.state, mode=0o700, exist_ok=True)
    with contextlib.suppress(OSError):
        os.makedirs(paths.cache, mode=0o700, exist_ok=True)
    return paths
