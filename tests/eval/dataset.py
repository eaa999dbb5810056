"""The evaluation set: tasks, repositories and gold files, found by the variable EVAL.

The set is a folder with tasks.jsonl, repos.json and materialise.py (its README says what they are).
Its task texts are other people's words and stay there; nothing of it is copied into this
repository. The trees are built by its own script into a cache folder outside the repository.

Tests: tests/eval/test_dataset.py
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import platformdirs

from lean_ctx_daemon import tokens
from lean_ctx_daemon.core.types import SymbolKind
from lean_ctx_daemon.facts.analyse import analyse
from lean_ctx_daemon.facts.registry import language_of
from tests.eval.metrics import GoldFile, Range

_NO_DEFINITIONS = frozenset({SymbolKind.HEADING, SymbolKind.KEY, SymbolKind.FIELD})

ABSENT = """\
The evaluation data is not here: the variable EVAL names no folder with tasks.jsonl, repos.json and
materialise.py. The data is not part of this repository, because its task texts are other people's.
With it: EVAL=/path/to/it make eval
Without it: `lctx benchmark history` measures selection on a repository's own past commits.
"""


@dataclass(frozen=True, slots=True)
class Task:
    """One task: its text, and per gold file the edited lines."""

    id: str
    repository: str
    text: str
    gold: tuple[str, ...]
    edited: dict[str, tuple[Range, ...]]


def folder() -> Path | None:
    """The evaluation set's folder, None if EVAL names none that is complete."""
    found = Path(os.environ.get("EVAL", "") or os.devnull)
    needed = ("tasks.jsonl", "repos.json", "materialise.py")
    return found if all((found / name).is_file() for name in needed) else None


def cache_folder() -> Path:
    """Where archives and trees are kept: LCTX_EVAL_CACHE, or the platform's cache folder."""
    named = os.environ.get("LCTX_EVAL_CACHE")
    return Path(named or platformdirs.user_cache_dir("lctx-eval", appauthor=False))


def repositories(data: Path) -> list[str]:
    """Names of all repositories (`owner/name`), in the set's order."""
    return [row["name"] for row in json.loads((data / "repos.json").read_text("utf-8"))]


def tasks(data: Path, names: Sequence[str]) -> list[Task]:
    """The tasks of the repositories `names`, in the set's order."""
    with (data / "tasks.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [_task(row) for row in rows if row["repo"] in names]


def _task(row: dict[str, Any]) -> Task:
    edited = {
        path: tuple((first, last) for first, last in spans)
        for path, spans in row["gold_lines"].items()
    }
    return Task(row["id"], row["repo"], row["task"], tuple(row["gold"]), edited)


def materialise(data: Path, names: Sequence[str], trees: Path, archives: Path) -> dict[str, Path]:
    """Build what is missing of the trees; each repository's folder by its name.

    Errors: SystemExit with the script's own words when a tree cannot be built.
    """
    command = [sys.executable, str(data / "materialise.py"), *names]
    command += ["--out", str(trees), "--cache", str(archives)]
    built = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if built.returncode != 0:
        raise SystemExit("the evaluation repositories could not be built (see above)")
    return {name: trees / name.replace("/", "+") for name in names}


@cache
def gold_file(tree: Path, path: str, edited: tuple[Range, ...]) -> GoldFile:
    """A gold file as it is on disk, with the spans of its definitions by the product's parser."""
    data = (tree / path).read_bytes()
    language = language_of(path, data[:200])
    facts = analyse(data, language, b"", tokens.line_counts)
    spans = {
        (symbol.first, symbol.last)
        for symbol in facts.symbols
        if symbol.kind not in _NO_DEFINITIONS
    }
    lines = data.decode("utf-8", "replace").split("\n")
    return GoldFile(path, tuple(lines), tuple(sorted(spans)), edited)
