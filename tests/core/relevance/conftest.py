"""Small roots from texts: one chunk per paragraph, `def NAME` defines, `#` comments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pytest

from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.history import Commit, History
from lean_ctx_daemon.core.relevance.lexical import LexicalIndex
from lean_ctx_daemon.core.relevance.references import ReferenceIndex
from lean_ctx_daemon.core.relevance.terms import bag
from lean_ctx_daemon.core.snapshot import FileEntry, Snapshot
from lean_ctx_daemon.core.types import (
    Chunks,
    FileFacts,
    NodeKind,
    Outline,
    Scope,
    StructuredIntent,
    Symbol,
    SymbolKind,
    TaskType,
)

FactsOf = Callable[[str], FileFacts]
RootOf = Callable[..., Snapshot]


def _facts(text: str) -> FileFacts:
    lines = text.split("\n") if text else []
    spans: list[tuple[int, int]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if spans and spans[-1][1] == number - 1:
            spans[-1] = (spans[-1][0], number)
        else:
            spans.append((number, number))
    symbols: list[Symbol] = []
    owner = []
    for first, last in spans:
        owner.append(-1)
        for number in range(first, last + 1):
            words = lines[number - 1].split()
            if words[:1] == ["def"]:
                owner[-1] = len(symbols)
                symbols.append(
                    Symbol(words[1], words[1], SymbolKind.FUNCTION, number, number, last)
                )
    comments = [n for n, line in enumerate(lines, 1) if line.lstrip().startswith("#")]
    at = np.array(comments, np.int32)
    chunks = Chunks(
        np.array([first for first, _ in spans], np.int32),
        np.array([last for _, last in spans], np.int32),
        np.array(owner, np.int32),
        np.array([10 * (last - first + 1) for first, last in spans], np.int32),
    )
    outline = Outline(
        at,
        at,
        np.full(len(at), -1, np.int32),
        np.full(len(at), NodeKind.COMMENT, np.uint8),
        np.full(len(at), -1, np.int32),
    )
    return FileFacts(
        language="",
        digest=b"",
        n_bytes=len(text),
        n_lines=len(lines),
        n_tokens=10 * len(lines),
        line_tokens=np.full(len(lines), 10, np.int32),
        symbols=tuple(symbols),
        imports=(),
        calls=(),
        bases=(),
        package="",
        outline=outline,
        chunks=chunks,
        bag=bag(lines, chunks, symbols, outline),
    )


def _root(
    texts: Mapping[str, str],
    imports: Mapping[str, tuple[str, ...]] | None = None,
    commits: Iterable[Commit] = (),
) -> Snapshot:
    facts = {path: _facts(text) for path, text in texts.items()}
    edges = {path: (imports or {}).get(path, ()) for path in texts}
    return Snapshot(
        root="/root",
        instance="1",
        generation=1,
        files={path: FileEntry(path, f.n_bytes, f) for path, f in facts.items()},
        index=LexicalIndex.empty().updated(facts),
        graph=DependencyGraph.build(edges, ReferenceIndex.empty().updated(facts)),
        history=History.build(commits),
    )


@pytest.fixture
def facts_of() -> FactsOf:
    return _facts


@pytest.fixture
def root_of() -> RootOf:
    return _root


@pytest.fixture
def fix_bug() -> StructuredIntent:
    return StructuredIntent(
        TaskType.FIX_BUG, 0.95, (), Scope.MULTI_FILE, None, 0.8, "fix", specificity=0.5
    )
