"""The worker process: reads files of a root, and turns their bytes into facts.

Started by app.pool with one end of a socket pair as its only link. It reads a batch of requests,
answers with one Analysis after another, and ends when the link closes. Everything that can crash,
hang or bloat a process (native parsers, the tokenizer, hostile files) happens here and never in the
daemon.

Facts of a content that was analysed before, under whatever path, come from the store instead.

What it does not: decide which files belong to a root, keep anything between batches, or write: new
facts go to the daemon as a record as well, which it puts into the store.

Tests: tests/app/test_pool.py
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from multiprocessing.connection import Connection

from lean_ctx_daemon import tokens
from lean_ctx_daemon.app import memory
from lean_ctx_daemon.app.jobs import Answer, Job
from lean_ctx_daemon.core.types import Refused, SkipReason
from lean_ctx_daemon.facts.analyse import analyse
from lean_ctx_daemon.facts.registry import language_of
from lean_ctx_daemon.roots import reading
from lean_ctx_daemon.roots.ports import Analysis, Wanted
from lean_ctx_daemon.store import Reader, filefacts, key_of

NICENESS = 10  # people's own work and the answering daemon come first
PAUSE_S = 2.0  # without a job for so long: what the last ones needed is given back
BINARY_PROBE_BYTES = 8192  # git looks for a NUL in the first 8,000 bytes


def analysis(job: Job, wanted: Wanted) -> Analysis:
    """Read and analyse one file. Errors: none; what went wrong is the Analysis' skip reason."""
    return answer(job, wanted, None).analysis


def answer(job: Job, wanted: Wanted, stored: Reader | None) -> Answer:
    """As `analysis`, with the facts from the store where they are there already."""
    try:
        data, signature = reading.read_file(job.root, wanted.path, job.max_bytes)
    except Refused as error:
        return Answer(_unreadable(job.root, wanted.path, error))
    digest = reading.digest_of(data)
    if digest == wanted.digest:
        return Answer(Analysis(wanted.path, signature, digest))
    if b"\0" in data[:BINARY_PROBE_BYTES] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Answer(Analysis(wanted.path, signature, digest, skip=SkipReason.BINARY))
    is_plain = job.is_plain or digest in job.plain
    language = "" if is_plain else language_of(wanted.path, data[:BINARY_PROBE_BYTES])
    key = key_of(language, digest)
    if stored is not None and (known := stored.get(key)) is not None:
        return Answer(Analysis(wanted.path, signature, digest, known), key)
    try:
        facts = analyse(data, language, digest, tokens.line_counts)
        record = b"" if stored is None else filefacts.encoded(key, facts)
    except Exception:  # noqa: BLE001 — whatever a file does to a parser, it costs that file
        return Answer(Analysis(wanted.path, signature, digest, skip=SkipReason.CRASH))
    return Answer(Analysis(wanted.path, signature, digest, facts), key, record)


def _unreadable(root: str, path: str, error: Refused) -> Analysis:
    if error.reason is None:  # missing, a directory by now, or behind a link
        return Analysis(path, None)
    return Analysis(path, reading.signature_of(root, path), skip=error.reason)


def serve(connection: Connection, stored: Reader | None) -> None:
    """Answer jobs until the other side closes the link."""
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            if not connection.poll(PAUSE_S):
                memory.tidied()
            job: Job = connection.recv()
            for wanted in job.wanted:
                connection.send(answer(job, wanted, stored).sealed())


def main() -> None:
    """Entry point. Arguments: the link's file descriptor, and the cache folder if there is one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is the daemon's to handle
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    link = socket.socket(fileno=int(sys.argv[1]))
    stored = Reader(sys.argv[2]) if len(sys.argv) > 2 else None
    serve(Connection(link.detach()), stored)


if __name__ == "__main__":
    main()
