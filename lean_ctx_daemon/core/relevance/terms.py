"""Text to terms: the one normalisation that code, paths, commit subjects and tasks share.

A *word* is a run of letters, digits and underscores. Its terms are the stems of its parts
(camelCase, snake_case, digits) and, when it has several, their *compound*: the stems joined, so
that `error_handlers`, `ErrorHandler` and the task's "error handler" meet in one rare term. Scripts
written without spaces give overlapping pairs of characters.

What it does not: weigh terms (lexical.py has the statistics), know languages, or drop stop words
from code. Everything is a pure function of its arguments; the memo only saves time.

Tests: tests/core/relevance/test_terms.py
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.types import Bag, Chunks, Field, NodeKind, Outline, Symbol

# Longer runs are encoded data, not identifiers (the longest name in the JDK has 92 characters).
MAX_WORD_CHARS: Final = 96
# Distinct words remembered by a process: Django's 18 MB have about 90,000.
MEMO_WORDS: Final = 1 << 17
MAX_TF: Final = 255
N_FIELDS: Final = len(Field)
_COUNT_BITS: Final = MAX_TF.bit_length()
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1
_BODY: Final = int(Field.BODY)
_NAME: Final = int(Field.NAME)
_DOC: Final = int(Field.DOC)

_WORD: Final = re.compile(r"\w\w+")
_ASCII_WORD: Final = re.compile(r"[A-Za-z0-9_]{2,}")  # the same on ASCII text, a third faster
_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_SPACED: Final = re.compile(r"[^\W_\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_VOWEL: Final = re.compile(r"[aeiouy]")


def stem(part: str) -> str:
    """A lower-case English part without its inflection: `parsing`, `parsed`, `parses` → `pars`.

    Light on purpose: plural, -ed, -ing and the silent -e. Words of up to three letters stay.
    """
    if len(part) <= 3 or not part.isascii():
        return part
    part = _singular(part)
    for ending in ("ing", "ed"):
        if part.endswith(ending):
            root = part[: -len(ending)]
            if len(root) >= 3 and _VOWEL.search(root):
                part = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    return part[:-1] if len(part) > 3 and part[-1] == "e" else part


def _singular(part: str) -> str:
    if part[-1] != "s" or part[-2] in "siu":
        return part
    if part.endswith("ies") and len(part) > 4:
        return part[:-3] + "y"
    if part.endswith(("sses", "xes", "ches", "shes", "zes")):
        return part[:-2]
    return part[:-1]


@lru_cache(maxsize=MEMO_WORDS)
def _terms_of(word: str) -> tuple[str, ...]:
    if len(word) > MAX_WORD_CHARS:
        return ()
    if not word.isascii():
        return _foreign_terms(word)
    parts = _PART.findall(word)
    stems = [stem(part.lower()) for part in parts]
    if len(stems) == 1:
        return (stems[0],) if len(stems[0]) > 1 else ()
    compound = "".join(stems)
    if len(compound) <= 1:
        return ()
    return tuple(dict.fromkeys([compound, *(s for s in stems if len(s) > 1)]))


def _foreign_terms(word: str) -> tuple[str, ...]:
    """Terms of a word with letters beyond ASCII: case-folded runs, pairs in unspaced scripts."""
    folded = word.casefold()
    runs = [run for run in _SPACED.findall(folded) if len(run) > 1]
    pairs = [
        a + b
        for run in _UNSPACED.findall(folded)
        for a, b in (pairwise(run) if len(run) > 1 else ((run, ""),))
    ]
    return tuple(dict.fromkeys([*runs, *pairs]))


def split(word: str) -> list[str]:
    """The terms of one identifier: its compound first, then the stems of its parts."""
    return list(_terms_of(word))


def words(text: str) -> list[str]:
    """The words of a text in order, as written."""
    return (_ASCII_WORD if text.isascii() else _WORD).findall(text)


def path_terms(path: str) -> list[str]:
    """The terms of a path; those of the base name (without its extension) stand twice."""
    directory, _, base = path.rpartition("/")
    stem_of_base = base.lstrip(".").partition(".")[0] or base
    return [
        *chain.from_iterable(_compound_terms(part) for part in directory.split("/") if part),
        *(_compound_terms(stem_of_base) * 2),
        *chain.from_iterable(map(_terms_of, words(base.partition(".")[2]))),
    ]


def _compound_terms(name: str) -> list[str]:
    """Terms of a path segment: kebab-case and dots join like underscores."""
    return list(_terms_of(re.sub(r"\W+", "_", name)))


def bag(lines: Sequence[str], chunks: Chunks, symbols: Sequence[Symbol], outline: Outline) -> Bag:
    """The terms of a file by chunk and field, as the lexical index takes them.

    Shapes: `lines` are the file's lines without line ends; the rows of the result are sorted by
    (term, chunk, field), `terms` alphabetically, so equal input gives equal bytes in any process.
    A chunk's NAME field is the qualified name of its symbol and the names of the symbols that
    start in it; its DOC field the lines of comments and documentation strings.
    """
    texts, owners = _segments(lines, chunks, _comment_lines(len(lines), outline))
    for i, names in enumerate(_names(chunks, symbols)):
        texts.append(names)
        owners.append(i * N_FIELDS + _NAME)
    found = [words(text) for text in texts]
    flat = list(chain.from_iterable(found))
    owner = np.repeat(np.array(owners, np.int64), [len(ws) for ws in found])
    return _counted(flat, owner)


def _comment_lines(n_lines: int, outline: Outline) -> NDArray[np.bool_]:
    comment = outline.kind == int(NodeKind.COMMENT)
    opened = np.bincount(outline.first[comment], minlength=n_lines + 2)
    closed = np.bincount(outline.last[comment] + 1, minlength=n_lines + 2)
    return np.cumsum(opened - closed)[1 : n_lines + 1] > 0


def _segments(
    lines: Sequence[str], chunks: Chunks, is_comment: NDArray[np.bool_]
) -> tuple[list[str], list[int]]:
    """Runs of lines of one chunk and one field: their texts, and chunk · fields + field."""
    texts: list[str] = []
    owners: list[int] = []
    switches = (np.flatnonzero(is_comment[1:] != is_comment[:-1]) + 1).tolist()
    comment_at = is_comment.tolist()
    at = 0
    spans = zip(chunks.first.tolist(), chunks.last.tolist(), strict=True)
    for i, (first, last) in enumerate(spans):
        start = first - 1
        while at < len(switches) and switches[at] <= start:
            at += 1
        while start < last:
            stop = min(switches[at], last) if at < len(switches) else last
            texts.append("\n".join(lines[start:stop]))
            field = _DOC if comment_at[start] else _BODY
            owners.append(i * N_FIELDS + field)
            start = stop
            if at < len(switches) and switches[at] <= start:
                at += 1
    return texts, owners


def _names(chunks: Chunks, symbols: Sequence[Symbol]) -> list[str]:
    """Per chunk: the qualified name of its symbol, then the names of symbols that start in it."""
    names = [[symbols[s].qualname] if s >= 0 else [] for s in chunks.symbol.tolist()]
    if symbols and len(chunks):
        starts = np.array([symbol.first for symbol in symbols])
        places = np.searchsorted(chunks.first, starts, side="right") - 1
        for symbol, place in zip(symbols, places.tolist(), strict=True):
            if place >= 0 and symbol.first <= int(chunks.last[place]):
                names[place].append(symbol.name)
    return [" ".join(ns) for ns in names]


def _counted(flat: list[str], owner: NDArray[np.int64]) -> Bag:
    """Words with their owners → counted rows. Two reductions: by word, then by term."""
    distinct = dict.fromkeys(flat)
    id_of = dict(zip(distinct, range(len(distinct)), strict=True))
    pairs = np.fromiter(map(id_of.__getitem__, flat), np.int64, len(flat))
    n_owners = int(owner.max()) + 1 if len(owner) else 1
    pairs *= n_owners
    pairs += owner
    pairs.sort()
    starts = _run_starts(pairs)
    word, owner = np.divmod(pairs[starts], n_owners)

    word_terms = list(map(_terms_of, distinct))
    flat_terms = list(chain.from_iterable(word_terms))
    terms = sorted(set(flat_terms))
    rank = dict(zip(terms, range(len(terms)), strict=True))
    term_of = np.fromiter(map(rank.__getitem__, flat_terms), np.int64, len(flat_terms))
    n_terms = np.fromiter(map(len, word_terms), np.int64, len(word_terms))
    place, of_row = _spread(word, n_terms)
    rows = term_of[place] * n_owners
    rows += owner[of_row]
    rows, tf = _summed(rows, _lengths(starts, len(flat))[of_row])
    term, unit = np.divmod(rows, n_owners)
    return Bag(
        text="\n".join(terms),
        term=term.astype(np.int32),
        chunk=(unit // N_FIELDS).astype(np.int32),
        field=(unit % N_FIELDS).astype(np.uint8),
        tf=tf,
    )


def _spread(
    word: NDArray[np.int64], n_terms: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One row per term of each word of `word`: where the term stands, all words' terms being in a
    row, and which entry of `word` it comes from. `n_terms` is by word.
    """
    n_rows = n_terms[word]
    shift = _exclusive_sums(n_terms)[word] - _exclusive_sums(n_rows)
    origin = np.arange(len(word)).repeat(n_rows)
    return shift[origin] + np.arange(len(origin)), origin


def _exclusive_sums(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each entry the sum of those before it."""
    sums: NDArray[np.int64] = np.cumsum(counts)
    sums -= counts
    return sums


def _summed(
    keys: NDArray[np.int64], counts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Distinct keys in order, with the sum of their counts up to MAX_TF; `keys` is used up."""
    # The counts travel in the low bits, so that a plain sort brings equal keys together.
    keys <<= _COUNT_BITS
    keys |= np.minimum(counts, MAX_TF)
    keys.sort()
    tf = keys & _COUNT_MASK
    keys >>= _COUNT_BITS
    starts = _run_starts(keys)
    sums = np.add.reduceat(tf, starts) if len(starts) else tf
    return keys[starts], np.minimum(sums, MAX_TF).astype(np.uint8)


def _run_starts(ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each run of equal values begins."""
    starts = np.ones(len(ascending), dtype=bool)
    np.not_equal(ascending[1:], ascending[:-1], out=starts[1:])
    return starts.nonzero()[0]


def _lengths(starts: NDArray[np.int64], total: int) -> NDArray[np.int64]:
    """The lengths of consecutive runs that begin at `starts` and end at `total`."""
    lengths = np.empty_like(starts)
    lengths[:-1] = starts[1:]
    lengths[-1:] = total
    lengths -= starts
    return lengths
