"""How a word or phrase is evidence, and the finder that reads all tables in one pass over the text.

Tables write entries separated by commas: `fix` (exact), `repar*` (a word that begins so), `code
review` (a phrase; its last word may end in `*`). Entries in scripts without spaces match anywhere
inside a run. The longest entry wins at each place and consumes it. Time is linear in the text:
every place costs a bounded number of dictionary look-ups.

Tests: tests/core/intent/lexicon/test_cues.py
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from lean_ctx_daemon.core.intent.words import is_unspaced, words
from lean_ctx_daemon.core.types import TaskType

_MAX_PHRASE_WORDS: Final = 6
_MAX_RUN: Final = 24  # characters of the longest entry in an unspaced script
_MIN_STEM: Final = 2
_MAX_STEM: Final = 24


class Kind(IntEnum):
    """What a cue is in a sentence."""

    VERB = 0  # an action of one type: fix, rename, deploy
    MAKE = 1  # brings something into being; its object decides what: add, write, create
    CHANGE = 2  # alters something; its object decides what: update, improve, set
    THING = 3  # an object that belongs to one type: unit tests, README, dependencies
    SYMPTOM = 4  # something is wrong: crash, broken, does not work
    ASK = 5  # a question for knowledge: how, where, what does
    WHY = 6  # a question for a cause
    JUDGE = 7  # a question for a judgement: is this safe
    LEAD = 8  # politeness and auxiliaries before the action: please, can you
    LINK = 9  # what ends the object of a verb: for, in, when
    URGENT = 10
    CALM = 11
    BREADTH = 12  # the task speaks of everything: codebase, everywhere
    CROSSING = 13  # the task reaches over module borders: across, callers


@dataclass(frozen=True, slots=True)
class Cue:
    """One entry's meaning. `lemma` is how a table writes it."""

    kind: Kind
    task_type: TaskType | None
    lemma: str
    language: str


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry found: words position … position + length of the text mean `cues`."""

    position: int
    length: int
    surface: str
    cues: tuple[Cue, ...]


class CueFinder:
    """All entries of all tables, ready to be found in a list of words."""

    def __init__(self, entries: Iterable[tuple[str, Cue]]) -> None:
        self._exact: dict[str, tuple[Cue, ...]] = {}
        self._stems: dict[str, tuple[Cue, ...]] = {}
        self._inner: dict[str, tuple[Cue, ...]] = {}
        for entry, cue in entries:
            self._add(entry, cue)

    def _add(self, entry: str, cue: Cue) -> None:
        is_stem = entry.endswith("*")
        phrase = words(entry.removesuffix("*"))
        key = " ".join(phrase)
        if len(phrase) == 1 and is_unspaced(key):
            table = self._inner
        else:
            table = self._stems if is_stem else self._exact
        known = table.get(key, ())
        if cue not in known:
            table[key] = (*known, cue)

    def hits(self, text: Sequence[str]) -> list[Hit]:
        """Entries found in `text` (folded words), in order, without overlap."""
        found: list[Hit] = []
        position = 0
        while position < len(text):
            if is_unspaced(text[position]):
                found.extend(self._inside(text[position], position))
                position += 1
                continue
            hit = self._longest(text, position)
            if hit is not None:
                found.append(hit)
            position += hit.length if hit is not None else 1
        return found

    def _longest(self, text: Sequence[str], position: int) -> Hit | None:
        for length in range(min(_MAX_PHRASE_WORDS, len(text) - position), 0, -1):
            phrase = " ".join(text[position : position + length])
            cues = self._exact.get(phrase) or self._stem(phrase, len(text[position + length - 1]))
            if cues:
                return Hit(position, length, phrase, cues)
        return None

    def _stem(self, phrase: str, last_word: int) -> tuple[Cue, ...]:
        shortest = len(phrase) - last_word + _MIN_STEM
        longest = min(len(phrase), len(phrase) - last_word + _MAX_STEM)
        for end in range(longest, shortest - 1, -1):
            cues = self._stems.get(phrase[:end])
            if cues:
                return cues
        return ()

    def _inside(self, run: str, position: int) -> Iterable[Hit]:
        start = 0
        while start < len(run):
            for end in range(min(len(run), start + _MAX_RUN), start, -1):
                cues = self._inner.get(run[start:end])
                if cues:
                    yield Hit(position, 1, run[start:end], cues)
                    start = end
                    break
            else:
                start += 1


def entries(
    kind: Kind, table: Mapping[str, str], task_type: TaskType | None = None
) -> Iterable[tuple[str, Cue]]:
    """Pairs of one table: language code → comma-separated entries."""
    for language, listed in table.items():
        for entry in listed.split(","):
            written = entry.strip()
            for form in _forms(written) if kind in _INFLECTED and language == "en" else [written]:
                yield form, Cue(kind, task_type, written.rstrip("*"), language)


_INFLECTED: Final = frozenset({Kind.VERB, Kind.MAKE, Kind.CHANGE})
_VOWELS: Final = "aeiou"


def _forms(lemma: str) -> list[str]:
    """An English verb phrase with its regular inflections: fix, fixes, fixed, fixing."""
    verb, _, rest = lemma.partition(" ")
    tail = f" {rest}" if rest else ""
    if verb.endswith("*"):
        return [lemma]
    if verb.endswith("e"):
        forms = [verb, verb + "s", verb + "d", verb[:-1] + "ing"]
    elif verb.endswith(("s", "x", "z", "ch", "sh")):
        forms = [verb, verb + "es", verb + "ed", verb + "ing"]
    elif verb.endswith("y") and verb[-2] not in _VOWELS:
        forms = [verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"]
    else:
        forms = [verb, verb + "s", verb + "ed", verb + "ing"]
        if len(verb) > 2 and verb[-1] in "bdgmnpt" and verb[-2] in _VOWELS:
            forms += [verb + verb[-1] + "ed", verb + verb[-1] + "ing"]
    return [form + tail for form in forms]
