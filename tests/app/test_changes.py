"""The watcher's events as batches on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from lean_ctx_daemon.app.changes import Changes, Ears
from lean_ctx_daemon.watch.coalesce import DirtySet


class Heard:
    """What a root's owner is told."""

    def __init__(self, on_dirty: Callable[[DirtySet], None] | None = None) -> None:
        self.batches: list[DirtySet] = []
        self.failures: list[BaseException] = []
        self.reasons: list[str] = []
        self.ears = Ears(
            is_ignored_dir=lambda directory: directory == "build",
            on_dirty=on_dirty or self.batches.append,
            on_degraded=self.reasons.append,
            on_failure=self.failures.append,
        )

    def paths(self) -> set[str]:
        return {path for batch in self.batches for path in batch.paths}


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


def test_what_is_written_is_named_and_what_is_ignored_is_not(tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    heard = Heard()

    async def run() -> None:
        changes = Changes(str(tmp_path), heard.ears)
        assert not changes.is_alive
        assert changes.coverage.uncovered == ("",)
        await changes.start()
        assert changes.is_alive
        (tmp_path / "build" / "made.py").write_text("a = 1\n")
        (tmp_path / "a.py").write_text("a = 1\n")
        await until(lambda: "a.py" in heard.paths())
        await changes.stop()
        await changes.stop()
        assert not changes.is_alive

    asyncio.run(run())
    assert not any("made" in path for path in heard.paths())
    assert heard.failures == []


def test_after_another_start_the_new_directory_is_heard(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    heard = Heard()

    async def run() -> None:
        changes = Changes(str(root), heard.ears)
        await changes.start()
        root.rename(tmp_path / "old")
        root.mkdir()
        await changes.start()
        (root / "b.py").write_text("b = 1\n")
        await until(lambda: "b.py" in heard.paths())
        await changes.stop()

    asyncio.run(run())


def test_a_listener_that_fails_is_told_and_does_not_deafen(tmp_path: Path) -> None:
    def fail(_dirty: DirtySet) -> None:
        raise ValueError("no")

    heard = Heard(fail)

    async def run() -> None:
        changes = Changes(str(tmp_path), heard.ears)
        await changes.start()
        (tmp_path / "a.py").write_text("a = 1\n")
        await until(lambda: heard.failures)
        heard.failures.clear()
        (tmp_path / "b.py").write_text("b = 1\n")
        await until(lambda: heard.failures)
        await changes.stop()

    asyncio.run(run())
    assert all(isinstance(error, ValueError) for error in heard.failures)
