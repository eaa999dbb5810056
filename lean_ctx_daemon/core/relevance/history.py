"""Git history as evidence: the words of past messages speak for the files those commits changed.

Two views of the same table. *Votes*: the commits whose messages resemble the task most vote for
their files (a commit is one sample of which files a change like this needs). *Affinity*: all
messages of a file together are a text about it, in the words of people who change it.

What it does not: run git or read objects (roots does), or look at line changes. The clock of this
module is the history itself: a commit's age is how many commits came after it, so the same history
gives the same answer on any day.

Tests: tests/core/relevance/test_history.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.relevance.query import content_words
from lean_ctx_daemon.core.relevance.terms import split

# A commit that touches more files says nothing about any of them (renames, licence headers).
MAX_COMMIT_PATHS: Final = 30
# Similar messages that vote. Beyond a few dozen they share only common words with the task.
N_VOTES: Final = 50
# A commit's weight halves every so many commits.
HALF_LIFE_COMMITS: Final = 1500.0
# Churn looks at a shorter past: what is worked on now.
CHURN_HALF_LIFE_COMMITS: Final = 100.0
# Files that the history may bring into play: what comes later has next to no evidence.
MAX_FILES: Final = 256
VOTE_SHARE: Final = 1 / 3
K1: Final = 1.2
SUBJECT_B: Final = 0.5
FILE_B: Final = 0.75


@dataclass(frozen=True, slots=True)
class Commit:
    """One past commit: `time` in unix seconds, the subject line, and the paths it touched."""

    time: int
    subject: str
    paths: tuple[str, ...]


class History:
    """Immutable index of past commits, newest first."""

    __slots__ = (
        "_churn",
        "_commits_of",
        "_files_of",
        "_first_file",
        "_lengths",
        "_paths",
        "_postings",
        "_reach",
        "_text_lengths",
    )

    def __init__(self, commits: Iterable[Commit]) -> None:
        usable = [c for c in commits if 0 < len(set(c.paths)) <= MAX_COMMIT_PATHS]
        usable.sort(key=lambda c: (-c.time, c.subject, c.paths))
        self._paths = sorted({path for c in usable for path in c.paths})
        number = {path: i for i, path in enumerate(self._paths)}
        files = [sorted({number[path] for path in c.paths}) for c in usable]
        sizes = np.array([len(fs) for fs in files], np.int64)
        self._first_file = np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))
        self._files_of = np.array([f for fs in files for f in fs], np.int64)
        self._commits_of: dict[str, list[int]] = {}
        for i, fs in enumerate(files):
            for f in fs:
                self._commits_of.setdefault(self._paths[f], []).append(i)
        age = np.arange(len(usable))
        # What a commit says of each of its files: less when old, less when it has many.
        self._reach = np.exp2(-age / HALF_LIFE_COMMITS) / np.sqrt(np.maximum(sizes, 1))
        recent = np.repeat(np.exp2(-age / CHURN_HALF_LIFE_COMMITS), sizes)
        churn = _summed(self._files_of, recent, len(self._paths))
        self._churn: dict[str, float] = dict(zip(self._paths, churn.tolist(), strict=True))
        self._postings, self._lengths = _postings(usable)
        self._text_lengths = _summed(
            self._files_of, np.repeat(self._reach * self._lengths, sizes), len(self._paths)
        )

    @classmethod
    def build(cls, commits: Iterable[Commit]) -> History:
        """The index of these commits, in any order."""
        return cls(commits)

    @classmethod
    def empty(cls) -> History:
        """The history of a root without git."""
        return cls(())

    def __len__(self) -> int:
        """How many commits are evidence."""
        return len(self._lengths)

    def evidence(self, terms: Mapping[str, float]) -> dict[str, float]:
        """Files that past messages with these words speak for: (0, 1], best 1, in path order."""
        if not self._paths:
            return {}
        names = [name for name in sorted(terms) if name in self._postings]
        votes = self._normalised_votes(names, terms)
        affinity = self._normalised_affinity(names, terms)
        total = VOTE_SHARE * votes + (1 - VOTE_SHARE) * affinity
        best = np.argsort(-total, kind="stable")[:MAX_FILES]
        return {
            self._paths[i]: float(total[i] / total[best[0]])
            for i in np.sort(best).tolist()
            if total[i] > 0
        }

    def co_changed(self, path: str) -> dict[str, float]:
        """Files that change together with `path`: (0, 1], the share of its commits, in path order.

        A commit of many files counts less for each of them.
        """
        commits = self._commits_of.get(path, [])
        shared = np.zeros(len(self._paths))
        for i in commits:
            files = self._files(i)
            shared[files] += 1.0 / len(files)
        return {
            self._paths[i]: float(shared[i]) / len(commits)
            for i in np.flatnonzero(shared).tolist()
            if self._paths[i] != path
        }

    def churn(self, path: str) -> float:
        """How many of the latest commits changed the file, older ones counting less."""
        return self._churn.get(path, 0.0)

    def _files(self, commit: int) -> NDArray[np.int64]:
        return self._files_of[self._first_file[commit] : self._first_file[commit + 1]]

    def _normalised_votes(
        self, names: list[str], terms: Mapping[str, float]
    ) -> NDArray[np.float64]:
        n = len(self)
        similarity = np.zeros(n)
        norm = K1 * (1 - SUBJECT_B + SUBJECT_B * self._lengths / max(self._lengths.mean(), 1e-9))
        for name in names:
            rows, tf = self._postings[name]
            idf = np.log1p((n - len(rows) + 0.5) / (len(rows) + 0.5))
            similarity[rows] += terms[name] * idf * tf * (K1 + 1) / (tf + norm[rows])
        similarity *= self._reach
        best = np.argsort(-similarity, kind="stable")[:N_VOTES]
        votes = np.zeros(len(self._paths))
        for i in best[similarity[best] > 0].tolist():
            votes[self._files(i)] += similarity[i]
        return votes / max(float(votes.max()), 1e-9)

    def _normalised_affinity(
        self, names: list[str], terms: Mapping[str, float]
    ) -> NDArray[np.float64]:
        n = len(self._paths)
        affinity = np.zeros(n)
        average = max(float(self._text_lengths.mean()), 1e-9)
        norm = K1 * (1 - FILE_B + FILE_B * self._text_lengths / average)
        for name in names:
            rows, _ = self._postings[name]
            starts, stops = self._first_file[rows], self._first_file[rows + 1]
            at = np.repeat(starts - np.cumsum(stops - starts) + (stops - starts), stops - starts)
            at += np.arange(len(at))
            weight = np.repeat(self._reach[rows], stops - starts)
            tf = _summed(self._files_of[at], weight, n)
            idf = np.log1p((n - np.count_nonzero(tf) + 0.5) / (np.count_nonzero(tf) + 0.5))
            affinity += terms[name] * idf * (K1 + 1) * tf / (tf + norm)
        return affinity / max(float(affinity.max()), 1e-9)


def _summed(of: NDArray[np.int64], weights: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    return np.bincount(of, weights, minlength=n).astype(np.float64) if len(of) else np.zeros(n)


def _postings(
    commits: list[Commit],
) -> tuple[dict[str, tuple[NDArray[np.int64], NDArray[np.float64]]], NDArray[np.float64]]:
    """Term → (commits, frequencies), and each subject's length in terms."""
    found: dict[str, dict[int, int]] = {}
    lengths = np.zeros(len(commits))
    for i, commit in enumerate(commits):
        counts = Counter(term for word in content_words(commit.subject) for term in split(word))
        lengths[i] = counts.total()
        for term, count in counts.items():
            found.setdefault(term, {})[i] = count
    postings = {
        term: (np.fromiter(rows, np.int64, len(rows)), np.fromiter(rows.values(), float, len(rows)))
        for term, rows in found.items()
    }
    return postings, lengths
