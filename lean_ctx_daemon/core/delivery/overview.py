"""What a newcomer should know of a root, within a budget.

Languages and sizes, how it is built and tested, where programs start, the files that most others
rest on (global PageRank), which files belong together (communities), and what was left out. Every
list is cut to the same length, the longest at which the text fits, and says how many more there
are; totals are always of the whole root. The data hold what the text shows.

It computes no rank and no community: both are handed in. It reads no file, so how to build is
told from the names of manifests.

Tests: tests/core/delivery/test_overview.py
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lean_ctx_daemon.core.delivery.places import is_way_in, manifest_meaning
from lean_ctx_daemon.core.relevance.kinds import FileKind, kind_of
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import FileFacts, TokenCounter

DEFAULT_BUDGET_TOKENS: Final = 2000
_LENGTHS: Final = (16, 12, 8, 6, 4, 3, 2, 1, 0)
_N_CENTRAL: Final = 4
_MIN_COMMUNITY: Final = 3
_ASIDE: Final = frozenset({FileKind.TEST, FileKind.EXAMPLE, FileKind.GENERATED, FileKind.VENDORED})


@dataclass(frozen=True, slots=True)
class Overview:
    """`text` of `tokens` tokens, and the same as plain data for JSON."""

    text: str
    tokens: int
    data: dict[str, object]


@dataclass(frozen=True, slots=True)
class _Listing:
    """One section: its key in the data, its title, and a line and an entry per item, best first."""

    key: str
    title: str
    lines: Sequence[str]
    entries: Sequence[dict[str, object]]

    def text(self, length: int) -> str:
        if not self.lines or not length:
            return ""
        more = len(self.lines) - length
        shown = [f"  {line}" for line in self.lines[:length]]
        if more > 0:
            shown.append(f"  {more} more")
        return "\n".join([self.title, *shown]) + "\n"


def overview(
    snapshot: Snapshot,
    pagerank: Mapping[str, float],
    communities: Mapping[str, int],
    count: TokenCounter,
    budget: int = DEFAULT_BUDGET_TOKENS,
) -> Overview:
    """The overview in at most `budget` tokens (an empty text where not even the totals fit).

    Time: linear in the files, plus one sort of them.
    """
    analysed = {
        path: facts for path in sorted(snapshot.files) if (facts := snapshot.files[path].facts)
    }
    head, totals = _totals(snapshot, analysed)
    listings = [
        _languages(analysed),
        _manifests(snapshot),
        _ways_in(analysed, pagerank),
        _hubs(snapshot, analysed, pagerank),
        _communities(communities, pagerank),
        _skipped(snapshot),
    ]
    for length in _LENGTHS:
        text = head + "".join(listing.text(length) for listing in listings)
        tokens = count(text)
        if tokens <= budget:
            data = {item.key: list(item.entries[:length]) for item in listings}
            return Overview(text, tokens, {**totals, **data})
    return Overview("", 0, totals)


def _totals(snapshot: Snapshot, analysed: Mapping[str, FileFacts]) -> tuple[str, dict[str, object]]:
    n_lines = sum(facts.n_lines for facts in analysed.values())
    n_tokens = sum(facts.n_tokens for facts in analysed.values())
    name = posixpath.basename(snapshot.root.rstrip("/")) or snapshot.root
    text = f"{name}: {len(analysed)} files, {n_lines} lines, {n_tokens} tokens\n"
    if snapshot.pending:
        text += f"{snapshot.pending} files are still being indexed\n"
    text += "".join(f"degraded: {reason}\n" for reason in snapshot.degraded)
    totals: dict[str, object] = {
        "root": snapshot.root,
        "files": len(analysed),
        "lines": n_lines,
        "tokens": n_tokens,
        "pending": snapshot.pending,
        "degraded": list(snapshot.degraded),
    }
    return text, totals


def _languages(analysed: Mapping[str, FileFacts]) -> _Listing:
    n_files: Counter[str] = Counter()
    n_lines: Counter[str] = Counter()
    n_tokens: Counter[str] = Counter()
    for facts in analysed.values():
        language = facts.language or "text"
        n_files[language] += 1
        n_lines[language] += facts.n_lines
        n_tokens[language] += facts.n_tokens
    names = sorted(n_files, key=lambda name: (-n_tokens[name], name))
    return _Listing(
        "languages",
        "languages (files, lines, tokens)",
        [f"{name}: {n_files[name]}, {n_lines[name]}, {n_tokens[name]}" for name in names],
        [
            {
                "language": name,
                "files": n_files[name],
                "lines": n_lines[name],
                "tokens": n_tokens[name],
            }
            for name in names
        ],
    )


def _manifests(snapshot: Snapshot) -> _Listing:
    """Manifests by depth: the root's own first, those of tests and examples left out."""
    found = [
        (path.count("/"), path, meaning)
        for path in snapshot.files
        if (meaning := manifest_meaning(path)) and kind_of(path) not in _ASIDE
    ]
    found.sort()
    return _Listing(
        "build",
        "build and test",
        [f"{path}: {meaning}" for _, path, meaning in found],
        [{"path": path, "meaning": meaning} for _, path, meaning in found],
    )


def _ways_in(analysed: Mapping[str, FileFacts], pagerank: Mapping[str, float]) -> _Listing:
    paths = [
        path
        for path, facts in analysed.items()
        if kind_of(path) is FileKind.SOURCE and is_way_in(path, facts)
    ]
    paths.sort(key=lambda path: (path.count("/"), -pagerank.get(path, 0.0), path))
    return _Listing("entry_points", "entry points", paths, [{"path": path} for path in paths])


def _hubs(
    snapshot: Snapshot, analysed: Mapping[str, FileFacts], pagerank: Mapping[str, float]
) -> _Listing:
    """Files by global PageRank, as far as anything imports them."""
    ranked = sorted(
        (path for path in analysed if pagerank.get(path, 0.0) > 0 and kind_of(path) not in _ASIDE),
        key=lambda path: (-pagerank[path], path),
    )[: _LENGTHS[0]]
    importers = {path: len(snapshot.graph.importers(path)) for path in ranked}
    hubs = [path for path in ranked if importers[path]]
    return _Listing(
        "hubs",
        "hubs (imported by)",
        [f"{path}: {importers[path]}" for path in hubs],
        [
            {"path": path, "pagerank": round(pagerank[path], 4), "imported_by": importers[path]}
            for path in hubs
        ],
    )


def _communities(communities: Mapping[str, int], pagerank: Mapping[str, float]) -> _Listing:
    """Communities by size, each by its most central files; the smallest are no structure."""
    members: dict[int, list[str]] = {}
    for path in sorted(communities):
        members.setdefault(communities[path], []).append(path)
    groups = sorted(
        (group for group in members.values() if len(group) >= _MIN_COMMUNITY),
        key=lambda group: (-len(group), group[0]),
    )
    central = [
        sorted(group, key=lambda path: (-pagerank.get(path, 0.0), path))[:_N_CENTRAL]
        for group in groups
    ]
    return _Listing(
        "communities",
        "files that belong together (most central first)",
        [
            f"{len(group)} files: {', '.join(top)}"
            for group, top in zip(groups, central, strict=True)
        ],
        [
            {"id": communities[top[0]], "files": len(group), "central": top}
            for group, top in zip(groups, central, strict=True)
        ],
    )


def _skipped(snapshot: Snapshot) -> _Listing:
    reasons = Counter(str(entry.skip) for entry in snapshot.files.values() if entry.skip)
    ordered = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    return _Listing(
        "skipped",
        "not analysed",
        [f"{reason}: {n}" for reason, n in ordered],
        [{"reason": reason, "files": n} for reason, n in ordered],
    )
