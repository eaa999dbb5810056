from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from lean_ctx_daemon.app.pool import Pool, Stay
from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.roots.ports import Analysis, Wanted

LIMIT_BYTES = 10_000


def files(folder: Path, n: int) -> list[Wanted]:
    for i in range(n):
        (folder / f"f{i}.py").write_text(f"def f{i}():\n    return {i}\n")
    return [Wanted(f"f{i}.py") for i in range(n)]


async def analysed(pool: Pool, folder: Path, wanted: Sequence[Wanted]) -> dict[str, Analysis]:
    results: dict[str, Analysis] = {}

    def take(batch: Sequence[Analysis]) -> None:
        results.update({one.path: one for one in batch})

    await pool.analyse(str(folder), wanted, take)
    return results


def test_every_file_is_answered_once_with_its_facts(tmp_path: Path) -> None:
    wanted = files(tmp_path, 30)

    async def run() -> dict[str, Analysis]:
        pool = Pool(2, LIMIT_BYTES)
        try:
            return await analysed(pool, tmp_path, wanted)
        finally:
            await pool.close()

    results = asyncio.run(run())
    assert len(results) == 30
    for i in range(30):
        facts = results[f"f{i}.py"].facts
        assert facts is not None
        assert [s.name for s in facts.symbols] == [f"f{i}"]


def test_what_cannot_be_read_has_its_reason(tmp_path: Path) -> None:
    (tmp_path / "large.py").write_text("x" * (LIMIT_BYTES + 1))
    (tmp_path / "nul.py").write_bytes(b"a\0")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "same.py").write_text("a = 1\n")
    names = ["large.py", "nul.py", "pipe.py", "missing.py", "same.py"]

    async def run() -> dict[str, Analysis]:
        pool = Pool(1, LIMIT_BYTES)
        try:
            first = await analysed(pool, tmp_path, [Wanted(n) for n in names])
            digest = first["same.py"].digest
            return first | await analysed(pool, tmp_path, [Wanted("same.py", digest)])
        finally:
            await pool.close()

    results = asyncio.run(run())
    assert results["large.py"].skip is SkipReason.SIZE
    assert results["nul.py"].skip is SkipReason.BINARY
    assert results["pipe.py"].skip is SkipReason.NOT_REGULAR
    assert results["missing.py"].signature is None
    unchanged = results["same.py"]
    assert unchanged.signature is not None
    assert (unchanged.facts, unchanged.skip) == (None, None)


def test_killed_workers_cost_nothing_but_time(tmp_path: Path) -> None:
    wanted = files(tmp_path, 120)

    async def run() -> tuple[dict[str, Analysis], int]:
        pool = Pool(2, LIMIT_BYTES)

        async def kill() -> None:
            for _ in range(4):
                while not pool.pids():
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.05)
                for pid in pool.pids():
                    os.kill(pid, signal.SIGSEGV)
                await asyncio.sleep(0.2)

        killer = asyncio.create_task(kill())
        try:
            return await analysed(pool, tmp_path, wanted), pool.n_lost
        finally:
            killer.cancel()
            await pool.close()

    results, n_lost = asyncio.run(run())
    assert n_lost > 0
    assert len(results) == 120
    assert all(one.facts is not None or one.skip is SkipReason.CRASH for one in results.values())


def test_workers_leave_when_idle_and_come_back(tmp_path: Path) -> None:
    wanted = files(tmp_path, 2)

    async def run() -> None:
        pool = Pool(1, LIMIT_BYTES, stay=Stay(0.1, 0.1, 0.0))
        try:
            await analysed(pool, tmp_path, wanted)
            pid = pool.pids()[0]
            async with asyncio.timeout(10):
                while pool.n_running:
                    await asyncio.sleep(0.02)
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)
            assert len(await analysed(pool, tmp_path, wanted)) == 2
        finally:
            await pool.close()

    asyncio.run(run())


def test_after_an_edit_the_worker_stays_longer_than_after_an_index(tmp_path: Path) -> None:
    wanted = files(tmp_path, 9)

    async def run() -> None:
        pool = Pool(1, LIMIT_BYTES, stay=Stay(0.1, 0.1, 600.0))
        try:
            await analysed(pool, tmp_path, wanted)
            async with asyncio.timeout(10):
                while pool.n_running:
                    await asyncio.sleep(0.02)
            await analysed(pool, tmp_path, wanted[:1])
            await asyncio.sleep(0.5)
            assert len(pool.pids()) == 1
        finally:
            await pool.close()

    asyncio.run(run())


def test_after_work_one_worker_stays_for_a_while(tmp_path: Path) -> None:
    wanted = files(tmp_path, 60)

    async def run() -> None:
        left: list[int] = []
        pool = Pool(2, LIMIT_BYTES, stay=Stay(0.3, 600.0), on_idle=lambda: left.append(1))
        try:
            await analysed(pool, tmp_path, wanted)
            assert pool.n_running == 2
            async with asyncio.timeout(20):
                while not left:
                    await asyncio.sleep(0.02)
            assert pool.n_running == 1
            await asyncio.sleep(0.5)
            assert pool.n_running == 1
            assert left == [1]
        finally:
            await pool.close()

    asyncio.run(run())


def test_each_file_is_answered_once_when_a_worker_dies_between_batches(tmp_path: Path) -> None:
    wanted = files(tmp_path, 24)

    async def run() -> tuple[dict[str, Analysis], list[str]]:
        pool = Pool(1, LIMIT_BYTES)
        answers: list[str] = []
        results: dict[str, Analysis] = {}

        def take(batch: Sequence[Analysis]) -> None:
            if not answers:
                for pid in pool.pids():
                    os.kill(pid, signal.SIGKILL)
            answers.extend(one.path for one in batch)
            results.update({one.path: one for one in batch})

        try:
            await pool.analyse(str(tmp_path), wanted, take)
        finally:
            await pool.close()
        return results, answers

    results, answers = asyncio.run(run())
    assert sorted(answers) == sorted(one.path for one in wanted)
    assert all(one.facts is not None for one in results.values())
