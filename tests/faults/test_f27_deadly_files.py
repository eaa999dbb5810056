"""F27: a file whose parser dies or never ends costs workers once; it is then read without a parser.

The faults are put into the worker process itself: a module that Python imports at its start.
"""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pytest

from lean_ctx_daemon.app import pool as module
from lean_ctx_daemon.app.pool import Cache, Pool
from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.roots.ports import Analysis, Wanted
from lean_ctx_daemon.store import Store
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES
from tests.support.spaces import synced, workspace, write

DEADLY_PARSER = """
    import os, signal, time
    from lean_ctx_daemon.facts import analyse as module

    real = module.structure_of

    def structure_of(source, lines, grammar):
        if grammar is not None and b"SEGMENTATION" in source:
            os.kill(os.getpid(), signal.SIGSEGV)
        while grammar is not None and b"ENDLESS" in source:
            time.sleep(1)
        if b"ALWAYS" in source:
            os.kill(os.getpid(), signal.SIGSEGV)
        return real(source, lines, grammar)

    module.structure_of = structure_of
"""
FILES = {
    "crash.py": "SEGMENTATION = 1\n\n\ndef token():\n    pass\n",
    "hang.py": "ENDLESS = 1\n\n\ndef token():\n    pass\n",
    "good.py": "def token():\n    return 1\n",
    "also.py": "def login():\n    return 2\n",
}


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Workers with such parsers; a folder to work in."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(textwrap.dedent(DEADLY_PARSER))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))  # a worker's path is ours
    monkeypatch.setattr(module, "FILE_TIMEOUT_S", 2.0)  # innocent ones take so long on no machine
    (tmp_path / "r").mkdir()
    return tmp_path


async def analysed(pool: Pool, folder: Path, names: Sequence[str]) -> dict[str, Analysis]:
    results: list[Analysis] = []
    await pool.analyse(str(folder), [Wanted(name) for name in names], results.extend)
    assert sorted(one.path for one in results) == sorted(names)
    return {one.path: one for one in results}


def test_they_are_read_without_a_parser_and_the_others_with(deadly: Path) -> None:
    folder = write(deadly / "r", FILES)

    async def run() -> dict[str, Analysis]:
        pool = Pool(1, MAX_FILE_BYTES)
        try:
            return await analysed(pool, folder, sorted(FILES))
        finally:
            await pool.close()

    results = asyncio.run(run())
    languages = {path: one.facts and one.facts.language for path, one in results.items()}
    assert languages == {"crash.py": "", "hang.py": "", "good.py": "python", "also.py": "python"}
    for path in ("crash.py", "hang.py"):
        facts = results[path].facts
        assert facts is not None
        assert facts.n_lines == 5
        assert "token" in facts.bag.terms


def test_their_content_is_never_parsed_again(deadly: Path) -> None:
    """Under whatever name, touched or not, and in a later life."""
    folder = write(deadly / "r", {"crash.py": FILES["crash.py"]})
    cache = str(deadly / "cache")

    async def run() -> tuple[int, int, int]:
        store = Store.open(cache)
        pool = Pool(1, MAX_FILE_BYTES, cache=Cache(store, cache))
        async with workspace(folder, pool) as space:
            first = pool.n_lost
            (folder / "crash.py").touch()
            write(folder, {"copy.py": FILES["crash.py"], "sub/other.py": FILES["crash.py"]})
            await synced(space)
            assert len(space.root.snapshot.files) == 3
            later = pool.n_lost
        store.close()
        return first, later, space.root.pending

    first, later, pending = asyncio.run(run())
    assert (first > 0, later, pending) == (True, first, 0)


def test_what_always_kills_is_listed_and_the_daemon_goes_on(deadly: Path) -> None:
    folder = write(deadly / "r", {"bad.py": "ALWAYS = 1\n", "good.py": FILES["good.py"]})

    async def run() -> None:
        async with workspace(folder, pool := Pool(1, MAX_FILE_BYTES)) as space:
            files = space.root.snapshot.files
            assert files["bad.py"].skip is SkipReason.CRASH
            assert files["good.py"].facts is not None
            n_lost = pool.n_lost
            await synced(space)
            assert pool.n_lost == n_lost  # it is not tried again while it stays as it is

    asyncio.run(run())


def test_a_hundred_thousand_parentheses(tmp_path: Path) -> None:
    nested = "x = " + "(" * 100_000 + ")" * 100_000 + "\n"
    names = [f"deep.{suffix}" for suffix in ("py", "ts", "go", "rs", "c", "json", "rb", "java")]
    folder = write(tmp_path / "r", dict.fromkeys(names, nested) | {"good.py": FILES["good.py"]})

    async def run() -> dict[str, Analysis]:
        pool = Pool(1, MAX_FILE_BYTES)
        try:
            return await analysed(pool, folder, [*names, "good.py"])
        finally:
            await pool.close()

    results = asyncio.run(run())
    assert all(one.facts is not None or one.skip is SkipReason.CRASH for one in results.values())
    assert results["good.py"].facts is not None
