"""How well the intent layer reads other people's words: commit subjects with a conventional prefix.

    EVAL=DIR python -m tests.eval.intents [--repos NAME…] [--misses N]

Upstream authors labelled their commits themselves (`fix:`, `feat:`, `docs:` …). The prefix is
stripped and the task type of what is left is compared with it. Labels of commits are not labels of
tasks (a subject says what was done, and people misfile), so the figure is a check against
blindness, not a goal. Reads the evaluation set's histories; copies nothing.

Tests: tests/eval/test_intents.py
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lean_ctx_daemon.core.intent.intent import structured_intent
from lean_ctx_daemon.core.types import TaskType

_SUBJECT: Final = re.compile(r"^([a-z]{2,10})(?:\([^)]{0,60}\))?!?:\s*(\S.*)$", re.IGNORECASE)
_ACCEPTED: Final[dict[str, tuple[TaskType, ...]]] = {
    "build": (TaskType.CONFIG, TaskType.DEPLOY),
    "chore": (TaskType.CONFIG, TaskType.DEPLOY),
    "ci": (TaskType.CONFIG, TaskType.DEPLOY),
    "doc": (TaskType.DOCUMENT,),
    "docs": (TaskType.DOCUMENT,),
    "feat": (TaskType.GENERATE,),
    "fix": (TaskType.FIX_BUG,),
    "refactor": (TaskType.REFACTOR,),
    "test": (TaskType.TEST,),
    "tests": (TaskType.TEST,),
}


@dataclass(frozen=True, slots=True)
class LabelledSubject:
    """A commit subject without its prefix, and the types that the prefix stands for."""

    repository: str
    prefix: str
    subject: str
    accepted: tuple[TaskType, ...]


def labelled_subject(repository: str, subject: str) -> LabelledSubject | None:
    """`subject` as a labelled one, None if it has no prefix with a known meaning."""
    match = _SUBJECT.match(subject)
    if match is None or match[1].lower() not in _ACCEPTED:
        return None
    prefix = match[1].lower()
    return LabelledSubject(repository, prefix, match[2], _ACCEPTED[prefix])


def subjects(folder: Path, repositories: Sequence[str] = ()) -> Iterator[LabelledSubject]:
    """Labelled subjects of the histories in `folder` (`owner+name.jsonl.xz`), of all or some."""
    for path in sorted(folder.glob("*.jsonl.xz")):
        repository = path.name.removesuffix(".jsonl.xz").replace("+", "/")
        if repositories and repository not in repositories:
            continue
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                found = labelled_subject(repository, json.loads(line)["s"])
                if found is not None:
                    yield found


def report(labelled: Sequence[LabelledSubject], n_misses: int = 0) -> str:
    """Accuracy by prefix and the confusion of prefixes with types, as a table."""
    verdicts = [(row, structured_intent(row.subject).task_type) for row in labelled]
    right = Counter(row.prefix for row, verdict in verdicts if verdict in row.accepted)
    total = Counter(row.prefix for row in labelled)
    confusion = Counter((row.prefix, verdict) for row, verdict in verdicts)
    lines = ["prefix        n   right  " + "".join(f"{kind.value:>9}" for kind in TaskType)]
    for prefix in sorted(total):
        share = right[prefix] / total[prefix]
        row = "".join(f"{confusion[prefix, kind]:>9}" for kind in TaskType)
        lines.append(f"{prefix:<9}{total[prefix]:>6}  {share:6.3f}  {row}")
    n = max(1, len(labelled))
    mean = sum(right[prefix] / total[prefix] for prefix in total) / max(1, len(total))
    lines.append(
        f"all      {len(labelled):>6}  {right.total() / n:6.3f}  mean of prefixes {mean:.3f}"
    )
    misses = [
        f"{row.prefix}: {row.subject}  → {verdict}"
        for row, verdict in verdicts
        if verdict not in row.accepted
    ]
    step = max(1, len(misses) // n_misses) if n_misses else len(misses) + 1
    return "\n".join([*lines, *misses[::step][:n_misses]])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.intents")
    parser.add_argument("--repos", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--misses", type=int, default=0, metavar="N")
    options = parser.parse_args(arguments)
    folder = os.environ.get("EVAL")
    if not folder or not Path(folder, "history").is_dir():
        sys.stdout.write("EVAL names no folder with history/*.jsonl.xz: nothing to measure.\n")
        return 0
    labelled = list(subjects(Path(folder, "history"), options.repos))
    sys.stdout.write(report(labelled, options.misses) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
