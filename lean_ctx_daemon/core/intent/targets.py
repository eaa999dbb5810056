"""What a task names: files, modules and identifiers, in the order in which it names them.

What it does not: resolve them to definitions; core/relevance/mentions.py does. A name that
exists among the root's paths is a target whatever it looks like; other words must look like a
file name, a module's path or an identifier beyond doubt, or be quoted. Linear in the text.

Tests: tests/core/intent/test_targets.py
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.intent.files import PRODUCTS, is_file_name
from lean_ctx_daemon.core.intent.words import UNSPACED

MAX_TARGETS: Final = 32
_MAX_WORDS: Final = 20_000  # words of a task that are looked at
_MAX_UNDECIDED: Final = 64  # names without a known extension that are looked for among the paths
_MAX_NAME: Final = 300

_URL: Final = re.compile(r"\b[a-z][a-z+]{1,9}://[^\s<>\"'`)\]}]{1,2000}", re.IGNORECASE)
_BLOB: Final = re.compile(r"/(?:blob|tree|src)/[^/]{1,200}/(.+?)(?:[?#].*)?$")
_QUOTED: Final = re.compile(
    r"`([^`\n]{1,300})`|\"([^\"\n]{1,300})\"|\u201c([^\u201d\n]{1,300})\u201d"
)
_CODE_SPAN: Final = re.compile(r"`([^`\n]{1,300})`")
_TOKEN: Final = re.compile(r"[\w@.+/\\:#~$\-\[\]]{1,300}")
_LINE_SUFFIX: Final = re.compile(r"(?:::?\d+(?:[:\-]\d+)*|#L?\d+(?:-L?\d+)?|\(\d+(?:,\d+)?\))$")
_ASCII: Final = r"[A-Za-z0-9_@.+/\\:#~$\-\[\]]{1,300}+"
_RUN: Final = re.compile(rf"(?:(?<=[{UNSPACED}])|(?<!\w)){_ASCII}")
_EDGE: Final = ".,:;!?@#~+-\\[]"

_WORD: Final = r"[A-Za-z_$][\w$]{0,99}"
_CALL: Final = re.compile(
    rf"^(?:{_WORD}(?:\.|::|#|->))*{_WORD}(?:\(.*\))?!?$", re.ASCII | re.DOTALL
)
_SNAKE: Final = re.compile(r"^_{0,2}[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_{0,2}$")
_CAMEL: Final = re.compile(
    r"^_{0,2}(?:[a-z]+[0-9]*(?:[A-Z][a-z0-9]+)+|(?:[A-Z]+[a-z0-9]+){2,}[A-Z]*)$"
)
_DOTTED: Final = re.compile(rf"^{_WORD}(?:(?:\.|::){_WORD}){{1,9}}$", re.ASCII)
_ERROR_CLASS: Final = re.compile(r"(?:Error|Exception|Warning)$")
_LIBRARY: Final = ("site-packages/", "dist-packages/", "node_modules/", "/lib/python3", "/usr/lib/")


def _set(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Names of products and formats that look like identifiers.
_PROPER_NAMES: Final = _set(
    "airbnb bitbucket clickhouse cloudflare codepen cpython cypress devops djangorest dropbox "
    "dynamodb ebay ecmascript elasticsearch facebook firefox freebsd github gitlab graphql "
    "icloud ios ipad iphone ipv4 ipv6 ipython javascript jetbrains jquery jsonpath junit "
    "kubernetes linkedin macos mariadb mongodb mysql netbsd nodejs numpy oauth oauth2 openapi "
    "openbsd opencv openid openssh openssl paypal phpstan phpunit postgresql powerpoint "
    "powershell pypi pypy pytorch rabbitmq reactjs rubygems scikit sqlite sqlserver "
    "stackoverflow tensorflow typescript vscode vuejs webassembly webgl webpack websocket "
    "websockets whatsapp wordpress xcode youtube"
)
_DOMAINS: Final = _set("ai app co com dev edu example gov io net org")
_ABBREVIATIONS: Final = _set("e.g i.e etc a.m p.m u.s vs w.r.t n.b a.k.a ph.d")
_NO_IDENTIFIERS: Final = _PROPER_NAMES | _ABBREVIATIONS | PRODUCTS


@dataclass(frozen=True, slots=True)
class Targets:
    """`files` and `identifiers` as named, in order and distinct; `names` both in one order."""

    names: tuple[str, ...]
    files: tuple[str, ...]
    identifiers: tuple[str, ...]


def targets(text: str, paths: Collection[str] = ()) -> Targets:
    """The targets that `text` names, against the root's `paths` (a set or mapping is quickest)."""
    known = paths if isinstance(paths, AbstractSet | Mapping) else frozenset(paths)
    found: dict[str, bool] = {}  # name → is a file
    undecided: dict[str, int] = {}
    for name, is_quoted in dict.fromkeys(_candidates(text)):
        if not is_quoted and name.islower() and name.isalpha() and name not in known:
            continue  # a plain word: most of any text
        file = _file(name, known)
        if file is not None:
            found.setdefault(file, True)
        elif _is_library(name):
            continue
        elif _is_identifier(name, is_quoted=is_quoted):
            found.setdefault(_identifier(name), False)
        elif known and len(undecided) < _MAX_UNDECIDED and _may_be_file(name):
            undecided.setdefault(name, len(found))
    names = list(found.items())
    for name, position in reversed(_existing(undecided, known)):
        names.insert(position, (name, True))
    names = list(dict(names).items())[:MAX_TARGETS]
    return Targets(
        names=tuple(name for name, _ in names),
        files=tuple(name for name, is_file in names if is_file),
        identifiers=tuple(name for name, is_file in names if not is_file),
    )


FILE_MARK: Final = "\ue000"  # private use: stands for a file's name in a masked text
CODE_MARK: Final = "\ue001"


def masked(text: str) -> tuple[str, tuple[str, ...]]:
    """`text` with marks for file names and identifiers, and the file names in order.

    The words inside names are no evidence of what is wanted.
    """
    files: list[str] = []

    def mark(match: re.Match[str]) -> str:
        name = match.group()
        path = _plain(name)
        if is_file_name(path):
            files.append(path)
            return f" {FILE_MARK} "
        return f" {CODE_MARK} " if _is_identifier(name, is_quoted=False) else name

    return _RUN.sub(mark, _CODE_SPAN.sub(_unticked, _URL.sub(" ", text))), tuple(files)


def _unticked(match: re.Match[str]) -> str:
    inside = match.group(1)
    return f" {inside} " if is_file_name(_plain(inside)) else f" {CODE_MARK} "


def _candidates(text: str) -> list[tuple[str, bool]]:
    """Names with whether they are quoted, in order: whole quotations first, then single words."""
    found: list[tuple[int, str, bool]] = []
    for match in _URL.finditer(text):
        blob = _BLOB.search(match.group())
        if blob is not None:
            found.append((match.start(), blob.group(1), False))
    plain = _URL.sub(lambda match: " " * len(match.group()), text)
    found.extend(
        (match.start(), match.group(match.lastindex or 0).strip(), True)
        for match in _QUOTED.finditer(plain)
    )
    for count, match in enumerate(_TOKEN.finditer(plain)):
        if count >= _MAX_WORDS:
            break
        found.append((match.start(), match.group(), False))
        if not match.group().isascii():  # a name inside a run of another script
            inside = _RUN.findall(match.group())
            found.extend((match.start(), run, False) for run in inside)
    found.sort(key=lambda candidate: candidate[0])
    return [(name, is_quoted) for _, name, is_quoted in found]


def _file(name: str, known: Collection[str]) -> str | None:
    """The file that `name` is: a path that exists, or what can only be a file's name."""
    for form in (name, name.strip(_EDGE + "$"), _plain(name)):
        if form in known:
            return form
    path = _plain(name)
    if not path or len(path) > _MAX_NAME:
        return None
    parts = path.split("/")
    if len(parts) > 1:  # an absolute path, or one from above the root: its tail may exist
        for start in range(1, min(len(parts), 40)):
            tail = "/".join(parts[start:])
            if tail in known:
                return tail
    return path if is_file_name(path) and not _is_library(name) else None


def _plain(name: str) -> str:
    """`name` as a path: no line number, no `./`, no punctuation around, `/` between parts."""
    path = _LINE_SUFFIX.sub("", name.replace("\\", "/").rstrip(".,:;!?")).rstrip(_EDGE)
    while path.startswith(("./", "@/", "~/")):
        path = path[2:]
    return path.lstrip(",:;!?#~+-[]")


def _is_library(name: str) -> bool:
    return any(part in name for part in _LIBRARY)


def _identifier(name: str) -> str:
    return name.strip(_EDGE).partition("(")[0].rstrip("!")


def _is_identifier(name: str, *, is_quoted: bool) -> bool:
    word = name.strip(_EDGE)
    if len(word) > _MAX_NAME or len(word) < 2:
        return False
    if is_quoted:
        return _CALL.match(word) is not None and _is_code(word)
    if word.lower() in _NO_IDENTIFIERS:
        return False
    if _ERROR_CLASS.search(word):
        return False
    if _SNAKE.match(word) or _CAMEL.match(word):
        return True
    return _DOTTED.match(word) is not None and word.rpartition(".")[2] not in _DOMAINS


def _is_code(word: str) -> bool:
    """A quoted word is an identifier unless it is a value: true, null, NaN, a number."""
    return word.lower() not in {"nan", "null", "none", "nil", "true", "false", "undefined", "todo"}


def _may_be_file(name: str) -> bool:
    word = _plain(name)
    return 2 <= len(word) <= _MAX_NAME and ("." in word or "/" in word)


def _existing(undecided: dict[str, int], known: Collection[str]) -> list[tuple[str, int]]:
    """The undecided names that are the base name, or the tail, of a known path."""
    if not undecided:
        return []
    wanted = {_plain(name): position for name, position in undecided.items()}
    tails = tuple(f"/{name}" for name in wanted)
    present: set[str] = set()
    for path in known:
        if path.endswith(tails):
            present.update(name for name in wanted if path.endswith(f"/{name}"))
    return [(name, position) for name, position in wanted.items() if name in present]
