"""The roots of this user, and which of them a request is about.

A request's root is the one it names, else the one around the path it names, else the one around the
caller's folder. From a command line, a git repository that is not known yet becomes a root by being
used; the home directory, `/` and folders without git are added only on purpose (`root add`).
Programs on the socket add nothing by naming a path. Known roots survive restarts and are opened
on first use.

What it does not: watch or index (workspace.py), or keep the list on disk (known_roots.py).

Tests: tests/app/test_workspaces.py
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Collection
from typing import Any, Final

from lean_ctx_daemon.app.known_roots import KnownRoots
from lean_ctx_daemon.app.pool import Pool
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.core.types import BadRequest, Refused
from lean_ctx_daemon.roots.git import repository_root
from lean_ctx_daemon.server.service import RequestContext

CLI_FACE: Final = "cli"


class Workspaces:
    """All workspaces, by root. Belongs to the event loop's thread."""

    def __init__(
        self, known: KnownRoots, pool: Pool, home: str, own_globs: Collection[str] = ()
    ) -> None:
        """`home` is the user's home directory: never a root by accident.

        `own_globs` are the user's own ignore patterns, which hold in every root.
        """
        self.pool = pool
        self._own_globs = own_globs
        self._known = known
        self._home = os.path.realpath(home)
        self._open: dict[str, Workspace] = {}

    # ------------------------------------------------------------------ choosing

    async def ready(self, root: str | None, path: str | None, context: RequestContext) -> Workspace:
        """The request's workspace, opened and indexed as far as patience goes.

        Errors: Refused where there is none.
        """
        space = self._chosen(root, path, context)
        await space.ready(context.progress, context.cancelled)
        return space

    async def opened(
        self, root: str | None, path: str | None, context: RequestContext
    ) -> Workspace:
        """The request's workspace, opened. Errors: Refused where there is none."""
        space = self._chosen(root, path, context)
        space.open()
        return space

    def around(self, root: str | None, context: RequestContext) -> Workspace | None:
        """The known workspace that a request would be about, None if there is none yet."""
        place = _absolute(root or context.cwd, context.cwd)
        known = self._containing(place) if place else None
        return self._workspace(known) if known else None

    def _chosen(self, root: str | None, path: str | None, context: RequestContext) -> Workspace:
        wanted = root or path or context.cwd
        place = _absolute(wanted, context.cwd)
        if not place:
            raise BadRequest(
                "no root is named and the caller has no folder",
                hint="name a root, or an absolute path",
            )
        if root is not None and not os.path.isdir(place):
            raise Refused(f"{root} is not a directory", hint="--root takes a repository's folder")
        known = self._containing(place)
        repository = repository_root(place)
        if repository and (known is None or len(repository) > len(known)):
            # A program's own folder is where it was started; a path that it names proves nothing.
            is_callers_own = context.face == CLI_FACE or (root is None and path is None)
            if is_callers_own and not self._is_broad(repository):
                self._known.add(repository)
                known = repository
            elif known is None:
                raise self._outside(wanted, repository)
        if known is None:
            raise self._outside(wanted, None)
        return self._workspace(known)

    def _outside(self, wanted: str, repository: str | None) -> Refused:
        return Refused(
            f"{wanted} lies outside every root",
            hint=f"lctx root add {repository or 'DIR'}  (roots: lctx root list)",
        )

    def _containing(self, place: str) -> str | None:
        """The innermost known root that contains the place."""
        inside = [root for root in self._known.paths if _is_within(place, root)]
        return max(inside, key=len, default=None)

    def _is_broad(self, path: str) -> bool:
        """Whether a folder is too much to be watched without having been asked to."""
        return path in {os.sep, self._home}

    def _workspace(self, root: str) -> Workspace:
        space = self._open.get(root)
        if space is None:
            space = self._open[root] = Workspace(root, self.pool, self._own_globs)
        return space

    # ------------------------------------------------------------------ the list

    def add(self, path: str, cwd: str) -> tuple[Workspace, bool]:
        """Make a folder a root, and whether it is a new one. Errors: Refused, BadRequest."""
        place = _absolute(path, cwd)
        if not place:
            raise BadRequest(f"{path} is a relative path", hint="name the folder's absolute path")
        if not os.path.exists(place):
            raise Refused(f"{path} does not exist")
        if not os.path.isdir(place):
            raise Refused(f"{path} is not a directory", hint="a root is a folder")
        is_new = place not in self._known
        self._known.add(place)
        return self._workspace(place), is_new

    async def remove(self, path: str, cwd: str) -> str:
        """Forget a root; its path. Errors: Refused where it is none."""
        place = _absolute(path, cwd)
        if not self._known.remove(place):
            raise Refused(f"{path} is not a root", hint="lctx root list names them")
        space = self._open.pop(place, None)
        if space is not None:
            await space.close()
        return place

    def listed(self) -> list[dict[str, Any]]:
        """Every root with its state."""
        return [self._row(path) for path in self._known.paths]

    def _row(self, path: str) -> dict[str, Any]:
        space = self._open.get(path)
        if space is None:
            return {"path": path, "state": "closed"}
        watched, wanted = space.coverage()
        return {
            "path": path,
            "state": space.state(),
            "files": space.root.n_files,
            "pending": space.root.pending,
            "generation": space.root.snapshot.generation,
            "watched_directories": watched,
            "wanted_directories": wanted,
            "overflows": space.n_overflows,
            "notes": list(space.notes()),
        }

    async def close(self) -> None:
        """Close every workspace and end the workers. Callable twice."""
        spaces, self._open = list(self._open.values()), {}
        await self.pool.close()
        await asyncio.gather(*(space.close() for space in spaces))


def _absolute(path: str, cwd: str) -> str:
    """The real absolute path, "" where a relative one has nothing to count from.

    Errors: BadRequest where it can be no path.
    """
    if "\0" in path:
        raise BadRequest(f"{path!r} is no path: it contains NUL", hint="name it without")
    joined = os.path.join(cwd, path) if cwd else path
    return os.path.realpath(joined) if os.path.isabs(joined) else ""


def _is_within(path: str, root: str) -> bool:
    """Whether `path` is `root` or below it, by components."""
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)
