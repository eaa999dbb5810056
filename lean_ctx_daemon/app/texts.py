"""The texts of files for one request: read now, and checked to be what the snapshot describes.

A file's bytes are digested as they are read; only a file whose digest is that of the snapshot's
facts is handed on. So whatever an answer shows is on disk at the time of the request, and its
line numbers and definitions are those of the bytes shown. All files of an answer are read before
any verdict, so one refresh serves them all.

What it does not: cache (a file of a few dozen KiB reads and digests in 0.1 ms), or refresh.

Tests: tests/app/test_texts.py
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lean_ctx_daemon.core.pipeline import StaleSources
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.text import decode
from lean_ctx_daemon.core.types import LctxError
from lean_ctx_daemon.roots import reading


def current_texts(snapshot: Snapshot, paths: Sequence[str], max_bytes: int) -> Mapping[str, str]:
    """The decoded text of each file. Errors: StaleSources with every file that has changed."""
    texts: dict[str, str] = {}
    stale: list[str] = []
    for path in paths:
        entry = snapshot.files.get(path)
        try:
            data, _ = reading.read_file(snapshot.root, path, max_bytes)
        except LctxError:
            stale.append(path)
            continue
        if entry is None or entry.facts is None or entry.facts.digest != reading.digest_of(data):
            stale.append(path)
        else:
            texts[path] = decode(data)
    if stale:
        raise StaleSources(stale)
    return texts
