"""Does the daemon find the right code? 322 real tasks put to it through its socket.

    EVAL=DIR python -m tests.eval [--repos NAME…] [--budget 8000] [--budgets]
                                  [--without PART…] [--misses N] [--json FILE]
                                  [--trees DIR] [--archives DIR]

Builds the repositories (once), starts a daemon of its own under a temporary home, has it index
them, and asks `ctx_rank` and `ctx_preload` for each task as an editor would. `--without` switches
parts of relevance off (an ablation); `--budgets` repeats the preloads for 2,000 to 32,000 tokens.

Tests: tests/eval/test_main.py
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.eval import dataset, report
from tests.eval.daemon import Client, running_daemon
from tests.eval.measurement import Measured, measured

_BUDGETS: Final = (2000, 4000, 8000, 16000, 32000)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 1 if a reply broke its budget or failed."""
    options = _parser().parse_args(arguments)
    data = dataset.folder()
    if data is None:
        sys.stdout.write(dataset.ABSENT)
        return 0
    known = dataset.repositories(data)
    names = options.repos or known
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.stderr.write(f"unknown: {', '.join(unknown)}; known: {', '.join(known)}\n")
        return 2
    base = dataset.cache_folder()
    trees = dataset.materialise(
        data, names, options.trees or base / "repos", options.archives or base
    )
    tasks = dataset.tasks(data, names)
    rows: list[Measured] = []
    with running_daemon() as client:
        _index(client, trees)
        for budget in _BUDGETS if options.budgets else (options.budget,):
            rows = [
                measured(client, task, trees[task.repository], budget, options.without)
                for task in tasks
            ]
            sys.stdout.write(report.table(rows, budget) + "\n\n")
    if options.misses:
        sys.stdout.write(report.misses(rows, options.misses) + "\n")
    if options.json:
        options.json.write_text(json.dumps(report.as_json(rows, budget), indent=1) + "\n", "utf-8")
    return int(any(row.error or row.n_tokens > budget for row in rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.eval", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--repos", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--budget", type=int, default=8000, metavar="TOKENS")
    parser.add_argument("--budgets", action="store_true")
    parser.add_argument("--without", nargs="+", default=[], metavar="PART")
    parser.add_argument("--misses", type=int, default=0, metavar="N")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--trees", type=Path, metavar="DIR")
    parser.add_argument("--archives", type=Path, metavar="DIR")
    return parser


def _index(client: Client, trees: dict[str, Path]) -> None:
    for name, tree in trees.items():
        started = time.perf_counter()
        client.call("ctx_root", action="add", path=str(tree))
        client.call("ctx_sync", root=str(tree))
        sys.stderr.write(f"{name}: indexed in {time.perf_counter() - started:.1f} s\n")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the daemon ends with us
    sys.exit(main())
