"""One part of the lexical index: postings of some files' chunks, as arrays.

Rows are sorted by (term, chunk); a row holds a chunk and the term's frequency in each column (body,
name, doc, path). Files are numbered as they came and their chunks follow one another. A file
without chunks has one empty chunk, so that its path can be found.

What it does not: score (lexical.py does), or change: `without` shares all arrays but one byte per
chunk that says which chunks are alive; `merged` is a new value without the dead ones.

Tests: tests/core/relevance/test_segments.py
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.relevance.terms import MAX_TF, N_FIELDS, path_terms
from lean_ctx_daemon.core.types import FileFacts

PATH_COLUMN: Final = N_FIELDS
N_COLUMNS: Final = N_FIELDS + 1
_TF_BITS: Final = MAX_TF.bit_length()


@dataclass(frozen=True, slots=True)
class Rows:
    """The living postings of a query's terms in one segment.

    Shapes: `term` (index into the query's terms), `chunk`, and `tf` [rows, columns];
    `file_starts` are the rows at which another term or another file begins, `group` numbers
    the stretches between them.
    """

    term: NDArray[np.int64]
    chunk: NDArray[np.integer]
    tf: NDArray[np.uint8]
    file_starts: NDArray[np.int64]
    group: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings of some files.

    Shapes: file f has the chunks first_chunk[f] .. first_chunk[f+1]-1, of which n_chunks[f] are
    real, and `file_of` says the reverse; rows start[t] .. start[t+1]-1 belong to term t; `length`
    is [chunks, columns] and counts terms, `file_lengths` is [files, columns] (a path counts once);
    `living_lengths` and `living_file_lengths` are their sums over what is alive.
    """

    all_paths: tuple[str, ...]
    file_number: dict[str, int]
    file_of: NDArray[np.int32]
    first_chunk: NDArray[np.int64]
    n_chunks: NDArray[np.int32]
    vocabulary: dict[str, int]
    start: NDArray[np.int64]
    chunk: NDArray[np.int32]
    tf: NDArray[np.uint8]
    length: NDArray[np.int32]
    file_lengths: NDArray[np.int32]
    is_alive: NDArray[np.bool_]
    dead: frozenset[str]
    n_living: int
    living_lengths: NDArray[np.int64]
    living_file_lengths: NDArray[np.int64]

    def __contains__(self, path: object) -> bool:
        return path in self.file_number and path not in self.dead

    def __len__(self) -> int:
        """How many living files."""
        return len(self.file_number) - len(self.dead)

    @property
    def is_mostly_dead(self) -> bool:
        """Whether more than half of the chunks are dead weight."""
        return 2 * self.n_living < len(self.is_alive)

    @property
    def n_bytes(self) -> int:
        """Memory of the arrays."""
        arrays = (self.start, self.chunk, self.tf, self.length, self.is_alive, self.first_chunk)
        return sum(array.nbytes for array in arrays)

    def without(self, paths: Collection[str]) -> Segment:
        """The segment with these living files dead."""
        is_alive = self.is_alive.copy()
        lengths = self.living_lengths.copy()
        file_lengths = self.living_file_lengths.copy()
        n_living = self.n_living
        for path in paths:
            file = self.file_number[path]
            place = slice(int(self.first_chunk[file]), int(self.first_chunk[file + 1]))
            is_alive[place] = False
            lengths -= self.length[place].sum(axis=0, dtype=np.int64)
            file_lengths -= self.file_lengths[file]
            n_living -= place.stop - place.start
        return replace(
            self,
            is_alive=is_alive,
            dead=self.dead | frozenset(paths),
            n_living=n_living,
            living_lengths=lengths,
            living_file_lengths=file_lengths,
        )

    def rewritten(self) -> Segment:
        """The segment without its dead."""
        return _joined([_living(self)])

    def rows(self, terms: Sequence[str]) -> Rows:
        """The living postings of these terms, in the order of the terms, chunks ascending."""
        known = [(i, self.vocabulary[t]) for i, t in enumerate(terms) if t in self.vocabulary]
        if not known:
            none = np.zeros(0, np.int64)
            return Rows(none, none, self.tf[:0], none, none)
        spans = [(i, int(self.start[t]), int(self.start[t + 1])) for i, t in known]
        chunk = np.concatenate([self.chunk[a:b] for _, a, b in spans])
        tf = np.concatenate([self.tf[a:b] for _, a, b in spans])
        term = np.repeat([i for i, _, _ in spans], [b - a for _, a, b in spans])
        if self.dead:
            keep = self.is_alive[chunk]
            chunk, tf, term = chunk[keep], tf[keep], term[keep]
        file = self.file_of[chunk]
        is_start = np.ones(len(term), np.bool_)
        np.logical_or(term[1:] != term[:-1], file[1:] != file[:-1], out=is_start[1:])
        return Rows(term, chunk, tf, np.flatnonzero(is_start), np.cumsum(is_start) - 1)


def ranges(
    starts: NDArray[np.int64], stops: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The numbers of all ranges one after another, and for each the index of its range."""
    lengths = stops - starts
    owner = np.repeat(np.arange(len(lengths)), lengths)
    before = np.cumsum(lengths) - lengths
    return np.arange(len(owner)) + (starts - before)[owner], owner


@dataclass(frozen=True, slots=True)
class _Postings:
    """What a segment is made of, all of it alive. Shapes as in Segment."""

    paths: tuple[str, ...]
    n_chunks: NDArray[np.int32]
    vocabulary: dict[str, int]
    start: NDArray[np.int64]
    chunk: NDArray[np.int32]
    tf: NDArray[np.uint8]
    length: NDArray[np.int32]


def segment_of(files: Sequence[tuple[str, FileFacts]]) -> Segment:
    """A segment of these files, all alive. Cost: a sort of their postings.

    A posting is sorted as one integer: term, chunk, column and frequency, from the high bits down.
    """
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    n_chunks = np.array([len(facts.chunks) for _, facts in files], np.int32)
    first_chunk = np.concatenate(([0], np.cumsum(np.maximum(n_chunks, 1), dtype=np.int64)))
    total = int(first_chunk[-1])
    postings = [_path_postings([path for path, _ in files], numbers, first_chunk)]
    for (_, facts), first in zip(files, first_chunk.tolist(), strict=False):
        bag = facts.bag
        names = bag.terms
        ids = np.fromiter(map(numbers.__getitem__, names), np.int64, len(names))
        place = ids[bag.term] * total + (bag.chunk + first)
        postings.append((place * N_COLUMNS + bag.field) << _TF_BITS | bag.tf)
    packed = np.concatenate(postings)
    packed.sort()
    cell, tf = packed >> _TF_BITS, (packed & MAX_TF).astype(np.uint8)
    keys, column = np.divmod(cell, N_COLUMNS)
    is_first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    table = np.zeros((int(np.count_nonzero(is_first)), N_COLUMNS), np.uint8)
    table[np.cumsum(is_first) - 1, column] = tf
    length = np.bincount(cell % (total * N_COLUMNS), tf, minlength=total * N_COLUMNS)
    keys = keys[is_first]
    return _segment(
        _Postings(
            tuple(path for path, _ in files),
            n_chunks,
            dict(numbers),
            np.searchsorted(keys, np.arange(len(numbers) + 1) * total).astype(np.int64),
            (keys % total).astype(np.int32),
            table,
            length.reshape(total, N_COLUMNS).astype(np.int32),
        )
    )


def _path_postings(
    paths: Sequence[str], numbers: defaultdict[str, int], first_chunk: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Packed postings that give the terms of each path to each chunk of its file."""
    counted = [Counter(path_terms(path)) for path in paths]
    n_terms = np.array([len(counts) for counts in counted], np.int64)
    ids = np.array([numbers[term] for counts in counted for term in counts], np.int64)
    tf = np.array([n for counts in counted for n in counts.values()], np.int64)
    chunk, owner = ranges(np.repeat(first_chunk[:-1], n_terms), np.repeat(first_chunk[1:], n_terms))
    place = ids[owner] * int(first_chunk[-1]) + chunk
    return (place * N_COLUMNS + PATH_COLUMN) << _TF_BITS | np.minimum(tf, MAX_TF)[owner]


def _segment(postings: _Postings) -> Segment:
    slots = np.maximum(postings.n_chunks, 1)
    first_chunk = np.concatenate(([0], np.cumsum(slots, dtype=np.int64)))
    length = postings.length
    file_lengths = np.add.reduceat(length, first_chunk[:-1], axis=0)
    file_lengths[:, PATH_COLUMN] = length[first_chunk[:-1], PATH_COLUMN]
    return Segment(
        all_paths=postings.paths,
        file_number={path: file for file, path in enumerate(postings.paths)},
        file_of=np.repeat(np.arange(len(slots), dtype=np.int32), slots),
        first_chunk=first_chunk,
        n_chunks=postings.n_chunks,
        vocabulary=postings.vocabulary,
        start=postings.start,
        chunk=postings.chunk,
        tf=postings.tf,
        length=length,
        file_lengths=file_lengths,
        is_alive=np.ones(len(length), np.bool_),
        dead=frozenset(),
        n_living=len(length),
        living_lengths=length.sum(axis=0, dtype=np.int64),
        living_file_lengths=file_lengths.sum(axis=0, dtype=np.int64),
    )


def merged(segments: Sequence[Segment]) -> Segment:
    """One segment with the living files of all (at least one). Linear in their rows: no sort."""
    return _joined([_living(segment) for segment in segments])


def _joined(parts: Sequence[_Postings]) -> Segment:
    vocabulary = dict(parts[0].vocabulary)
    ids = [np.arange(len(vocabulary))]
    for part in parts[1:]:  # a loop of ours, since one in C would hold the interpreter for 50 ms
        numbers = [vocabulary.setdefault(term, len(vocabulary)) for term in part.vocabulary]
        ids.append(np.array(numbers, np.int64))
    counts = [np.diff(part.start) for part in parts]
    totals = np.zeros(len(vocabulary), np.int64)
    for own, n_rows in zip(ids, counts, strict=True):
        totals[own] += n_rows
    start = np.concatenate(([0], np.cumsum(totals)))
    chunk = np.empty(int(start[-1]), np.int32)
    tf = np.empty((int(start[-1]), N_COLUMNS), np.uint8)
    free = start[:-1].copy()
    shift = 0
    for part, own, n_rows in zip(parts, ids, counts, strict=True):
        place, _ = ranges(free[own], free[own] + n_rows)
        chunk[place] = part.chunk + shift
        tf[place] = part.tf
        free[own] += n_rows
        shift += len(part.length)
    return _segment(
        _Postings(
            tuple(chain.from_iterable(part.paths for part in parts)),
            np.concatenate([part.n_chunks for part in parts]),
            vocabulary,
            start,
            chunk,
            tf,
            np.concatenate([part.length for part in parts]),
        )
    )


def _living(segment: Segment) -> _Postings:
    """What of a segment is alive, renumbered; terms without a living row are gone."""
    if not segment.dead:
        return _Postings(
            segment.all_paths,
            segment.n_chunks,
            segment.vocabulary,
            segment.start,
            segment.chunk,
            segment.tf,
            segment.length,
        )
    keep = segment.is_alive[segment.chunk]
    counts = np.diff(segment.start)
    owner = np.repeat(np.arange(len(counts)), counts)[keep]
    counts = np.bincount(owner, minlength=len(counts))
    is_used = counts > 0
    used = [t for t, used in zip(segment.vocabulary, is_used.tolist(), strict=True) if used]
    number = np.cumsum(segment.is_alive, dtype=np.int32) - 1
    lives = [path not in segment.dead for path in segment.all_paths]
    return _Postings(
        tuple(path for path, living in zip(segment.all_paths, lives, strict=True) if living),
        segment.n_chunks[np.array(lives, np.bool_)],
        {term: i for i, term in enumerate(used)},
        np.concatenate(([0], np.cumsum(counts[is_used]))),
        number[segment.chunk[keep]].astype(np.int32),
        segment.tf[keep],
        segment.length[segment.is_alive],
    )
