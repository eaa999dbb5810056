"""The user's configuration: an optional `config.toml`, read once, when the daemon starts.

Every key has a default. What is wrong with the file never keeps the daemon from starting: a key
that is unknown or has a bad value is named with its file and what is allowed, and its default
holds, while the other keys act; of a file that cannot be read or is no TOML nothing acts. What is
wrong is said by `config show`, by `status`, and with every answer from a root, since a key that
does not act (a folder meant to be ignored) is something the user must not find out by themselves.

What it does not: look into a repository (no repository's file configures the daemon), watch the
file, or offer a key that nothing obeys.

Tests: tests/app/test_config.py
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from lean_ctx_daemon.server.service import suggestion
from lean_ctx_daemon.store.budget import DEFAULT_BYTES
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES

MAX_CONFIG_BYTES: Final = 1 << 16  # a thousand patterns of sixty characters
USUAL_WORKERS: Final = 4  # parsing is bound by memory bandwidth beyond that
MAX_PATTERNS: Final = 1_000  # each path is held against all of them
MAX_PROBLEMS: Final = 20  # that are told one by one; a file of another kind has thousands
_SHOWN_CHARACTERS: Final = 60  # of a bad value, in its message


def _default_workers() -> int:
    return min(os.cpu_count() or 1, USUAL_WORKERS)


@dataclass(frozen=True, slots=True)
class Config:
    """The values in effect: `*_tokens` in o200k tokens; `ignore` are gitignore patterns."""

    preload_tokens: int = 8000
    overview_tokens: int = 2000
    max_file_bytes: int = MAX_FILE_BYTES
    ignore: tuple[str, ...] = ()
    workers: int = field(default_factory=_default_workers)
    cache_bytes: int = DEFAULT_BYTES


class Kind(Protocol):
    """What values a key takes."""

    @property
    def allowed(self) -> str:
        """The allowed values, to be read after "is not"."""
        ...

    def taken(self, value: object) -> object:
        """`value` as the Config holds it. Errors: ValueError, if it is not allowed."""
        ...


@dataclass(frozen=True, slots=True)
class WholeNumber:
    """A number within bounds, both included."""

    first: int
    last: int

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"a whole number from {self.first} to {self.last}"

    def taken(self, value: object) -> object:
        """See Kind. `true` is no number."""
        if type(value) is not int or not self.first <= value <= self.last:
            raise ValueError
        return value


@dataclass(frozen=True, slots=True)
class Patterns:
    """A list of gitignore patterns. Comments and empty ones would do nothing: they are errors."""

    @property
    def allowed(self) -> str:
        """See Kind."""
        return f"a list of at most {MAX_PATTERNS} gitignore patterns, each one line of text"

    def taken(self, value: object) -> object:
        """See Kind."""
        if not isinstance(value, list) or len(value) > MAX_PATTERNS:
            raise ValueError
        for pattern in value:
            if not isinstance(pattern, str) or not pattern.strip() or pattern.startswith("#"):
                raise ValueError
            if any(separator in pattern for separator in "\0\r\n"):
                raise ValueError
        return tuple(value)


@dataclass(frozen=True, slots=True)
class Key:
    """Where a key's value goes, and which values it takes."""

    attribute: str
    kind: Kind


KEYS: Final[Mapping[str, Key]] = {
    "budget.preload": Key("preload_tokens", WholeNumber(1, 10_000_000)),
    "budget.overview": Key("overview_tokens", WholeNumber(1, 10_000_000)),
    # A worker has ten seconds for a file; 4 MiB of dense code take four on a busy machine.
    "index.max_file_bytes": Key("max_file_bytes", WholeNumber(1 << 10, 4 << 20)),
    "index.ignore": Key("ignore", Patterns()),
    "index.workers": Key("workers", WholeNumber(1, 16)),
    "cache.max_bytes": Key("cache_bytes", WholeNumber(16 << 20, 1 << 40)),
}
_TABLES: Final = frozenset(name.partition(".")[0] for name in KEYS)


@dataclass(frozen=True, slots=True)
class Settings:
    """What `file` says: the values in effect, the keys it set, and a sentence per problem."""

    file: str
    config: Config = field(default_factory=Config)
    keys_set: frozenset[str] = frozenset()
    problems: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The problems in one sentence at most, for answers that are about something else."""
        if len(self.problems) <= 1:
            return self.problems
        return (f"{self.problems[0]} ({len(self.problems) - 1} more: lctx config show)",)

    def rows(self) -> Iterator[tuple[str, object, object, str]]:
        """Each key with its value, its default, and where the value is from (default or file)."""
        default = Config()
        for name, key in KEYS.items():
            origin = "file" if name in self.keys_set else "default"
            value, usual = (getattr(config, key.attribute) for config in (self.config, default))
            yield name, value, usual, origin


def loaded(file: str) -> Settings:
    """What `file` says, all defaults where there is none. Blocks. Errors: none; see `problems`."""
    try:
        text = _text(file)
        if text is None:
            return Settings(file)
        return _taken(file, tomllib.loads(text))
    except OSError as error:
        return _unread(file, error.strerror or str(error))
    except UnicodeDecodeError:
        return _unread(file, "it is not UTF-8")
    except RecursionError:
        return _unread(file, "it is nested too deeply")
    except ValueError as error:
        return _unread(file, str(error))


def _unread(file: str, reason: str) -> Settings:
    return Settings(file, problems=(f"{file} is not used, all keys have their defaults: {reason}",))


def _text(file: str) -> str | None:
    """The file's text, None where there is none. A pipe in its place holds nobody up."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is not a regular file")
        data = os.read(descriptor, MAX_CONFIG_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(data) > MAX_CONFIG_BYTES:
        raise OSError(f"it is larger than {MAX_CONFIG_BYTES} bytes")
    return data.decode("utf-8")


def _taken(file: str, document: Mapping[str, object]) -> Settings:
    """The settings of a file that is TOML."""
    values: dict[str, Any] = {}
    keys_set: set[str] = set()
    problems: list[str] = []
    n_untold = 0
    for name, value in _leaves(document):
        try:
            key = KEYS[name]
            values[key.attribute] = key.kind.taken(value)
        except (KeyError, ValueError):
            if len(problems) < MAX_PROBLEMS:
                problems.append(f"{file}: {_problem(name, value)}")
            else:
                n_untold += 1
        else:
            keys_set.add(name)
    if n_untold:
        problems.append(f"{file}: {n_untold} more keys are wrong")
    return Settings(file, Config(**values), frozenset(keys_set), tuple(problems))


def _leaves(document: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Full keys with their values. What is a table where none belongs is a value."""
    for name, value in document.items():
        if isinstance(value, dict) and (value or name in _TABLES):
            yield from ((f"{name}.{inner}", one) for inner, one in value.items())
        else:
            yield name, value


def _problem(name: str, value: object) -> str:
    """What is wrong with a key, and what is allowed or meant."""
    key = KEYS.get(name)
    if key is None:
        near = suggestion(name, KEYS)
        return f"{_cut(name)} is no key; {near or 'keys: ' + ', '.join(KEYS)}"
    usual = _shown(getattr(Config(), key.attribute))
    return f"{name}: {_shown(value)} is not {key.kind.allowed}; the default holds: {usual}"


def _shown(value: object) -> str:
    return _cut(str(list(value)) if isinstance(value, tuple) else repr(value))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 1] + "…"
