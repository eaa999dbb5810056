"""A task's text in parts: title, prose of the body, and evidence of a failure in between.

Issue reports come with templates, logs, tracebacks and code. The title says what is wanted; the
prose explains; fenced and indented blocks are quoted matter, of which only "this is a failure"
matters for the type. Linear in the text, and the text is bounded.

Tests: tests/core/intent/test_parts.py
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_CHARACTERS: Final = 100_000  # what is read of a task; longer ones are cut
_MAX_TITLE: Final = 300  # characters; a title beyond this is a body without line breaks
_MIN_TITLE: Final = 20  # characters; "E.g. " ends no title
_SENTENCE_ENDS: Final = (". ", "? ", "! ", "\u3002", "\uff1f")
_MAX_PROSE: Final = 4_000  # characters of prose that vote

_MARKUP: Final = re.compile(r"^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+(?!\[)|\d{1,3}[.)]\s+)")
_CHECKBOX: Final = re.compile(r"^\s*[-*+]\s*\[[ xX]\]")
_FENCE: Final = re.compile(r"^\s{0,3}(?:```|~~~)")
_FAILURE: Final = re.compile(
    r"Traceback \(most recent call last\)"
    r"|^[ \t]{0,40}File \"[^\"\n]{1,300}\", line \d+"
    r"|^[ \t]{0,40}at [^\n]{1,300}:\d+(?::\d+)?\)?[ \t]{0,8}$"
    r"|^[ \t]{0,40}at [\w.$<>]{1,200}\([\w.]{1,100}(?::\d+)?\)"
    r"|panicked at |^goroutine \d+ \[|^panic: |Segmentation fault|core dumped|^Caused by: "
    r"|AddressSanitizer"
    r"|^[ \t]{0,40}(?:[\w.]{1,100}\.)?\w{0,60}(?:Error|Exception)(?: \[\w{1,60}\])?: "
    r"|^\*\* \(\w{1,60}(?:Error|Exit)\)|Fatal error: |Unhandled (?:exception|rejection)",
    re.MULTILINE | re.IGNORECASE,
)
_REPORT: Final = re.compile(
    r"^[^\w\n]{0,8}(?:steps to reproduce|to reproduce|reproduction|how to reproduce"
    r"|(?:actual|expected) (?:behaviou?r|result)s?|current behaviou?r|describe the bug"
    r"|what happened|bug (?:report|description)|what did you expect|environment"
    r"|stack ?trace|(?:minimal )?repro(?:ducer)?)\b",
    re.MULTILINE | re.IGNORECASE,
)
_WISH: Final = re.compile(
    r"^[^\w\n]{0,8}(?:is your feature request related|describe the solution|describe alternatives"
    r"|feature (?:request|description)|proposed (?:solution|feature|api)|use case|user story"
    r"|acceptance criteria|motivation|proposal)\b",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TaskParts:
    """`text` is all of it, bounded; `title` the first line that says something; `prose` the rest.

    `prose` is without quoted matter. `n_report` and `n_wish` count the distinct headings of bug and
    of feature templates.
    """

    text: str
    title: str
    prose: str
    has_failure: bool
    n_report: int
    n_wish: int


def task_parts(task: str) -> TaskParts:
    """`task` taken apart."""
    text = task[:MAX_CHARACTERS].replace("\r\n", "\n").replace("\r", "\n")
    title, prose = _title_and_prose(_without_comments(text))
    return TaskParts(
        text=text,
        title=title,
        prose=prose,
        has_failure=_FAILURE.search(text) is not None,
        n_report=len({match.group().strip().lower() for match in _REPORT.finditer(text)}),
        n_wish=len({match.group().strip().lower() for match in _WISH.finditer(text)}),
    )


def _without_comments(text: str) -> str:
    """`text` without HTML comments, in which templates give their instructions."""
    kept: list[str] = []
    start = 0
    while (opened := text.find("<!--", start)) >= 0:
        closed = text.find("-->", opened)
        if closed < 0:
            break
        kept.append(text[start:opened])
        start = closed + len("-->")
    return "\n".join([*kept, text[start:]])


def _title_and_prose(text: str) -> tuple[str, str]:
    title = ""
    prose: list[str] = []
    n_prose = 0
    is_fenced = False
    for line in text.split("\n"):
        if _FENCE.match(line):
            is_fenced = not is_fenced
            continue
        if is_fenced or not line.strip() or _CHECKBOX.match(line):
            continue
        if title and (line.startswith(("    ", "\t")) or n_prose > _MAX_PROSE):
            continue  # an indented block of the body is quoted matter
        words = _MARKUP.sub("", line).strip()
        if not title:
            title, words = _cut(words)
        prose.append(words)
        n_prose += len(words) + 1
    if not title:  # nothing but quoted matter
        title = text.strip()[:_MAX_TITLE].partition("\n")[0]
    return title, "\n".join(prose)[:_MAX_PROSE]


def _cut(line: str) -> tuple[str, str]:
    """The title of a first line, and what of the line is left: a long one ends at a sentence."""
    if len(line) <= _MAX_TITLE:
        return line, ""
    ends = [line.find(mark, _MIN_TITLE, _MAX_TITLE) + len(mark) for mark in _SENTENCE_ENDS]
    end = min((end for end in ends if end > _MIN_TITLE), default=_MAX_TITLE)
    return line[:end], line[end:]
