r"""The rules of one ignore file, with git's meaning.

`IgnoreRules` answers for one entry of the file's directory tree: ignored, taken back by `!`, or
not spoken of. It looks at the entry alone: that nothing below an ignored directory comes back,
and which file's word counts when several speak, is policy.py's business.

Why not pathspec: its expressions match everything below a match as well, so that `*.log` and then
`!build/` take `build/x.log` back, which git leaves ignored; it reads `[[:upper:]]` as a set of
punctuation, with a warning; and it costs 60 ms to import.

What stands here is git's wildmatch, except that `?` and classes match one character, not one byte,
and that `c**/a`, on which git's manual and git disagree, follows the manual. A `*` never backtracks
over an earlier one (`*a*b` takes the first `a`: the leftmost match of a piece is always good
enough), so that a hostile pattern stays linear.

Tests: tests/watch/test_ignore.py (against `git check-ignore`)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

# Real ignore files have some hundred rules (GitHub's longest template 500); more is an attack.
MAX_RULES: Final = 5_000
# Linux' PATH_MAX: a longer pattern matches no path.
MAX_PATTERN_CHARS: Final = 4_096

_SPECIAL = re.compile(r"[*?\[\\]")
_POSIX_CLASSES: Final = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t\n\r\f\v",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
# A class no character is in.
_NOTHING: Final = r"(?!)"


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of an ignore file. `text` has no `!`, no leading and no trailing slash.

    A `name_only` rule meets the entry's base name at any depth, another the path relative to the
    ignore file's directory.
    """

    text: str
    is_negated: bool
    is_dir_only: bool
    is_name_only: bool

    @property
    def is_literal(self) -> bool:
        """Whether the rule names one entry, without wildcards or quoting."""
        return _SPECIAL.search(self.text) is None

    @property
    def suffix(self) -> str:
        """`.log` of `*.log`, the commonest kind of rule; "" when it is of another kind."""
        tail = self.text[1:]
        is_suffix = self.is_name_only and self.text[:1] == "*" and not _SPECIAL.search(tail)
        return tail if is_suffix else ""


class IgnoreRules:
    """All rules of one ignore file; the last one that matches decides.

    Most entries match nothing, so the answer None is found with two set look-ups, one suffix test
    and two combined expressions, whatever the number of rules.
    """

    __slots__ = ("_literals", "_matchers", "_name_glob", "_path_glob", "_suffixes")

    def __init__(self, rules: Iterable[Rule]) -> None:
        kept = list(rules)[:MAX_RULES]
        globs = [r for r in kept if not r.is_literal and not r.suffix]
        self._literals = frozenset(r.text for r in kept if r.is_literal)
        self._suffixes = tuple({r.suffix for r in kept if r.suffix})
        self._name_glob = _any_of(_expression(r) for r in globs if r.is_name_only)
        self._path_glob = _any_of(_expression(r) for r in globs if not r.is_name_only)
        self._matchers = tuple((r, re.compile(_expression(r), re.DOTALL)) for r in reversed(kept))

    @classmethod
    def parse(cls, text: str) -> IgnoreRules:
        """The rules of an ignore file's text. Errors: none; what git would not obey is no rule."""
        return cls(rules_of(text))

    def __bool__(self) -> bool:
        return bool(self._matchers)

    def verdict(self, path: str, name: str, *, is_dir: bool) -> bool | None:
        """True: ignored; False: taken back by `!`; None: no rule speaks of it.

        `path` is relative to the ignore file's directory, `name` its last component.
        """
        if not (
            name in self._literals
            or path in self._literals
            or name.endswith(self._suffixes)
            or (self._name_glob is not None and self._name_glob.fullmatch(name))
            or (self._path_glob is not None and self._path_glob.fullmatch(path))
        ):
            return None
        for rule, expression in self._matchers:
            if rule.is_dir_only and not is_dir:
                continue
            if expression.fullmatch(name if rule.is_name_only else path):
                return not rule.is_negated
        return None


def rules_of(text: str) -> Iterator[Rule]:
    """The rules of an ignore file, in order, as git reads its lines."""
    for line in text.removeprefix("\ufeff").split("\n"):
        pattern = _without_trailing_spaces(line.removesuffix("\r"))
        if not pattern or pattern.startswith("#") or len(pattern) > MAX_PATTERN_CHARS:
            continue
        is_negated = pattern.startswith("!")
        pattern = pattern.removeprefix("!")
        is_dir_only = pattern.endswith("/")
        pattern = pattern.removesuffix("/")
        is_name_only = "/" not in pattern
        pattern = pattern.removeprefix("/")
        if pattern:
            yield Rule(pattern, is_negated, is_dir_only, is_name_only)


def _without_trailing_spaces(line: str) -> str:
    """The line without trailing blanks, except one that a backslash protects."""
    stripped = line.rstrip(" ")
    n_backslashes = len(stripped) - len(stripped.rstrip("\\"))
    is_protected = n_backslashes % 2 == 1 and len(stripped) < len(line)
    return stripped + " " if is_protected else stripped


def _any_of(expressions: Iterable[str]) -> re.Pattern[str] | None:
    joined = "|".join(f"(?:{e})" for e in expressions)
    return re.compile(joined, re.DOTALL) if joined else None


# --------------------------------------------------------------------------- wildmatch


def _expression(rule: Rule) -> str:
    """The regular expression whose full match is the rule's match."""
    if rule.is_name_only:
        return _segment(rule.text)
    segments = _segments(rule.text)
    # The path falls into runs of segments between `**`; each takes its first possible place.
    runs: list[list[str]] = [[]]
    for i, segment in enumerate(segments):
        if _is_double_star(segment):
            if i == 0 or not _is_double_star(segments[i - 1]):
                runs.append([])
        else:
            runs[-1].append(_segment(segment))
    return _joined(runs)


def _joined(runs: list[list[str]]) -> str:
    """Runs of segment expressions with any number of directories between two runs."""
    if len(runs) == 1:
        return "/".join(runs[0])
    first, *middle, last = runs
    parts = ["".join(f"{segment}/" for segment in first)]
    parts += ["(?>(?:[^/]+/)*?" + "".join(f"{segment}/" for segment in run) + ")" for run in middle]
    # A trailing `**` takes everything below, at least one name.
    parts.append("(?:[^/]+/)*" + "/".join(last) if last else ".+")
    return "".join(parts)


def _segments(pattern: str) -> list[str]:
    """The pattern between its slashes; an escaped slash is a slash, one in a class is not."""
    segments = [""]
    i = 0
    while i < len(pattern):
        if pattern[i] == "/" or pattern.startswith("\\/", i):
            i += 1 if pattern[i] == "/" else 2
            segments.append("")
            continue
        end = i + 1 if pattern[i] == "*" else _atom(pattern, i)[1]
        segments[-1] += pattern[i:end]
        i = end
    return segments


def _is_double_star(segment: str) -> bool:
    return len(segment) >= 2 and not segment.strip("*")


def _segment(glob: str) -> str:
    """The expression of one path segment: pieces between stars, each taken leftmost."""
    pieces = [""]
    i = 0
    while i < len(glob):
        if glob[i] == "*":
            i += 1
            if i == 1 or glob[i - 2] != "*" or len(pieces) == 1 or pieces[-1]:
                pieces.append("")
            continue
        expression, i = _atom(glob, i)
        pieces[-1] += expression
    if len(pieces) == 1:
        return pieces[0]
    first, *middle, last = pieces
    leftmost = "".join(f"(?>[^/]*?{piece})" for piece in middle if piece)
    return f"{first}{leftmost}[^/]*{last}"


def _atom(glob: str, i: int) -> tuple[str, int]:
    """The expression of what starts at `i` (no star), and where the next thing starts."""
    char = glob[i]
    if char == "?":
        return "[^/]", i + 1
    if char == "[":
        return _class(glob, i + 1)
    if char == "\\":
        # A backslash at the end quotes nothing: git matches nothing.
        return (re.escape(glob[i + 1]), i + 2) if i + 1 < len(glob) else (_NOTHING, i + 1)
    return re.escape(char), i + 1


def _class(glob: str, i: int) -> tuple[str, int]:
    """A bracket expression whose content starts at `i`; one without an end matches nothing."""
    is_negated = glob[i : i + 1] in {"!", "^"}
    i += is_negated
    ranges: list[str] = []
    previous = ""
    is_first = True
    while is_first or glob[i : i + 1] != "]":
        is_first = False
        item, char, i = _class_item(glob, i, previous)
        if item is None:
            return _NOTHING, len(glob)
        ranges.append(item)
        previous = char
    body = "".join(ranges)
    if is_negated:
        return f"[^/{body}]", i + 1
    return (f"(?!/)[{body}]" if body else _NOTHING), i + 1


def _class_item(glob: str, i: int, previous: str) -> tuple[str | None, str, int]:
    """One item of a class: its range text, the character a `-` may start from, the next place."""
    char = glob[i : i + 1]
    if char == "[" and glob[i + 1 : i + 2] == ":":
        end = glob.find("]", i + 2)
        if end < 0:
            return None, "", i
        if end > i + 2 and glob[end - 1] == ":":
            return _POSIX_CLASSES.get(glob[i + 2 : end - 1]), "", end + 1
    if char == "-" and previous and glob[i + 1 : i + 2] not in {"", "]"}:
        upper, i = _class_char(glob, i + 1)
        is_range = bool(upper) and previous <= upper
        return (_span(previous, upper) if is_range else "") if upper else None, "", i
    char, i = _class_char(glob, i)
    return (_span(char, char) if char else None), char, i


def _class_char(glob: str, i: int) -> tuple[str, int]:
    """The (possibly quoted) character at `i`, "" at the end, and the next place."""
    i += glob[i : i + 1] == "\\"
    return glob[i : i + 1], i + 1


def _span(first: str, last: str) -> str:
    return f"\\U{ord(first):08x}-\\U{ord(last):08x}"
