"""What a root knew when it was last saved: its files, how they looked, and what they import.

With it, a restart where nothing changed needs a crawl (signatures equal) and record reads (by
language and digest), and no parse and no import resolution. One record per root, keyed by the
root's path and its device and inode: a root that was recreated or moved starts from nothing.

What it does not: say that the state still holds (the crawl does), or hold facts.

Tests: tests/store/test_rootstate.py
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from typing import Final, cast

import numpy as np

from lean_ctx_daemon.core.types import Signature, SkipReason
from lean_ctx_daemon.store import record
from lean_ctx_daemon.store.columns import (
    UNLIMITED,
    packed_ints,
    packed_strings,
    unpacked_ints,
    unpacked_strings,
)
from lean_ctx_daemon.store.record import BadRecord
from lean_ctx_daemon.store.version import KEY_BYTES, algorithm_version

KIND: Final = "root"

_SKIPS: Final = (None, *SkipReason)
_SKIP_INDEX: Final = {reason: i for i, reason in enumerate(_SKIPS)}
_MAX_DIGEST_BYTES: Final = 64
_Fields = tuple[int, int, int, bool, str, str, bytes, bytes, bytes, bytes]
_Rest = tuple[str, bytes, bytes, bytes, bytes]
_TYPES: Final = (int, int, int, bool, str, str, bytes, bytes, bytes, bytes)


@dataclass(frozen=True, slots=True)
class RootId:
    """Which directory this is: its path, and what the kernel knows it by."""

    path: str
    device: int
    inode: int

    @classmethod
    def of(cls, path: str) -> RootId | None:
        """The identity of the directory at `path`, None if there is none."""
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return None
        return cls(path, status.st_dev, status.st_ino)

    @property
    def key(self) -> bytes:
        """The key of this root's record. The state names facts, so it ages with them."""
        text = f"{self.device}\0{self.inode}\0{self.path}".encode("utf-8", "surrogatepass")
        return hashlib.blake2b(text, digest_size=KEY_BYTES, key=algorithm_version()).digest()


@dataclass(frozen=True, slots=True)
class RootFile:
    """One file of a root. Without `skip`, its facts are under `key_of(language, digest)`.

    `imports` are the files of the same root that this one's imports resolved to.
    """

    signature: Signature | None
    digest: bytes = b""
    language: str = ""
    skip: SkipReason | None = None
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RootState:
    """The files of a root, by path.

    `is_resolved`: these are all of its files, and `imports` is known of each.
    """

    files: Mapping[str, RootFile]
    is_resolved: bool = False


def encoded(root: RootId, state: RootState) -> bytes:
    """The record of a root's state.

    Errors: ValueError for a state that breaks its own laws (an import of a file that is not in it).
    """
    files = list(state.files.values())
    index = {path: i for i, path in enumerate(state.files)}
    languages = {name: i for i, name in enumerate(sorted({f.language for f in files}))}
    try:
        imports = [index[path] for f in files for path in f.imports]
    except KeyError as error:
        raise ValueError("an import of a file that is not listed") from error
    seen = [f.signature for f in files if f.signature is not None]
    rows = [
        [len(f.digest) for f in files],
        [languages[f.language] for f in files],
        [_SKIP_INDEX[f.skip] for f in files],
        [f.signature is not None for f in files],
        [len(f.imports) for f in files],
        imports,
    ]
    try:
        sizes = np.array([(s.size, s.inode, s.device) for s in seen], "<u8")
        times = np.array([(s.mtime_ns, s.ctime_ns) for s in seen], "<i8")
    except OverflowError as error:
        raise ValueError("a signature out of range") from error
    fields: _Fields = (
        *(len(files), len(languages), len(imports), state.is_resolved),
        *(packed_strings(state.files), packed_strings(languages)),
        packed_ints([np.array(row, np.int64) for row in rows]),
        b"".join(f.digest for f in files),
        *(sizes.tobytes(), times.tobytes()),
    )
    return record.sealed(KIND, root.key, fields)


def decoded(root: RootId, data: bytes) -> RootState:
    """The state in a record. Errors: BadRecord."""
    fields = cast(_Fields, record.opened(KIND, root.key, data, _TYPES))
    n_files, n_languages, n_imports, is_resolved, names, *rest = fields
    language_names, body, digests, sizes, times = cast(_Rest, rest)
    if min(n_files, n_languages, n_imports) < 0:
        raise BadRecord("a negative size")
    paths = unpacked_strings(names, n_files)
    languages = unpacked_strings(language_names, n_languages)
    lengths = (*(n_files,) * 5, n_imports)
    limits = (_MAX_DIGEST_BYTES + 1, n_languages, len(_SKIPS), 2, UNLIMITED, n_files)
    columns = [c.tolist() for c in unpacked_ints(body, lengths, limits)]
    digest_sizes, language_of, skip_of, is_seen, n_imported, imports = columns
    if sum(n_imported) != n_imports or sum(digest_sizes) != len(digests):
        raise BadRecord("parts of other lengths than there should be")
    signatures = iter(_signatures(sizes, times, sum(is_seen)))
    imported = map(paths.__getitem__, imports)
    bounds = pairwise(accumulate(digest_sizes, initial=0))
    files = [
        RootFile(
            signature=next(signatures) if seen else None,
            digest=digests[start:end],
            language=languages[language],
            skip=_SKIPS[skip],
            imports=tuple(islice(imported, n)),
        )
        for seen, (start, end), language, skip, n in zip(
            is_seen, bounds, language_of, skip_of, n_imported, strict=True
        )
    ]
    return RootState(dict(zip(paths, files, strict=True)), is_resolved)


def _signatures(sizes: bytes, times: bytes, n_seen: int) -> Sequence[Signature]:
    if len(sizes) != 3 * 8 * n_seen or len(times) != 2 * 8 * n_seen:
        raise BadRecord("more or fewer signatures than there should be")
    size, inode, device = np.frombuffer(sizes, "<u8").reshape(-1, 3).T.tolist()
    mtime, ctime = np.frombuffer(times, "<i8").reshape(-1, 2).T.tolist()
    return list(map(Signature, size, mtime, ctime, inode, device))
