"""F33: a writer killed at any instant leaves each record old or new, and what it knew written."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from lean_ctx_daemon.store import Store
from tests.support.processes import environment
from tests.support.store_writer import FACTS, KEYS, ROOT

LONGEST_S = 0.06  # opening, and a good many transactions


@pytest.mark.parametrize("n_kills", [50, pytest.param(200, marks=pytest.mark.slow)])
def test_killed_at_random_instants(tmp_path: Path, n_kills: int) -> None:
    instants = random.Random(n_kills)
    folder = str(tmp_path / "cache")
    n_written = 0
    longest_s = LONGEST_S
    with subprocess.Popen(
        [sys.executable, "-m", "tests.support.store_writer", folder],
        env=environment(str(tmp_path)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as nursery:
        assert nursery.stdin is not None
        assert nursery.stdout is not None
        for _ in range(n_kills):
            print(instants.uniform(0.0, longest_s), file=nursery.stdin, flush=True)
            acknowledged = int(nursery.stdout.readline())
            n_written = max(n_written, acknowledged)
            if not n_written:  # a busy machine: no writer has come as far as its first transaction
                longest_s *= 1.3
            check(folder, acknowledged)
        nursery.stdin.close()
    assert n_written  # the writers got somewhere, and were not only killed at birth


def check(folder: str, acknowledged: int) -> None:
    """Every record is of the generation that was acknowledged, or of the one after it."""
    store = Store.open(folder)
    found = store.get_many(KEYS)
    state = store.load_root(ROOT)
    stats = store.stats()
    store.close()
    assert (stats.degraded, stats.n_damaged, stats.n_set_aside) == ("", 0, 0)
    either = {acknowledged, acknowledged + 1}
    for key, facts in zip(KEYS, FACTS, strict=True):
        if key in found or acknowledged:
            assert found[key].n_tokens in either
            assert found[key].bag.terms == facts.bag.terms
    if state is not None or acknowledged:
        assert state is not None
        assert int.from_bytes(state.files["a"].digest, "big") in either
