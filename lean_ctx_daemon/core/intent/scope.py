"""How much of the project a task touches: one file, several, several modules, everything.

Named files and identifiers decide; without them, words of breadth; without those, several files,
since few tasks that name nothing end in one.

Tests: tests/core/intent/test_scope.py
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.types import Scope


def scope(files: Sequence[str], identifiers: Sequence[str], kinds: Collection[Kind]) -> Scope:
    """The scope of a task with these names, in which cues of `kinds` occur."""
    if Kind.BREADTH in kinds and len(files) != 1:
        return Scope.PROJECT_WIDE
    folders = {file.rpartition("/")[0] for file in files if "/" in file}
    if len(folders) > 1 or Kind.CROSSING in kinds or Kind.BREADTH in kinds:
        return Scope.CROSS_MODULE
    if len(files) == 1 or (not files and len(identifiers) == 1):
        return Scope.SINGLE_FILE
    return Scope.MULTI_FILE
