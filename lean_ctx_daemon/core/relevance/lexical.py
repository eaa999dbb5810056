"""Fielded BM25 over definitions: how well each chunk of each file matches a task's words.

BM25F (Robertson, Zaragoza, Taylor 2004): the frequencies of a term in the fields of a chunk are
length-normalised per field, weighted and summed *before* saturation, so that a word in a name and
in a body is one piece of evidence, not two. The terms of a file's path belong to each of its
chunks. A file is as good as its best chunk, a little better for its next ones, and better still
for what it holds as a whole: tasks name several things that no single definition has together.

The index is a value. It consists of *segments* (segments.py); `updated` adds one for the changed
files, buries their old chunks and merges segments of similar size, so the cost is that of the
changed files (amortised) plus a copy of one byte per chunk. Statistics are exact at any time:
document frequencies are counted among living chunks when a query asks, lengths are integer sums. So
an index that came about step by step answers bit for bit like one built at once.

What it does not: read files, know the graph, or decide what a task's words are worth.

Tests: tests/core/relevance/test_lexical.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.relevance.segments import (
    N_COLUMNS,
    PATH_COLUMN,
    Rows,
    Segment,
    merged,
    segment_of,
)
from lean_ctx_daemon.core.types import FileFacts

Floats = NDArray[np.float64]

# Per column: body, name, doc, path. Flat around these values (halving or doubling one moves
# accuracy by less than 0.02); documentation speaks of much that a chunk does not do.
FIELD_WEIGHTS: Final = (1.0, 3.0, 0.5, 2.0)
CHUNK_B: Final = (0.6, 0.4, 0.6, 0.4)
FILE_B: Final = (0.75, 0.6, 0.75, 0.4)
K1: Final = 1.2
# What a file's second- and third-best chunks, and the file as a whole, add to its best chunk.
NEXT_CHUNKS: Final = (0.2, 0.1)
WHOLE_FILE: Final = 0.7
# Segments merge when the older is less than this many times the newer: O(log n) segments.
MERGE_RATIO: Final = 4
# Files of one new segment: bounds the memory of the sort.
BATCH_FILES: Final = 512


@dataclass(frozen=True, slots=True)
class LexicalScores:
    """Scores > 0 of the files that match, in path order.

    Shapes: `chunks[path]` has one float32 ≥ 0 per chunk of the file; `best_chunk` is their maximum.
    """

    files: dict[str, float]
    chunks: dict[str, NDArray[np.float32]]
    best_chunk: float = 0.0


@dataclass(frozen=True, slots=True)
class _Statistics:
    """What a query needs to know of the whole index.

    Shapes: `chunk_value`, `file_value` are query weight · idf per term; averages per column.
    """

    chunk_value: Floats
    file_value: Floats
    chunk_average: Floats
    file_average: Floats
    weights: Sequence[float]


class LexicalIndex:
    """Immutable BM25F index over the chunks of a root's files."""

    __slots__ = ("_segments",)

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self._segments = segments

    @classmethod
    def empty(cls) -> LexicalIndex:
        """The index of a root without files."""
        return cls(())

    def __len__(self) -> int:
        """How many files are indexed."""
        return sum(map(len, self._segments))

    def __contains__(self, path: object) -> bool:
        return any(path in segment for segment in self._segments)

    @property
    def n_bytes(self) -> int:
        """Memory of the posting arrays (vocabularies and paths not counted)."""
        return sum(segment.n_bytes for segment in self._segments)

    def updated(self, changed: Mapping[str, FileFacts | None]) -> LexicalIndex:
        """The index after these files changed; None removes a file. `self` stays as it is."""
        segments = []
        for segment in self._segments:
            dead = [path for path in changed if path in segment]
            segments.append(segment.without(dead) if dead else segment)
        added = [(path, facts) for path, facts in sorted(changed.items()) if facts is not None]
        batches = range(0, len(added), BATCH_FILES)
        new = [segment_of(added[at : at + BATCH_FILES]) for at in batches]
        segments += [merged(new)] if len(new) > 1 else new
        return LexicalIndex(tuple(_compacted(segments)))

    def chunk_frequency(self, term: str) -> int:
        """In how many chunks the term stands, in any field."""
        return sum(len(segment.rows((term,)).chunk) for segment in self._segments)

    def scores(
        self,
        terms: Mapping[str, float],
        *,
        weights: Sequence[float] = FIELD_WEIGHTS,
        limit: int | None = None,
    ) -> LexicalScores:
        """BM25F of the weighted terms against every chunk and file.

        Shapes: `weights` has one entry per column (body, name, doc, path); 0 switches one off.
        Units: idf in nats, Lucene's form (never negative); a score is a sum over terms.
        `limit` keeps the best so many files (ties by path).
        """
        names = sorted(terms)
        if not names or not len(self):
            return LexicalScores({}, {})
        found = [segment.rows(names) for segment in self._segments]
        statistics = self._statistics(found, np.array([terms[name] for name in names]), weights)
        scored: list[tuple[float, str, NDArray[np.float32]]] = []
        best = 0.0
        for segment, rows in zip(self._segments, found, strict=True):
            hits, top = _scored(segment, rows, statistics, limit)
            scored.extend(hits)
            best = max(best, top)
        scored.sort(key=lambda item: (-item[0], item[1]))
        scored = sorted(scored[:limit], key=lambda item: item[1])
        return LexicalScores(
            {path: score for score, path, _ in scored},
            {path: chunks for _, path, chunks in scored},
            best,
        )

    def _statistics(
        self, found: Sequence[Rows], query: Floats, weights: Sequence[float]
    ) -> _Statistics:
        n_chunks = sum(segment.n_living for segment in self._segments)
        n_files = len(self)
        chunk_frequency = np.zeros(len(query))
        file_frequency = np.zeros(len(query))
        file_lengths = np.zeros(N_COLUMNS, np.int64)
        chunk_lengths = np.zeros(N_COLUMNS, np.int64)
        for segment, rows in zip(self._segments, found, strict=True):
            chunk_frequency += np.bincount(rows.term, minlength=len(query))
            file_frequency += np.bincount(rows.term[rows.file_starts], minlength=len(query))
            file_lengths += segment.living_file_lengths
            chunk_lengths += segment.living_lengths
        return _Statistics(
            query * _idf(chunk_frequency, n_chunks),
            query * _idf(file_frequency, n_files),
            np.maximum(chunk_lengths / n_chunks, 1e-9),
            np.maximum(file_lengths / n_files, 1e-9),
            weights,
        )


def _idf(frequency: Floats, total: int) -> Floats:
    return np.log1p((total - frequency + 0.5) / (frequency + 0.5))


def _compacted(segments: list[Segment]) -> list[Segment]:
    """Merge neighbours of similar size; what is empty goes, what is mostly dead is rewritten."""
    kept: list[Segment] = []
    for segment in segments:
        if not len(segment):
            continue
        kept.append(segment.rewritten() if segment.is_mostly_dead else segment)
        while len(kept) > 1 and kept[-2].n_living < MERGE_RATIO * kept[-1].n_living:
            newer = kept.pop()
            kept[-1] = merged((kept[-1], newer))
    return kept


def _gains(value: Floats, frequency: Floats) -> Floats:
    """Value · saturated frequency."""
    return value * ((K1 + 1) * frequency / (K1 + frequency))


def _norms(
    lengths: NDArray[np.int32], average: Floats, bs: Sequence[float], weights: Sequence[float]
) -> list[Floats]:
    return [
        weight / (1 - b + (b / average[column]) * lengths[:, column])
        for column, (weight, b) in enumerate(zip(weights, bs, strict=True))
    ]


def _summed(gains: Floats, of: NDArray[np.integer], n: int) -> Floats:
    """Sums per chunk or file, in the order of the terms (the same in any segmentation)."""
    if not len(gains):  # bincount of nothing counts in integers
        return np.zeros(n)
    return np.bincount(of, gains, minlength=n).astype(np.float64, copy=False)


def _scored(
    segment: Segment, rows: Rows, statistics: _Statistics, limit: int | None
) -> tuple[list[tuple[float, str, NDArray[np.float32]]], float]:
    """(score, path, chunk scores) of a segment's files that match, and the best chunk's score."""
    s = statistics
    at = rows.file_starts
    file = segment.file_of[rows.chunk[at]]
    in_chunk = np.zeros(len(rows.chunk))
    in_file = np.zeros(len(at))
    chunk_norms = _norms(segment.length, s.chunk_average, CHUNK_B, s.weights)
    file_norms = _norms(segment.file_lengths, s.file_average, FILE_B, s.weights)
    for column in range(N_COLUMNS):  # the fields are summed before they saturate
        tf = rows.tf[:, column]
        hits = np.flatnonzero(tf)
        in_chunk[hits] += chunk_norms[column][rows.chunk[hits]] * tf[hits]
        if column == PATH_COLUMN:  # each chunk repeats the file's path
            whole = tf[at].astype(np.float64)
        else:
            whole = np.bincount(rows.group[hits], tf[hits], minlength=len(at)).astype(np.float64)
        in_file += file_norms[column][file] * whole
    gains = _gains(s.chunk_value[rows.term], in_chunk)
    chunk_scores = _summed(gains, rows.chunk, len(segment.length))
    gains = _gains(s.file_value[rows.term[at]], in_file)
    total = _best_chunks(segment, chunk_scores)
    total += WHOLE_FILE * _summed(gains, file, len(total))
    scores = chunk_scores.astype(np.float32)
    return _hits(segment, total, scores, limit), float(scores.max())


def _best_chunks(segment: Segment, scores: Floats) -> Floats:
    """Per file: its best chunk's score and shares of the next ones'."""
    starts = segment.first_chunk[:-1]
    rest = scores.copy()
    total = np.zeros(len(starts))
    for share in (1.0, *NEXT_CHUNKS):
        top = np.maximum.reduceat(rest, starts)
        total += share * top
        is_top = np.flatnonzero((rest == top[segment.file_of]) & (rest > 0))
        file = segment.file_of[is_top]
        rest[is_top[np.flatnonzero(np.diff(file, prepend=-1))]] = 0.0
    return total


def _hits(
    segment: Segment, total: Floats, chunks: NDArray[np.float32], limit: int | None
) -> list[tuple[float, str, NDArray[np.float32]]]:
    hits = np.flatnonzero(total > 0)
    if limit is not None and len(hits) > limit:
        least = np.partition(total[hits], -limit)[-limit]
        hits = hits[total[hits] >= least]
    begin = segment.first_chunk[hits].tolist()
    count = segment.n_chunks[hits].tolist()
    return [
        (score, segment.all_paths[file], chunks[at : at + n])
        for file, score, at, n in zip(
            hits.tolist(), total[hits].tolist(), begin, count, strict=True
        )
    ]
