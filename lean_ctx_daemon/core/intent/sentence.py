"""The roles that cues play in a task's title: leading action, its object, the rest.

A sentence's head is the first action after politeness (`please`, `can you`), or, in languages
that put the verb last or write without spaces, the last action. What it does not: weigh; the
caller knows what a role is worth.

Tests: tests/core/intent/test_sentence.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from lean_ctx_daemon.core.intent.files import task_type_of
from lean_ctx_daemon.core.intent.lexicon.cues import Cue, Hit, Kind
from lean_ctx_daemon.core.intent.lexicon.finder import finder
from lean_ctx_daemon.core.intent.targets import CODE_MARK, FILE_MARK, masked
from lean_ctx_daemon.core.intent.words import is_unspaced, words
from lean_ctx_daemon.core.types import TaskType

# Languages in which the action may end the sentence, and in which questions need no first word.
_VERB_FINAL: Final = frozenset(("bn", "de", "fa", "hi", "ja", "ko", "nl", "tr", "ur"))
_VERB_ANYWHERE: Final = frozenset(("th", "zh"))
_ASK_ANYWHERE: Final = frozenset(("bn", "fa", "hi", "ja", "ko", "th", "tr", "ur", "vi", "zh"))
_ACTIONS: Final = frozenset({Kind.VERB, Kind.MAKE, Kind.CHANGE})
_QUESTIONS: Final = frozenset({Kind.ASK, Kind.WHY, Kind.JUDGE})
_SPEAKING: Final = _ACTIONS | _QUESTIONS | {Kind.THING, Kind.SYMPTOM}
_PRESSURE: Final = frozenset({Kind.URGENT, Kind.CALM})
_TOPIC_WORDS: Final = 4  # a thing among the first words leads a sentence that has no action
_ARTICLES: Final = frozenset(("the", "a", "an", "my", "our", "this"))  # no verb follows these
_ERROR_NAME: Final = re.compile(r"\w{2,60}(?:error|exception)$")
_INTO: Final = frozenset(("in", "to", "into"))
_JOINERS: Final = frozenset(("and", "or", "plus", "&"))


class Role(IntEnum):
    """Where in the sentence a cue stands."""

    HEAD = 0  # the leading action, or the leading question
    OBJECT = 1  # what the leading action is about
    MODIFIER = 2  # inside the object, but not its noun: "test runner"
    PLACE = 3  # where to: a named file, "in the docs"
    TOPIC = 4  # at the start of a sentence without a leading action
    ASIDE = 5  # anywhere else


@dataclass(frozen=True, slots=True)
class Part:
    """A cue in its role. `surface` is the text that it was found as."""

    cue: Cue
    role: Role
    surface: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A title's parts in order of the text; `head` is the leading action, None without one."""

    parts: tuple[Part, ...]
    head: Cue | None
    is_question: bool
    n_words: int


def sentence(title: str) -> Sentence:
    """`title` read as a sentence."""
    text, files = masked(title)
    listed = _calm_words(words(text))
    hits = [hit for hit in finder().hits(listed) if not _is_pressure(hit)]
    hits += [*_file_hits(listed, files), *_error_hits(listed)]
    hits.sort(key=lambda hit: hit.position)
    start = _start(listed, hits)
    head = _head(listed, hits, start)
    ends = _object_end(listed, hits, head)
    parts = tuple(
        Part(cue, _role(hit, cue, head, (start, ends), listed), hit.surface)
        for hit in hits
        for cue in _distinct(hit.cues)
        if cue.kind in _SPEAKING
    )
    action = next((part.cue for part in parts if part.role is Role.HEAD), None)
    return Sentence(parts, action, title.rstrip().endswith(("?", "\uff1f", "\u061f")), len(listed))


def _calm_words(listed: Sequence[str]) -> list[str]:
    """The words without those of haste and leisure, which may stand anywhere and change nothing."""
    pressing = {
        hit.position + offset
        for hit in finder().hits(listed)
        if _is_pressure(hit) and not is_unspaced(listed[hit.position])
        for offset in range(hit.length)
    }
    return [word for position, word in enumerate(listed) if position not in pressing]


def _is_pressure(hit: Hit) -> bool:
    return all(cue.kind in _PRESSURE for cue in hit.cues)


def _file_hits(listed: Sequence[str], files: Sequence[str]) -> Iterator[Hit]:
    positions = [i for i, word in enumerate(listed) if word == FILE_MARK]
    for position, file in zip(positions, files, strict=False):
        task_type = task_type_of(file)
        if task_type is not None:
            yield Hit(position, 1, file, (Cue(Kind.THING, task_type, file, "en"),))


def _error_hits(listed: Sequence[str]) -> Iterator[Hit]:
    """Names of error classes, which the title gives as what is wrong."""
    for position, word in enumerate(listed):
        if _ERROR_NAME.match(word):
            yield Hit(position, 1, word, (Cue(Kind.SYMPTOM, TaskType.FIX_BUG, word, "en"),))


def _start(listed: Sequence[str], hits: Sequence[Hit]) -> int:
    """The position after politeness, greetings and articles."""
    by_position = {hit.position: hit for hit in hits}
    position = 0
    while position < len(listed):
        hit = by_position.get(position)
        if hit is None or hit.cues[0].kind is not Kind.LEAD or len(hit.cues) > 1:
            break
        position += hit.length
    return position


def _head(listed: Sequence[str], hits: Sequence[Hit], start: int) -> Hit | None:
    has_symptom = any(cue.kind is Kind.SYMPTOM for hit in hits for cue in hit.cues)
    is_after_article = start > 0 and listed[start - 1] in _ARTICLES
    for hit in hits:
        kinds = {cue.kind for cue in hit.cues}
        is_noun = is_after_article or (Kind.THING in kinds and has_symptom)  # "test fails"
        if hit.position == start and kinds & (_ACTIONS | _QUESTIONS) and not is_noun:
            return hit
    free = [hit for hit in hits if _is_free(hit)]
    if any(cue.language in _VERB_ANYWHERE for hit in free for cue in hit.cues):
        return free[0]
    named = [hit for hit in free if any(cue.kind is Kind.VERB for cue in hit.cues)]
    last = named or free
    return last[-1] if last else None


def _is_free(hit: Hit) -> bool:
    """Whether the hit is an action or question that needs no first place."""
    return any(
        (cue.kind in _ACTIONS and cue.language in _VERB_FINAL | _VERB_ANYWHERE)
        or (cue.kind in _QUESTIONS and cue.language in _ASK_ANYWHERE)
        for cue in hit.cues
    )


def _object_end(listed: Sequence[str], hits: Sequence[Hit], head: Hit | None) -> int:
    """The position where the head's object ends: at the first link word after it."""
    if head is None:
        return 0
    for hit in hits:
        if hit.position > head.position and any(cue.kind is Kind.LINK for cue in hit.cues):
            return hit.position
    return len(listed)


def _role(
    hit: Hit, cue: Cue, head: Hit | None, bounds: tuple[int, int], listed: Sequence[str]
) -> Role:
    start, object_end = bounds
    if hit is head:
        return Role.HEAD if cue.kind in _ACTIONS | _QUESTIONS else Role.ASIDE
    if cue.kind in _QUESTIONS and cue.language in _ASK_ANYWHERE:
        return Role.HEAD
    if listed[hit.position] == FILE_MARK:
        return Role.PLACE
    if head is None:
        return Role.TOPIC if hit.position - start < _TOPIC_WORDS else Role.ASIDE
    if not _is_free(head) and not head.position < hit.position < object_end:
        is_place = cue.task_type is TaskType.DOCUMENT and _is_into(listed, hit.position)
        return Role.PLACE if is_place else Role.ASIDE
    after = hit.position + hit.length
    is_noun = after >= object_end or listed[after] in _JOINERS or listed[after] == CODE_MARK
    is_english = any(action.language == "en" for action in head.cues)
    is_whole = is_noun or _is_free(head) or not is_english
    return Role.OBJECT if is_whole else Role.MODIFIER


def _is_into(listed: Sequence[str], position: int) -> bool:
    """Whether the word at `position` is where something goes: "in docs", "to the README"."""
    before = position - 1
    if before > 0 and listed[before] in _ARTICLES:
        before -= 1
    return before > 0 and listed[before] in _INTO


def _distinct(cues: Sequence[Cue]) -> Iterator[Cue]:
    """One cue of a kind and type: several languages may share a word."""
    seen: set[tuple[Kind, object]] = set()
    for cue in cues:
        if (cue.kind, cue.task_type) not in seen:
            seen.add((cue.kind, cue.task_type))
            yield cue
