"""Worker processes: started on demand, restarted when they die, gone when idle.

One thread per worker speaks to it over a socket pair; the event loop hands out jobs from a priority
queue (a file somebody waits for goes before a first index) and takes the results back. When a
worker died or hung, what it had not answered yet is tried again file by file; the file that does it
again is analysed line by line without a parser, and if even that fails it is listed as skipped. So
a file can cost a worker, never the daemon; and its digest is remembered, so that no parser of this
life gets the same content again, under whatever name.

After work all workers but one leave soon, the last one only after a longer pause, and a much longer
one after an edit: it is what makes the next edit cheap.

What it does not: decide what to analyse, or keep results.

Tests: tests/app/test_pool.py
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import math
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from typing import cast

from lean_ctx_daemon.app.jobs import Answer, Job
from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.roots import reading
from lean_ctx_daemon.roots.ports import Analysis, Wanted
from lean_ctx_daemon.store import Store

log = logging.getLogger(__name__)

BATCH_FILES = 12  # large enough to hide the round trip (0.1 ms) and to spare the loop
FEW_FILES = 8  # a request for this few is somebody waiting: it goes first
FILE_TIMEOUT_S = 10.0  # a 2 MiB file parses in 0.3 s; what takes thirty times that never ends
START_TIMEOUT_S = 20.0  # interpreter, parser and vocabulary on a loaded machine
IDLE_S = 60.0  # a pause in somebody's typing must not cost a restart
EDITING_S = 600.0  # after an edit the last one stays: a start would cost the next edit 0.5 s
SURPLUS_IDLE_S = 5.0  # the others: more than the pauses within a first index


@dataclass(frozen=True, slots=True)
class Cache:
    """The store, and the folder in which the workers find it."""

    store: Store
    folder: str


@dataclass(frozen=True, slots=True)
class Stay:
    """How long a worker stays without work, in seconds.

    `surplus_s`: all but the last one. `last_s`: the last one. `editing_s`: that one after an edit.
    """

    surplus_s: float = SURPLUS_IDLE_S
    last_s: float = IDLE_S
    editing_s: float = EDITING_S


class WorkerLost(Exception):
    """The worker died or hung, after `done`; it has been killed."""

    def __init__(self, done: Sequence[Answer] = ()) -> None:
        super().__init__()
        self.done = done


class _Worker:
    """One process and its link. Used by one thread at a time."""

    def __init__(self, arguments: Sequence[str]) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            module = ["-m", "lean_ctx_daemon.app.worker"]
            self.process = subprocess.Popen(
                [sys.executable, *module, str(theirs.fileno()), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd="/",
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        self.link = Connection(ours.detach())
        self._is_started = False

    def round_trip(self, job: Job) -> Sequence[Answer]:
        """Send a job and wait for its results, in order. Errors: WorkerLost.

        They come one by one: taking a whole batch in one piece would hold the interpreter for
        as long as that takes, and whoever asks the daemon something meanwhile would wait.
        """
        done: list[Answer] = []
        try:
            self.link.send(job)
            while len(done) < len(job.wanted):
                timeout_s = FILE_TIMEOUT_S + (0.0 if self._is_started else START_TIMEOUT_S)
                done.append(self._answer_within(timeout_s))
                self._is_started = True
        except Exception as error:
            log.warning(
                "a worker was lost after %d of %d files: %r", len(done), len(job.wanted), error
            )
            self.kill()  # whatever it was: somebody waits, and this link is out of step
            raise WorkerLost(done) from error
        return done

    def _answer_within(self, timeout_s: float) -> Answer:
        if not self.link.poll(timeout_s):
            raise TimeoutError(f"no answer within {timeout_s} s")
        return cast("Answer", self.link.recv()).opened()

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self.link.close()
        self.process.kill()
        self.process.wait()

    def dismiss(self) -> None:
        """Let it end by itself: it leaves when its link closes."""
        with contextlib.suppress(OSError):
            self.link.close()
        try:
            self.process.wait(2.0)
        except subprocess.TimeoutExpired:
            self.kill()


@dataclass(order=True)
class _Task:
    """A job in the queue; smaller sorts first."""

    priority: int
    number: int
    job: Job = field(compare=False)
    done: asyncio.Future[Sequence[Answer]] = field(compare=False)


class Pool:
    """Analyses files in at most `n_workers` processes. Belongs to the event loop's thread."""

    def __init__(
        self,
        n_workers: int,
        max_file_bytes: int,
        *,
        stay: Stay = Stay(),
        cache: Cache | None = None,
        on_idle: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_idle` is called in a thread whenever a worker has left for want of work.

        With a `cache`, facts of known contents are read from it and new ones put into it.
        """
        self.max_file_bytes = max_file_bytes
        self.n_lost = 0
        self._n_workers = n_workers
        self._stay = stay
        self._edited_s = -math.inf  # when somebody waited for a few files last, by the loop's clock
        self._cache = cache
        self._on_idle = on_idle
        self._queue: asyncio.PriorityQueue[_Task] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._runners: set[asyncio.Task[None]] = set()
        self._workers: set[_Worker] = set()
        self._deadly: set[bytes] = set()  # digests of contents that a parser died of
        self._n_busy = 0
        self._threads = ThreadPoolExecutor(n_workers, thread_name_prefix="worker-link")

    @property
    def n_running(self) -> int:
        """Worker processes alive at the moment."""
        return len(self._workers)

    @property
    def store(self) -> Store | None:
        """Where facts are kept, None where they are not."""
        return self._cache.store if self._cache else None

    def pids(self) -> list[int]:
        """Process ids of the workers alive."""
        return [w.process.pid for w in self._workers]

    async def analyse(
        self,
        root: str,
        wanted: Sequence[Wanted],
        on_batch: Callable[[Sequence[Analysis]], None],
    ) -> None:
        """Analyse all files; results come in batches, in no order (roots.ports.Analyser)."""
        priority = 0 if len(wanted) <= FEW_FILES else 1
        if not priority:
            self._edited_s = asyncio.get_running_loop().time()
        batches = _batches(wanted, BATCH_FILES if priority else 1)

        async def feed() -> None:
            for batch in batches:
                job = Job(root, batch, self.max_file_bytes, plain=frozenset(self._deadly))
                answers = await self._done(priority, job)
                self._keep(answers)
                on_batch([one.analysis for one in answers])

        # One more than there are workers, so that none of them waits for the loop.
        async with asyncio.TaskGroup() as group:
            for _ in range(min(self._n_workers + 1, len(wanted))):
                group.create_task(feed())

    async def close(self) -> None:
        """End all workers at once; waiting analyses are cancelled."""
        for runner in self._runners:
            runner.cancel()
        for worker in list(self._workers):
            worker.kill()
        await asyncio.gather(*self._runners, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------------------------ internals

    def _keep(self, answers: Sequence[Answer]) -> None:
        """Put new facts into the cache, and note which old ones were used."""
        if self._cache is None:
            return
        for one in answers:
            if one.record and one.analysis.facts is not None:
                self._cache.store.put_record(one.key, one.record, one.analysis.facts.n_bytes)
        self._cache.store.touch([one.key for one in answers if one.key and not one.record])

    async def _done(self, priority: int, job: Job) -> Sequence[Answer]:
        """The job's results, whatever happens to the workers it meets."""
        try:
            return await self._submit(priority, job)
        except WorkerLost as lost:
            rest = job.wanted[len(lost.done) :]
            if len(job.wanted) > 1:
                results = list(lost.done)
                for one in rest:
                    results.extend(await self._done(priority, replace(job, wanted=(one,))))
                return results
            if not job.is_plain:
                found = await self._done(priority, replace(job, is_plain=True))
                self._deadly.update(one.analysis.digest for one in found)
                return found
            path = job.wanted[0].path
            signature = reading.signature_of(job.root, path)
            return [Answer(Analysis(path, signature, skip=SkipReason.CRASH))]

    async def _submit(self, priority: int, job: Job) -> Sequence[Answer]:
        done: asyncio.Future[Sequence[Answer]] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Task(priority, next(self._numbers), job, done))
        # For a file somebody waits for, a second worker would start later than the first is done.
        n_wanted = self._n_busy + self._queue.qsize() if priority else 1
        if len(self._runners) < min(n_wanted, self._n_workers):
            runner = asyncio.create_task(self._run())
            self._runners.add(runner)
            runner.add_done_callback(self._runners.discard)
        return await done

    async def _run(self) -> None:
        """Feed one worker until there is nothing to do for a while."""
        worker: _Worker | None = None
        loop = asyncio.get_running_loop()
        try:
            while (task := await self._next_task()) is not None:
                self._n_busy += 1
                try:
                    if worker is None:
                        arguments = [self._cache.folder] if self._cache else []
                        worker = await loop.run_in_executor(self._threads, _Worker, arguments)
                        self._workers.add(worker)
                    results = await loop.run_in_executor(self._threads, worker.round_trip, task.job)
                except (WorkerLost, OSError) as error:
                    self.n_lost += 1
                    if worker is not None:
                        self._workers.discard(worker)
                        worker = None
                    if not task.done.done():
                        lost = error if isinstance(error, WorkerLost) else WorkerLost()
                        task.done.set_exception(lost)
                else:
                    if not task.done.done():
                        task.done.set_result(results)
                finally:
                    self._n_busy -= 1
        finally:
            if worker is not None:
                await asyncio.shield(loop.run_in_executor(None, worker.dismiss))
                self._workers.discard(worker)
        await loop.run_in_executor(None, self._on_idle)

    async def _next_task(self) -> _Task | None:
        """The next job that somebody still waits for; None when this runner is to leave."""
        while True:
            task = await self._task_within(self._stay.surplus_s)
            if task is None and len(self._runners) == 1:
                task = await self._task_within(self._rest_s())
            if task is None:
                self._runners.discard(_current_task())  # at once, so that of two one stays
                return None
            if not task.done.done():
                return task

    def _rest_s(self) -> float:
        """How much longer the last worker stays if nothing comes."""
        editing_s = self._edited_s + self._stay.editing_s - asyncio.get_running_loop().time()
        return max(self._stay.last_s - self._stay.surplus_s, editing_s)

    async def _task_within(self, timeout_s: float) -> _Task | None:
        try:
            async with asyncio.timeout(timeout_s):
                return await self._queue.get()
        except TimeoutError:
            return None


def _current_task() -> asyncio.Task[None]:
    return cast("asyncio.Task[None]", asyncio.current_task())


def _batches(wanted: Sequence[Wanted], size: int) -> Iterator[tuple[Wanted, ...]]:
    for start in range(0, len(wanted), size):
        yield tuple(wanted[start : start + size])
