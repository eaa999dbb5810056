from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import gc
from lean_ctx_daemon.app import memory

memory.prepared()
kept = [[i] for i in range(100_000)]
n_young = len(gc.get_objects())
memory.tidied()
assert len(gc.get_objects()) < n_young - 90_000, "what has come to stay is looked at no more"
n_frozen = gc.get_freeze_count()
del kept
assert gc.get_freeze_count() < n_frozen - 90_000, "and is freed all the same"
"""

FILLING = """
import gc
from lean_ctx_daemon.app import memory

n_before = sum(one["collections"] for one in gc.get_stats())
with memory.filling():
    kept = [[i] for i in range(100_000)]
    assert sum(one["collections"] for one in gc.get_stats()) == n_before
assert gc.isenabled()
assert gc.get_freeze_count() > 100_000
"""

GIVE_BACK = """
import sys
from lean_ctx_daemon.app import memory

def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

blocks = [bytes(1000) for _ in range(60_000)]
kept = blocks[-1]
del blocks
before = resident()
memory.tidied()
assert before - resident() > 30_000_000, (before, resident())
"""


def run(script: str) -> None:
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_what_stays_is_frozen_and_freed_by_counting() -> None:
    run(SCRIPT)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's malloc")
def test_free_memory_goes_back_to_the_system() -> None:
    run(GIVE_BACK)


def test_nothing_is_collected_while_a_root_is_taken_in() -> None:
    run(FILLING)
