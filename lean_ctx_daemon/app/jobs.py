"""What goes over the link between the daemon and a worker, both ways, pickled.

A module of its own, since a worker runs as `__main__`: what it defined itself, the daemon could not
unpickle. What it does not: anything; these are values.

Tests: tests/app/test_pool.py
"""

from __future__ import annotations

from dataclasses import dataclass

from lean_ctx_daemon.roots.ports import Analysis, Wanted


@dataclass(frozen=True, slots=True)
class Job:
    """A batch for one worker. `is_plain` asks for line-based facts without a parser."""

    root: str
    wanted: tuple[Wanted, ...]
    max_bytes: int
    is_plain: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the worker says of one file.

    `key`: of its facts in the store, b"" without facts. `record`: these facts for the store, b""
    where they came from there.
    """

    analysis: Analysis
    key: bytes = b""
    record: bytes = b""
