"""How fast, how large? One run over Django's source distribution.

    [BENCH=archive-or-folder] python -m tests.bench

Every figure stands beside a floor measured in the same run on the same machine. The daemon runs
under a temporary home, so it neither sees nor disturbs the user's. Linux (it reads /proc).

Tests: tests/bench/test_bench.py
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lean_ctx_daemon.app.config import Config
from tests.bench import corpus
from tests.bench.instance import Instance, process_ms
from tests.bench.rows import Row, median_of, quantiles
from tests.eval.daemon import Client
from tests.support.processes import instance

_SETTLE_S: Final = 8.0  # surplus workers have left, memory is given back
_IDLE_S: Final = 10.0
_RUNS: Final = 15


def main() -> int:
    """Print the table, row by row as it is measured."""
    with corpus.unpacked() as tree, instance() as home:
        for row in _rows(Instance(home), tree):
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()
    return 0


def _rows(daemon: Instance, tree: Path) -> Iterator[Row]:
    client = daemon.start()
    bare_ms = median_of(_RUNS, lambda: process_ms([sys.executable, "-c", "pass"]))
    ping_ms = median_of(_RUNS, daemon.ping_process_ms)
    yield Row("lctx ping, whole process", ping_ms, "ms", bare_ms, "python -c pass")
    idle = quantiles([timed_ms(client, "ping") for _ in range(200)])
    yield Row("JSON ping, idle, median", idle[0], "ms")
    yield from _first_index(client, daemon.connection(), tree, idle)
    yield from _warm(client, tree)
    time.sleep(_SETTLE_S)
    yield Row("resident memory, indexed, one worker", daemon.memory_mb(), "MB")
    before = daemon.wake_ups()
    time.sleep(_IDLE_S)
    yield Row("wake-ups a second, idle", (daemon.wake_ups() - before) / _IDLE_S, "/s")
    client.close()
    daemon.kill()
    began_s = time.perf_counter()
    client = daemon.start()
    start_ms = (time.perf_counter() - began_s) * 1000
    call_until_complete(client, tree)
    restart_ms = (time.perf_counter() - began_s) * 1000
    yield Row("restart → first complete preload", restart_ms, "ms", start_ms, "restart → ping")
    client.close()


def _first_index(
    client: Client, asking: Client, tree: Path, idle: tuple[float, float, float]
) -> Iterator[Row]:
    """The first index, with somebody who asks for `ping` and `ctx_status` all the while."""
    took: dict[str, list[float]] = {"ping": [], "ctx_status": []}
    is_over = threading.Event()

    def ask() -> None:
        while not is_over.wait(0.02):
            for method, times in took.items():
                times.append(timed_ms(asking, method))

    thread = threading.Thread(target=ask)
    began_s = time.perf_counter()
    thread.start()
    client.call("ctx_root", action="add", path=str(tree))
    client.call("ctx_sync", root=str(tree))
    index_s = time.perf_counter() - began_s
    is_over.set()
    thread.join()
    asking.close()
    n_workers = Config().workers
    command = [sys.executable, "-m", "tests.bench.floor", str(tree), str(n_workers)]
    floor = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    yield Row("first index", index_s, "s", float(floor), "read, parse, query, tokenise")
    names = ("median", "95th percentile", "maximum")
    for method, times in took.items():
        for name, value, low in zip(names, quantiles(times), idle, strict=True):
            yield Row(f"{method} while indexing, {name}", value, "ms", low, "ping, idle")


def _warm(client: Client, tree: Path) -> Iterator[Row]:
    root = str(tree)
    floor_ms = median_of(_RUNS, lambda: timed_ms(client, "ping"))
    for method in ("ctx_rank", "ctx_preload"):
        timed_ms(client, method, root=root, task=corpus.TASK)
        warm_ms = median_of(
            _RUNS,
            lambda: timed_ms(client, method, root=root, task=corpus.TASK),  # noqa: B023
        )
        yield Row(f"{method}, warm", warm_ms, "ms", floor_ms, "ping")
    path = tree / corpus.EDITED
    text = path.read_text()

    def read_ms() -> float:
        return timed_ms(client, "ctx_read", root=root, paths=[corpus.EDITED], mode="map")

    unchanged_ms = median_of(5, read_ms)

    def edited_ms() -> float:
        name = f"edited_{time.monotonic_ns()}"
        path.write_text(f"{text}\n\ndef {name}():\n    return None\n")
        began_s = time.perf_counter()
        while name not in str(
            client.call("ctx_read", root=root, paths=[corpus.EDITED], mode="map")
        ):
            pass
        return (time.perf_counter() - began_s) * 1000

    edit_ms = median_of(5, edited_ms)
    yield Row("edit of 630 lines → answer", edit_ms, "ms", unchanged_ms, "the same, unchanged")


def call_until_complete(client: Client, tree: Path) -> None:
    """Ask for a preload until its answer is made of all files."""
    while not client.call("ctx_preload", root=str(tree), task=corpus.TASK)["fresh"]:
        pass


def timed_ms(client: Client, method: str, **params: object) -> float:
    """How long one call takes."""
    began_s = time.perf_counter()
    client.call(method, **params)
    return (time.perf_counter() - began_s) * 1000


if __name__ == "__main__":
    sys.exit(main())
