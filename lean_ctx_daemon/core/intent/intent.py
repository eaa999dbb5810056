"""Structured intent: what a task wants, of what, how much of it and how soon.

Total and deterministic: any text gives an intent, the same text the same one. Nothing here reads
the repository; the caller hands in its paths. Linear in the text, of which the first
100,000 characters are read.

Tests: tests/core/intent/test_intent.py
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from lean_ctx_daemon.core.intent.languages import language
from lean_ctx_daemon.core.intent.lexicon.cues import Hit, Kind
from lean_ctx_daemon.core.intent.lexicon.finder import finder
from lean_ctx_daemon.core.intent.parts import TaskParts, task_parts
from lean_ctx_daemon.core.intent.scope import scope
from lean_ctx_daemon.core.intent.specificity import Evidence, specificity
from lean_ctx_daemon.core.intent.targets import CODE_MARK, FILE_MARK, Targets, masked, targets
from lean_ctx_daemon.core.intent.task_type import type_verdict
from lean_ctx_daemon.core.intent.urgency import urgency
from lean_ctx_daemon.core.intent.words import is_unspaced, words
from lean_ctx_daemon.core.types import StructuredIntent

_ACRONYM: Final = re.compile(r"(?<!\w)(?:[A-Z]{2,8}[0-9]{0,3}|NaN)(?!\w)")
_RUN_CHARACTERS: Final = 3  # characters of an unspaced script that make about one word
# Cues that say how a task is meant, not what it is about.
_FORMAL: Final = frozenset(set(Kind) - {Kind.THING, Kind.SYMPTOM})


def structured_intent(task: str, paths: Collection[str] = ()) -> StructuredIntent:
    """The intent of `task` in a root that has `paths` (a set or mapping is quickest).

    Shapes: `targets` in the order of the text, at most 32, files among them as they are named, or
    as the tail that exists. Units: confidence, urgency and specificity in [0, 1]. Errors: none.
    """
    parts = task_parts(task)
    verdict = type_verdict(parts)
    named = targets(parts.text, paths)
    title, _ = masked(parts.title)
    listed = words(title)
    hits = finder().hits(listed)
    kinds = {cue.kind for hit in hits for cue in hit.cues}
    return StructuredIntent(
        task_type=verdict.task_type,
        confidence=verdict.confidence,
        targets=named.names,
        scope=scope(named.files, named.identifiers, kinds),
        language=language(parts.text, named.files),
        urgency=urgency(verdict.task_type, kinds),
        action_verb=verdict.action_verb,
        specificity=_specificity(parts, named, listed, hits),
    )


def _specificity(parts: TaskParts, named: Targets, listed: list[str], hits: list[Hit]) -> float:
    acronyms = {acronym.lower() for acronym in _ACRONYM.findall(parts.title)}
    formal = {
        hit.position + offset
        for hit in hits
        if not is_unspaced(listed[hit.position]) and hit.cues[0].kind in _FORMAL
        for offset in range(hit.length)
    }
    content = {
        word
        for position, word in enumerate(listed)
        if position not in formal and word not in acronyms and word not in (FILE_MARK, CODE_MARK)
    }
    evidence = Evidence(
        n_files=len(named.files),
        n_identifiers=len(named.identifiers),
        n_acronyms=len(acronyms),
        n_words=sum(-(-len(w) // _RUN_CHARACTERS) if is_unspaced(w) else 1 for w in content),
        has_failure=parts.has_failure,
        has_breadth=any(cue.kind is Kind.BREADTH for hit in hits for cue in hit.cues),
    )
    return specificity(evidence)
