"""The floor of a first index: read, parse, query and tokenise every file, and nothing else.

It runs in as many processes as the daemon has workers, and queries as a tool would that wants
definitions and nothing more.

    python -m tests.bench.floor FOLDER N_PROCESSES    prints seconds

Tests: tests/bench/test_bench.py
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from tree_sitter import Query, QueryCursor

from lean_ctx_daemon import tokens
from lean_ctx_daemon.core.text import decode
from lean_ctx_daemon.facts.grammar import grammar_of
from lean_ctx_daemon.facts.registry import language_of
from lean_ctx_daemon.watch.crawl import crawl

_BATCH = 12


def handled(paths: list[str]) -> int:
    """Tokens of these files."""
    n_tokens = 0
    for path in paths:
        data = Path(path).read_bytes()
        n_tokens += int(tokens.line_counts(decode(data)).sum())
        language = language_of(path, data[:8192])
        grammar, query = grammar_of(language), _definitions(language)
        if grammar is not None and query is not None:
            QueryCursor(query).matches(grammar.parse(data).root_node)
    return n_tokens


@cache
def _definitions(language: str) -> Query | None:
    grammar = grammar_of(language)
    if grammar is None:
        return None
    names = {grammar.language.node_kind_for_id(kind_id) for kind_id in grammar.finders}
    patterns = " ".join(f"({name})" for name in sorted(filter(None, names)))
    return Query(grammar.language, f"[{patterns}] @definition" if patterns else "(ERROR) @error")


def seconds(folder: str, n_processes: int) -> float:
    """Wall time from the start of the processes to the last file."""
    paths = sorted(os.path.join(folder, path) for path in crawl(folder).files)
    began_s = time.perf_counter()
    with ProcessPoolExecutor(n_processes, mp_context=get_context("spawn")) as processes:
        for _ in processes.map(
            handled, [paths[i : i + _BATCH] for i in range(0, len(paths), _BATCH)]
        ):
            pass
    return time.perf_counter() - began_s


if __name__ == "__main__":
    sys.stdout.write(f"{seconds(sys.argv[1], int(sys.argv[2])):.3f}\n")
