"""Tasks that nobody awaits."""

from __future__ import annotations

import asyncio

import pytest

from lean_ctx_daemon.app.background import Background


async def nothing() -> None:
    """Work that ends at once."""


async def failing() -> None:
    raise OSError("the disk is on fire")


def test_a_failure_is_told_whether_or_not_somebody_waits() -> None:
    async def run() -> list[str]:
        told: list[str] = []
        background = Background(lambda error: told.append(str(error)))
        background.start(failing())
        with pytest.raises(OSError, match="fire"):
            await background.start(failing())
        await background.start(nothing())
        await asyncio.sleep(0)
        return told

    assert asyncio.run(run()) == ["the disk is on fire"] * 2


def test_the_end_cancels_all_but_the_caller_and_tells_nothing() -> None:
    async def run() -> tuple[bool, list[BaseException]]:
        told: list[BaseException] = []
        background = Background(told.append)
        endless = background.start(asyncio.sleep(3600))
        await background.start(background.end())  # one of its own tasks ends the others
        await background.end()
        return endless.cancelled(), told

    assert asyncio.run(run()) == (True, [])
