"""Which of the nine types a task is: evidence by cue and place, summed as log-odds.

The title's leading verb weighs most; if it only makes or changes something, the object decides.
Conventional-commit prefixes, tracebacks, template headings and questions have a say of their own;
the body's words weigh little. Confidence is the softmax of the sums: the winner's margin over
all others, and no sentence is ever certain beyond `MAX_CONFIDENCE`.

Weights are in nats (a difference of 3 makes one type 20 times likelier than another). They order
kinds of evidence and were set by that order, not fitted.

Tests: tests/core/intent/test_task_type.py
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.intent.lexicon.cues import Kind
from lean_ctx_daemon.core.intent.lexicon.finder import finder
from lean_ctx_daemon.core.intent.parts import TaskParts
from lean_ctx_daemon.core.intent.sentence import Part, Role, Sentence, sentence
from lean_ctx_daemon.core.intent.targets import masked
from lean_ctx_daemon.core.intent.words import words
from lean_ctx_daemon.core.types import TaskType

MAX_CONFIDENCE: Final = 0.95

_PREFIX: Final = 6.0  # "fix(core): …", "[Bug] …"
_HEAD: Final = 4.5  # the action verb, leading
_ASIDE: Final = 1.0  # an action verb elsewhere
_MAKE: Final = 2.5  # a verb that makes something: Generate, unless its object says otherwise
_CHANGE: Final = 1.5  # a verb that alters something: Refactor, unless …
_OBJECT: Final = 4.0  # what a making or changing verb is about
_THING: Final = 1.0  # a thing mentioned elsewhere
_TOPIC: Final = 3.0  # a thing that leads a sentence without a leading verb
_TOPIC_AT_FAULT: Final = 1.5  # … and of which the sentence says that something is wrong
_SYMPTOM: Final = 2.0  # something is wrong
_SYMPTOM_ASIDE: Final = 1.0  # … in the object of another action: "add an error message"
_ERRATUM: Final = 5.0  # a document that is the object of a fix: "fix typo in README"
_ASK: Final = 4.5  # a question
_WHY: Final = 3.5  # … for a cause, which may be a bug's
_JUDGE: Final = 5.0  # a question for a judgement
_MARK: Final = 1.0  # a question mark
_FAILURE: Final = 4.0  # a traceback, a panic
_TEMPLATE: Final = 1.5  # a heading of a report's template, at most two of them
_STATEMENT: Final = 0.5  # four words or more without any cue: something is said to be otherwise
_STATEMENT_WORDS: Final = 4
_BODY: Final = 0.25  # a cue of the body, and at most four of a type
_MAX_BODY: Final = 4

_COMMIT: Final = re.compile(
    r"^\s*(?:\[?(?P<tag>[A-Za-z][A-Za-z /_-]{1,24})\]"
    r"|(?P<kind>[A-Za-z][A-Za-z-]{1,14}(?: request| report)?)(?:\([^()\n]{1,60}\))?!?:)(?=\s|$)"
)
_PREFIX_TYPES: Final[Mapping[str, TaskType]] = {
    name: task_type
    for task_type, names in {
        TaskType.FIX_BUG: "fix bug bugfix hotfix regression crash error security fixes fixed",
        TaskType.GENERATE: "feat feature featurerequest enhancement new featreq proposal",
        TaskType.REFACTOR: "refactor perf style cleanup refactoring performance chorerefactor",
        TaskType.TEST: "test tests testing",
        TaskType.REVIEW: "review audit",
        TaskType.CONFIG: "chore build ci deps config dependencies",
        TaskType.DEPLOY: "release deploy ops",
        TaskType.DOCUMENT: "docs doc documentation readme changelog",
        TaskType.EXPLORE: "question explore help howto",
    }.items()
    for name in names.split()
}


@dataclass(frozen=True, slots=True)
class TypeVerdict:
    """The most likely type, how likely (0 to 0.95), and the action verb as it is written."""

    task_type: TaskType
    confidence: float
    action_verb: str


def type_verdict(parts: TaskParts) -> TypeVerdict:
    """The task's type, from its parts."""
    scores: dict[TaskType, float] = defaultdict(float)
    title = sentence(_without_prefix(parts.title, scores))
    _vote(title, scores)
    if not title.parts and title.n_words >= _STATEMENT_WORDS:
        scores[TaskType.FIX_BUG] += _STATEMENT
    if parts.has_failure:
        scores[TaskType.FIX_BUG] += _FAILURE
    scores[TaskType.FIX_BUG] += _TEMPLATE * min(parts.n_report, 2)
    scores[TaskType.GENERATE] += _TEMPLATE * min(parts.n_wish, 2)
    for task_type, n_cues in _body_cues(parts.prose).items():
        scores[task_type] += _BODY * min(n_cues, _MAX_BODY)
    best = max(TaskType, key=lambda task_type: scores[task_type])  # ties: the order of TaskType
    total = sum(math.exp(scores[task_type] - scores[best]) for task_type in TaskType)
    return TypeVerdict(best, min(MAX_CONFIDENCE, round(1 / total, 2)), _action_verb(title, best))


def _vote(title: Sentence, scores: dict[TaskType, float]) -> None:
    head = title.head.kind if title.head is not None else None
    is_fix = title.head is not None and title.head.task_type is TaskType.FIX_BUG
    symptoms = sum(part.cue.kind is Kind.SYMPTOM for part in title.parts)
    is_report = head is None and symptoms > 0
    for part in title.parts:
        kind, task_type = part.cue.kind, part.cue.task_type
        if kind is not Kind.SYMPTOM and task_type is not None:
            weight = _weight(part, head, is_fix=is_fix)
            scores[task_type] += min(weight, _TOPIC_AT_FAULT) if is_report else weight
        elif kind is Kind.CHANGE and part.role is Role.HEAD:
            scores[TaskType.REFACTOR] += _CHANGE
    if head in (Kind.VERB, Kind.MAKE, Kind.ASK, Kind.JUDGE) and not is_fix:
        scores[TaskType.FIX_BUG] += _SYMPTOM_ASIDE * min(symptoms, 2)
    else:
        scores[TaskType.FIX_BUG] += _SYMPTOM * min(symptoms, 3)
    if head is Kind.WHY and symptoms:
        scores[TaskType.FIX_BUG] += _ASK
    if title.is_question and head in (Kind.ASK, Kind.WHY, Kind.JUDGE):
        scores[TaskType.REVIEW if head is Kind.JUDGE else TaskType.EXPLORE] += _MARK


def _weight(part: Part, head: Kind | None, *, is_fix: bool) -> float:
    kind = part.cue.kind
    if part.role is Role.HEAD:
        return _HEAD_WEIGHTS.get(kind, 0.0)
    if kind is not Kind.THING:
        return _ASIDE if kind is Kind.VERB else 0.0
    if part.role is Role.TOPIC:
        return _TOPIC
    if part.role in (Role.OBJECT, Role.PLACE):
        if head in (Kind.MAKE, Kind.CHANGE):
            return _OBJECT
        if is_fix and part.cue.task_type is TaskType.DOCUMENT:
            return _ERRATUM
    return _THING


_HEAD_WEIGHTS: Final[Mapping[Kind, float]] = {
    Kind.VERB: _HEAD,
    Kind.MAKE: _MAKE,
    Kind.ASK: _ASK,
    Kind.WHY: _WHY,
    Kind.JUDGE: _JUDGE,
}


def _action_verb(title: Sentence, best: TaskType) -> str:
    """The verb as the title says it: the lemma in English, else as it is written."""
    for part in title.parts:
        if part.cue.kind in (Kind.VERB, Kind.MAKE, Kind.CHANGE) and part.role is Role.HEAD:
            return part.cue.lemma if part.cue.language == "en" else part.surface
    for part in title.parts:
        if part.cue.kind is Kind.VERB and part.cue.task_type is best:
            return part.cue.lemma if part.cue.language == "en" else part.surface
    return _DEFAULT_VERBS[best]


_DEFAULT_VERBS: Final[Mapping[TaskType, str]] = {
    TaskType.EXPLORE: "explore",
    TaskType.GENERATE: "add",
    TaskType.FIX_BUG: "fix",
    TaskType.REFACTOR: "refactor",
    TaskType.TEST: "test",
    TaskType.REVIEW: "review",
    TaskType.CONFIG: "configure",
    TaskType.DEPLOY: "deploy",
    TaskType.DOCUMENT: "document",
}


def _without_prefix(title: str, scores: dict[TaskType, float]) -> str:
    match = _COMMIT.match(title)
    if match is None:
        return title
    name = re.sub(r"[^a-z]", "", (match["tag"] or match["kind"]).lower())
    task_type = _PREFIX_TYPES.get(name) or _PREFIX_TYPES.get(
        name.removesuffix("request").removesuffix("report")
    )
    if task_type is None:
        return title
    scores[task_type] += _PREFIX
    return title[match.end() :]


def _body_cues(prose: str) -> Mapping[TaskType, int]:
    counts: dict[TaskType, int] = defaultdict(int)
    text, _ = masked(prose)
    for hit in finder().hits(words(text)):
        for cue in hit.cues:
            if cue.task_type is not None and cue.kind in (Kind.VERB, Kind.SYMPTOM, Kind.THING):
                counts[cue.task_type] += 1
    return counts
