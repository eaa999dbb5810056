"""From one published state of a root to the next: what a commit computes, away from the loop.

A `State` is a value: what is derived, the roster that imports were resolved against, and an
entry per file. `next_state` takes what changed and shares everything else; only a changed set
of files costs work that grows with the root.

What it does not: know the order of commits, or swap anything in (roots.root does).

Tests: tests/roots/test_commit.py, tests/roots/test_root.py
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lean_ctx_daemon.core.snapshot import FileEntry
from lean_ctx_daemon.core.types import FileFacts
from lean_ctx_daemon.roots.derive import Derived, derive
from lean_ctx_daemon.roots.known import Known
from lean_ctx_daemon.roots.ports import Resolver
from lean_ctx_daemon.roots.roster import RosterView


@dataclass(slots=True)
class Changes:
    """Results waiting for the next commit.

    `facts`: new ones, None where a file has none any more. `listed`: files whose size or reason
    to be skipped changed, or that came or went. `is_membership_changed`: other files can be
    imported than before. `is_history_changed`: there is a new History. `remembered`: facts, and
    what their imports resolved to when exactly these were the files.
    """

    facts: dict[str, FileFacts | None] = field(default_factory=dict)
    listed: set[str] = field(default_factory=set)
    is_membership_changed: bool = False
    is_history_changed: bool = False
    remembered: dict[str, tuple[FileFacts, tuple[str, ...]]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(
            self.facts or self.listed or self.is_membership_changed or self.is_history_changed
        )

    def followed_by(self, later: Changes) -> Changes:
        """Both, the later one's results winning."""
        return Changes(
            {**self.facts, **later.facts},
            self.listed | later.listed,
            self.is_membership_changed or later.is_membership_changed,
            self.is_history_changed or later.is_history_changed,
            {**self.remembered, **later.remembered},
        )

    def imports_among(self, roster: RosterView) -> dict[str, tuple[str, ...]] | None:
        """The remembered imports, if they are of these very files with these very facts."""
        if self.remembered.keys() != roster.paths or any(
            self.facts.get(path) is not facts for path, (facts, _) in self.remembered.items()
        ):
            return None
        return {path: imports for path, (_, imports) in self.remembered.items()}


@dataclass(frozen=True, slots=True)
class State:
    """What a snapshot is made of."""

    roster: RosterView
    derived: Derived = field(default_factory=Derived)
    files: Mapping[str, FileEntry] = field(default_factory=dict)


def next_state(
    before: State,
    changes: Changes,
    known: Mapping[str, Known],
    resolve: Resolver,
    read: Callable[[str], str],
) -> State:
    """The state after `changes`; `known` is the whole roster as of now.

    `read` gives the text of a manifest. Errors: those of a resolver that is not total.
    """
    roster = before.roster
    is_resolved_anew = changes.is_membership_changed or not roster.asked.isdisjoint(changes.facts)
    if is_resolved_anew:
        roster = RosterView((path for path, k in known.items() if k.skip is None), read)
    derived = derive(
        before.derived,
        changes.facts,
        roster,
        resolve,
        is_resolved_anew=is_resolved_anew,
        resolved=changes.imports_among(roster),
    )
    files = dict(before.files)
    for path in sorted(changes.listed.union(changes.facts)):
        if (k := known.get(path)) is None:
            files.pop(path, None)
        else:
            files[path] = FileEntry(path, k.size, derived.facts.get(path), k.skip)
    return State(roster, derived, files)
