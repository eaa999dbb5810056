"""The application's rooms at work on folders of a test: a real pool, real watchers, no daemon."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

from lean_ctx_daemon.app.config import Settings
from lean_ctx_daemon.app.known_roots import KnownRoots
from lean_ctx_daemon.app.paths import Paths
from lean_ctx_daemon.app.pool import Pool
from lean_ctx_daemon.app.service import DaemonService
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.app.workspaces import Workspaces
from lean_ctx_daemon.server.service import RequestContext, no_progress
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """`folder` with these files in it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def repository(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder that the daemon takes for a git repository, without a commit."""
    (folder / ".git").mkdir(parents=True, exist_ok=True)
    return write(folder, files)


def at(cwd: Path | str, face: str = "cli") -> RequestContext:
    """A request from this folder."""
    return RequestContext(cwd=str(cwd), face=face)


@contextlib.asynccontextmanager
async def workspaces(home: Path) -> AsyncIterator[Workspaces]:
    """The workspaces of a user whose home directory is `home`."""
    home.mkdir(exist_ok=True)
    pool = Pool(1, MAX_FILE_BYTES)
    spaces = Workspaces(KnownRoots(str(home / "roots.json")), pool, str(home))
    try:
        yield spaces
    finally:
        await spaces.close()


@contextlib.asynccontextmanager
async def service(home: Path) -> AsyncIterator[DaemonService]:
    """The daemon's Service over such workspaces."""
    paths = Paths(state=str(home), cache=f"{home}/cache", config=str(home))
    settings = Settings(paths.config_file)
    async with workspaces(home) as spaces:
        yield DaemonService(spaces, address="nowhere", paths=paths, settings=settings)


@contextlib.asynccontextmanager
async def workspace(folder: Path, pool: Pool | None = None) -> AsyncIterator[Workspace]:
    """One root, opened and as the disk is."""
    pool = pool or Pool(1, MAX_FILE_BYTES)
    space = Workspace(str(folder.resolve()), pool)
    try:
        await synced(space)
        yield space
    finally:
        await space.close()
        await pool.close()


async def synced(space: Workspace) -> None:
    """Come back when the root is as the disk is."""
    await space.synced(no_progress, threading.Event())
