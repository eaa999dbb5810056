"""What goes over the link between the daemon and a worker, both ways, pickled.

A module of its own, since a worker runs as `__main__`: what it defined itself, the daemon could not
unpickle. What it does not: send or receive; these are values.

Tests: tests/app/test_pool.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from lean_ctx_daemon.core.types import FileFacts
from lean_ctx_daemon.roots.ports import Analysis, Wanted
from lean_ctx_daemon.store import filefacts


@dataclass(frozen=True, slots=True)
class Job:
    """A batch for one worker.

    `is_plain` asks for line-based facts without a parser; `plain` are digests of contents that get
    no others, since a parser died of them.
    """

    root: str
    wanted: tuple[Wanted, ...]
    max_bytes: int
    is_plain: bool = False
    plain: frozenset[bytes] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the worker says of one file.

    `key`: of its facts in the store, b"" without facts. `record`: these facts for the store, b""
    where they came from there. On the way a record stands for the facts, which need not travel
    twice, and come out of it with names shared among files.
    """

    analysis: Analysis
    key: bytes = b""
    record: bytes = b""

    def sealed(self) -> Answer:
        """As it travels."""
        return self._with(None) if self.record else self

    def opened(self) -> Answer:
        """As it was before it travelled. Errors: BadRecord, if it was not."""
        return self._with(filefacts.decoded(self.key, self.record)) if self.record else self

    def _with(self, facts: FileFacts | None) -> Answer:
        return replace(self, analysis=replace(self.analysis, facts=facts))
