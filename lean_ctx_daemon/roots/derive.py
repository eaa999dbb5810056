"""From facts to the graph and the indexes: one pure step, incremental by construction.

`derive` takes what was derived before and the files that changed, and gives what is derived now.
The law that the tests hold: any sequence of steps gives the same as one step from nothing.
What did not change is shared, not copied: an edited body keeps the very same import edges, and with
them everything computed per graph (global PageRank, communities).

Import resolution depends on the set of files and on manifests as well: when they change, every
file's imports are resolved again; a changed body only its own.

What it does not: read files, know about signatures, or decide when to run.

Tests: tests/roots/test_derive.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.lexical import LexicalIndex
from lean_ctx_daemon.core.relevance.references import ReferenceIndex
from lean_ctx_daemon.core.types import Bag, FileFacts, Roster
from lean_ctx_daemon.roots.ports import Resolver

# The lexical index has absorbed a file's bag once it is derived: facts are kept without it.
EMPTY_BAG = Bag(
    text="",
    term=np.zeros(0, np.int32),
    chunk=np.zeros(0, np.int32),
    field=np.zeros(0, np.uint8),
    tf=np.zeros(0, np.uint8),
)


@dataclass(frozen=True, slots=True)
class Derived:
    """Everything that follows from the facts of a root's files."""

    facts: Mapping[str, FileFacts] = field(default_factory=dict)
    imports: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    index: LexicalIndex = field(default_factory=LexicalIndex.empty)
    references: ReferenceIndex = field(default_factory=ReferenceIndex.empty)
    graph: DependencyGraph = field(default_factory=DependencyGraph.empty)


def derive(
    before: Derived,
    changed: Mapping[str, FileFacts | None],
    roster: Roster,
    resolve: Resolver,
    *,
    is_resolved_anew: bool,
    resolved: Mapping[str, tuple[str, ...]] | None = None,
) -> Derived:
    """What follows after `changed` (None: the file is gone or has no facts any more).

    `is_resolved_anew`: imports may lead elsewhere than before, those of unchanged files included.
    `resolved`: what the imports of all files are known to lead to.
    Facts in `changed` carry their bags; those in the result do not.
    Errors: none of its own; a resolver must be total.
    """
    facts = dict(before.facts)
    for path, new in changed.items():
        if new is None:
            facts.pop(path, None)
        else:
            facts[path] = replace(new, bag=EMPTY_BAG)
    if resolved is not None and resolved.keys() == facts.keys():
        imports = dict(resolved)
    elif is_resolved_anew:
        imports = {path: _resolved(path, f, roster, resolve) for path, f in facts.items()}
    else:
        imports = dict(before.imports)
        for path in changed:
            imports.pop(path, None)
            if path in facts:
                imports[path] = _resolved(path, facts[path], roster, resolve)
    references = before.references.updated(changed)
    if imports == before.imports:
        graph = before.graph
        if references is not before.references:
            graph = graph.with_references(references)
    else:
        graph = DependencyGraph.build(imports, references)
    return Derived(facts, imports, before.index.updated(changed), references, graph)


def _resolved(path: str, facts: FileFacts, roster: Roster, resolve: Resolver) -> tuple[str, ...]:
    """Files of the root that this file imports: distinct, sorted, without itself."""
    found: set[str] = set()
    for ref in facts.imports:
        found.update(resolve(facts.language, path, ref, facts.package, roster))
    found.discard(path)
    return tuple(sorted(found))
