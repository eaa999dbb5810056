"""References by name: which files use the definitions of which other files.

A file refers to another when it calls, inherits or uses a name that the other defines. Names are
all there is (no types, no scopes), so a name that many files define says little: it weighs
1 / (number of files that define it), and above MAX_DEFINERS nothing. The index is immutable and
answers for one file at a time; a whole graph of references is never built, so an edited body
costs only its own names.

What it does not: resolve scopes, overloads or imports (imports are edges of their own).

Tests: tests/core/relevance/test_references.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lean_ctx_daemon.core.types import FileFacts, SymbolKind

MAX_DEFINERS = 8  # a name defined in more files than this is vocabulary, not a reference
MAX_USERS = 200  # a name used by more files than this says nothing about any of them
INHERITANCE_WEIGHT = 2.0  # a base class is needed to read its heir; a called function often is not

_REFERABLE = frozenset(
    {
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.TYPE,
        SymbolKind.MACRO,
    }
)


@dataclass(frozen=True, slots=True)
class _Names:
    """What one file defines and uses; the unit of an update."""

    defines: tuple[str, ...]
    uses: tuple[tuple[str, float], ...]


def _names(facts: FileFacts) -> _Names:
    defines = dict.fromkeys(s.name for s in facts.symbols if s.kind in _REFERABLE)
    uses: dict[str, float] = dict.fromkeys(facts.calls, 1.0)
    uses.update(dict.fromkeys(facts.bases, INHERITANCE_WEIGHT))
    return _Names(tuple(defines), tuple((n, w) for n, w in uses.items() if n not in defines))


@dataclass(frozen=True, slots=True)
class ReferenceIndex:
    """Names to the files that define and use them. Immutable; `updated` shares what it can."""

    files: Mapping[str, _Names] = field(default_factory=dict)
    definers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    users: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> ReferenceIndex:
        """An index of no files."""
        return cls()

    def updated(self, changed: Mapping[str, FileFacts | None]) -> ReferenceIndex:
        """The index with these files replaced (None: removed).

        Cost: the changed files' names, and one shallow copy of each table.
        """
        files = dict(self.files)
        is_changed = False
        defined: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
        used: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
        for path, facts in changed.items():
            old = files.pop(path, None)
            new = None if facts is None else _names(facts)
            if new is not None:
                files[path] = new
            if old == new:
                continue
            is_changed = True
            for names, present in ((old, False), (new, True)):
                if names is None:
                    continue
                for name in names.defines:
                    defined[name].append((path, present))
                for name, _ in names.uses:
                    used[name].append((path, present))
        if not is_changed:
            return self
        return ReferenceIndex(files, _patched(self.definers, defined), _patched(self.users, used))

    def uses(self, path: str) -> dict[str, float]:
        """Files whose definitions `path` names, with weights > 0; in order of path."""
        names = self.files.get(path)
        if names is None:
            return {}
        found: defaultdict[str, float] = defaultdict(float)
        for name, weight in names.uses:
            definers = self.definers.get(name, ())
            if len(definers) <= MAX_DEFINERS:
                for other in definers:
                    found[other] += weight / len(definers)
        return dict(sorted(found.items()))

    def used_by(self, path: str) -> dict[str, float]:
        """Files that name definitions of `path`, with weights > 0; in order of path."""
        names = self.files.get(path)
        if names is None:
            return {}
        found: defaultdict[str, float] = defaultdict(float)
        for name in names.defines:
            definers = self.definers.get(name, ())
            users = self.users.get(name, ())
            if len(definers) <= MAX_DEFINERS and len(users) <= MAX_USERS:
                for other in users:
                    found[other] += 1.0 / len(definers)
        return dict(sorted(found.items()))


def _patched(
    table: Mapping[str, tuple[str, ...]], changes: Mapping[str, Iterable[tuple[str, bool]]]
) -> dict[str, tuple[str, ...]]:
    """The table with (path, present) changes applied; the paths of an entry stay sorted."""
    patched = dict(table)
    for name, edits in changes.items():
        paths = set(patched.get(name, ()))
        for path, present in edits:
            if present:
                paths.add(path)
            else:
                paths.discard(path)
        if paths:
            patched[name] = tuple(sorted(paths))
        else:
            patched.pop(name, None)
    return patched
