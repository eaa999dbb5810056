"""Which paths of a root are known to the daemon, and which of those are never opened.

`Policy` is a value: built from texts (the crawl reads the files), it touches no disk, so the same
policy can answer for paths that do not exist yet (events) as for those that do. What counts, the
first that speaks: the user's own globs · names that are never source (names.py) · directories
that the crawl found to be something of their own (a nested repository, an installed Python, a
cache) · the ignore files, the deepest first, then `.git/info/exclude`, then the user's global
ones. Nothing below an ignored directory comes back, except what git tracks there all the same.

Terms: a *scope* is what a directory passes on to its entries: the ignore files that speak there,
or that everything is ignored.

Tests: tests/watch/test_policy.py
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.ignore import IgnoreRules
from lean_ctx_daemon.watch.names import is_ignored_name, skip_reason_of_name

# A source file that people wrote is smaller: of 11,000 files in Django's tree none is larger.
MAX_FILE_BYTES: Final = 2 * 1024 * 1024
# Directories whose scope is remembered; a tree with more is answered as well, only slower.
MAX_SCOPES: Final = 200_000

NO_RULES: Final = IgnoreRules(())


@dataclass(frozen=True, slots=True)
class Scope:
    """The rules that hold for the entries of one directory.

    `levels` are (length of the ignore file's directory with its slash, its rules), first the one
    that counts most. `hides_all`: the directory itself is ignored.
    """

    levels: tuple[tuple[int, IgnoreRules], ...]
    hides_all: bool = False

    def inside(self, directory: str, rules: IgnoreRules | None) -> Scope:
        """The scope with the rules of `directory`'s own ignore file before all others."""
        if not rules:
            return self
        return Scope(((len(directory) + 1 if directory else 0, rules), *self.levels))

    def ignores(self, path: str, name: str, *, is_dir: bool) -> bool:
        """Whether the rules ignore this entry of the directory."""
        if self.hides_all:
            return True
        for start, rules in self.levels:
            verdict = rules.verdict(path[start:], name, is_dir=is_dir)
            if verdict is not None:
                return verdict
        return False


_HIDING: Final = Scope((), hides_all=True)


@dataclass(frozen=True, slots=True)
class Givens:
    """What holds for a root before its tree is looked at.

    `excludes` are the rules outside the tree, the one that counts most first; `own_globs` the
    user's patterns for the daemon itself; `tracked` the files git tracks although a rule ignores
    them; files over `max_file_bytes` are never opened.
    """

    excludes: tuple[IgnoreRules, ...] = ()
    own_globs: IgnoreRules = NO_RULES
    tracked: frozenset[str] = frozenset()
    max_file_bytes: int = MAX_FILE_BYTES


@dataclass(frozen=True, slots=True)
class Findings:
    """What a crawl read off a tree, or off one directory of it. Paths have no trailing slash.

    `ignore_files` by directory ("" is the root); `boundaries` are directories that something
    inside them sets apart, `outputs` those that a file beside them does (`target` beside
    Cargo.toml).
    """

    ignore_files: Mapping[str, IgnoreRules] = field(default_factory=dict)
    boundaries: frozenset[str] = frozenset()
    outputs: frozenset[str] = frozenset()

    def replaced(self, directory: str, found: Findings) -> Findings:
        """These findings with what was found in `directory` now instead of what they had there.

        Whether the directory itself is an output was seen beside it, so that stays.
        """
        files = {d: r for d, r in self.ignore_files.items() if not is_within(d, directory)}
        boundaries = {b for b in self.boundaries if not is_within(b, directory)}
        outputs = {o for o in self.outputs if not is_below(o, directory)}
        return Findings(
            {**files, **found.ignore_files},
            found.boundaries.union(boundaries),
            found.outputs.union(outputs),
        )


class Policy:
    """The ignore rules of one root. Immutable; what it caches does not show."""

    __slots__ = ("_scopes", "_tracked_directories", "findings", "givens", "outermost")

    def __init__(self, givens: Givens | None = None, findings: Findings | None = None) -> None:
        self.givens = givens or Givens()
        self.findings = findings or Findings()
        # The scope that the root itself stands in.
        self.outermost = Scope(tuple((0, rules) for rules in self.givens.excludes if rules))
        self._tracked_directories = frozenset(
            directory for path in self.givens.tracked for directory in parents(path)
        )
        self._scopes: dict[str, Scope] = {}

    def ignored(self, path: str, *, is_dir: bool) -> bool:
        """Whether the path, or a directory above it, is nothing the daemon knows of."""
        if not path:
            return False
        directory, _, name = path.rpartition("/")
        scope = self.scope_of(directory)
        return scope is None or self.hides(scope, path, name, is_dir=is_dir)

    def skip_reason(self, path: str, size: int) -> SkipReason | None:
        """Why a regular file is listed but never opened (by name and size alone), or None.

        Independent of `ignored`: a secret stays one, whatever the ignore files say.
        """
        reason = skip_reason_of_name(path)
        if reason is None and size > self.givens.max_file_bytes:
            return SkipReason.SIZE
        return reason

    def hides(self, scope: Scope, path: str, name: str, *, is_dir: bool) -> bool:
        """Whether an entry is ignored, given the scope of the directory it stands in."""
        if self.givens.own_globs:
            verdict = self.givens.own_globs.verdict(path, name, is_dir=is_dir)
            if verdict is not None:
                return verdict
        if is_ignored_name(name, is_dir=is_dir):
            return True
        if is_dir and (self._is_set_apart(path)):
            return True
        if not scope.ignores(path, name, is_dir=is_dir):
            return False
        return path not in (self._tracked_directories if is_dir else self.givens.tracked)

    def _is_set_apart(self, directory: str) -> bool:
        return directory in self.findings.boundaries or directory in self.findings.outputs

    def scope_of(self, directory: str) -> Scope | None:
        """What holds for the entries of `directory`; None when it is ignored itself."""
        known = self._scopes.get(directory)
        if known is not None:
            return known
        scope = self.outermost.inside("", self._rules_in(""))
        for step in (*parents(directory), directory) if directory else ():
            known = self._scopes.get(step)
            if known is None:
                name = step.rpartition("/")[2]
                if self.hides(scope, step, name, is_dir=True):
                    return None
                known = self.entered(scope, step, name, self._rules_in(step))
                self._remember(step, known)
            scope = known
        self._remember(directory, scope)
        return scope

    def entered(self, above: Scope, directory: str, name: str, rules: IgnoreRules | None) -> Scope:
        """The scope inside a directory that is not hidden.

        One that is entered although a rule ignores it (git tracks something in it) hides the rest.
        """
        if directory in self._tracked_directories and above.ignores(directory, name, is_dir=True):
            return _HIDING
        return above.inside(directory, rules)

    def _rules_in(self, directory: str) -> IgnoreRules | None:
        return self.findings.ignore_files.get(directory)

    def _remember(self, directory: str, scope: Scope) -> None:
        if len(self._scopes) < MAX_SCOPES:
            self._scopes[directory] = scope


def parents(path: str) -> Iterable[str]:
    """The directories above a path, the topmost first, without the root itself."""
    end = path.find("/")
    while end >= 0:
        yield path[:end]
        end = path.find("/", end + 1)


def is_below(path: str, directory: str) -> bool:
    """Whether `path` lies somewhere in `directory` ("" is the root), and is not it."""
    return path != directory if not directory else path.startswith(f"{directory}/")


def is_within(path: str, directory: str) -> bool:
    """Whether `path` is `directory` or lies somewhere in it."""
    return path == directory or is_below(path, directory)
