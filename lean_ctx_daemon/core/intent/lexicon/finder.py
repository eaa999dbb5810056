"""The one finder over all tables, built once per process (a few thousand entries, milliseconds).

Tests: tests/core/intent/lexicon/test_tables.py
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain

from lean_ctx_daemon.core.intent.lexicon.cues import Cue, CueFinder, Kind, entries
from lean_ctx_daemon.core.intent.lexicon.makers import CHANGES, MAKES
from lean_ctx_daemon.core.intent.lexicon.pressure import BREADTH, CALM, CROSSING, URGENT
from lean_ctx_daemon.core.intent.lexicon.questions import ASKS, JUDGEMENTS, LEADS, LINKS, WHYS
from lean_ctx_daemon.core.intent.lexicon.symptoms import SYMPTOMS
from lean_ctx_daemon.core.intent.lexicon.things import THINGS
from lean_ctx_daemon.core.intent.lexicon.verbs import VERBS
from lean_ctx_daemon.core.types import TaskType


def all_entries() -> Iterable[tuple[str, Cue]]:
    """Every entry of every table with its meaning."""
    typed = [(Kind.VERB, VERBS), (Kind.THING, THINGS)]
    plain = [
        (Kind.MAKE, MAKES),
        (Kind.CHANGE, CHANGES),
        (Kind.SYMPTOM, SYMPTOMS),
        (Kind.ASK, ASKS),
        (Kind.WHY, WHYS),
        (Kind.JUDGE, JUDGEMENTS),
        (Kind.LEAD, LEADS),
        (Kind.LINK, LINKS),
        (Kind.URGENT, URGENT),
        (Kind.CALM, CALM),
        (Kind.BREADTH, BREADTH),
        (Kind.CROSSING, CROSSING),
    ]
    return chain(
        chain.from_iterable(
            entries(kind, table, task_type)
            for kind, by_type in typed
            for task_type, table in by_type.items()
        ),
        chain.from_iterable(entries(kind, table, _PLAIN_TYPES.get(kind)) for kind, table in plain),
    )


_PLAIN_TYPES = {
    Kind.MAKE: TaskType.GENERATE,
    Kind.SYMPTOM: TaskType.FIX_BUG,
    Kind.ASK: TaskType.EXPLORE,
    Kind.WHY: TaskType.EXPLORE,
    Kind.JUDGE: TaskType.REVIEW,
}


@cache
def finder() -> CueFinder:
    """The finder over all tables."""
    return CueFinder(all_entries())
