"""The persistent cache: facts by content, states by root, on disk within a budget.

Tests: tests/store/
"""

from lean_ctx_daemon.store import filefacts
from lean_ctx_daemon.store.reader import Reader
from lean_ctx_daemon.store.rootstate import RootFile, RootId, RootState
from lean_ctx_daemon.store.store import Store, StoreStats
from lean_ctx_daemon.store.version import key_of

__all__ = [
    "Reader",
    "RootFile",
    "RootId",
    "RootState",
    "Store",
    "StoreStats",
    "filefacts",
    "key_of",
]
