"""What the tests of facts/ share: facts of a text, and a roster made of paths and texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from lean_ctx_daemon.core.text import decode, lines_of
from lean_ctx_daemon.core.types import FileFacts, ImportRef, NodeKind
from lean_ctx_daemon.facts.analyse import analyse
from lean_ctx_daemon.facts.registry import resolve


def word_counts(text: str) -> np.ndarray:
    """A stand-in for the tokenizer: words and marks, a blank line costs nothing."""
    return np.array([len(line.split()) for line in lines_of(text)], dtype=np.int32)


def facts_of(source: str | bytes, language: str) -> FileFacts:
    data = source.encode() if isinstance(source, str) else source
    return analyse(data, language, b"digest", word_counts)


def kinds_of(facts: FileFacts) -> dict[str, str]:
    return {symbol.qualname: symbol.kind.value for symbol in facts.symbols}


def tree_of(facts: FileFacts) -> list[str]:
    """The outline as text: depth, lines, kind and symbol of each node."""
    outline = facts.outline
    depths: list[int] = []
    shown: list[str] = []
    for i in range(len(outline)):
        parent = int(outline.parent[i])
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        symbol = int(outline.symbol[i])
        name = f" {facts.symbols[symbol].qualname}" if symbol >= 0 else ""
        kind = NodeKind(int(outline.kind[i])).name.lower()
        shown.append(f"{'  ' * depths[i]}{outline.first[i]}-{outline.last[i]} {kind}{name}")
    return shown


def chunks_of(facts: FileFacts) -> list[tuple[int, int, str]]:
    chunks = facts.chunks
    return [
        (first, last, facts.symbols[symbol].qualname if symbol >= 0 else "")
        for first, last, symbol in zip(
            chunks.first.tolist(), chunks.last.tolist(), chunks.symbol.tolist(), strict=True
        )
    ]


def check_laws(facts: FileFacts, data: bytes) -> None:
    """The laws of Outline and Chunks, on whatever the file holds."""
    outline, lines = facts.outline, lines_of(decode(data))
    assert facts.n_lines == len(lines)
    last_child: dict[int, int] = {}
    for i, (first, last, parent) in enumerate(
        zip(outline.first.tolist(), outline.last.tolist(), outline.parent.tolist(), strict=True)
    ):
        assert 1 <= first <= last <= len(lines)
        assert parent < i
        assert first > last_child.get(parent, 0)
        last_child[parent] = last
        if parent >= 0:
            assert outline.first[parent] < first
            assert last <= outline.last[parent]
    covered: list[int] = []
    for first, last in zip(facts.chunks.first.tolist(), facts.chunks.last.tolist(), strict=True):
        covered.extend(range(first, last + 1))
    assert covered == sorted(set(covered))
    shown = set(covered)
    assert all(
        not line.strip("\ufeff").strip() for i, line in enumerate(lines, 1) if i not in shown
    )
    for symbol in facts.symbols:
        assert symbol.name
        assert 1 <= symbol.first <= symbol.header_last <= symbol.last <= len(lines)


@dataclass(frozen=True)
class Files:
    """A roster of the given files; folders follow from the paths."""

    texts: Mapping[str, str] = field(default_factory=dict)

    def __contains__(self, path: object, /) -> bool:
        return path in self.texts

    def children(self, directory: str) -> tuple[str, ...]:
        return tuple(sorted(p for p in self.texts if p.rpartition("/")[0] == directory))

    def is_dir(self, directory: str) -> bool:
        return not directory or any(path.startswith(f"{directory}/") for path in self.texts)

    def named(self, basename: str) -> tuple[str, ...]:
        return tuple(sorted(p for p in self.texts if p.rpartition("/")[2] == basename))

    def text(self, path: str) -> str | None:
        return self.texts.get(path)


def files(*paths: str, **texts: str) -> Files:
    return Files({**dict.fromkeys(paths, ""), **texts})


def resolved(
    language: str, importer: str, module: str, roster: Files, names: tuple[str, ...] = ()
) -> tuple[str, ...]:
    return resolve(language, importer, ImportRef(module, names, 1), "", roster)
