"""`read`: one file of a root in one mode, or a clear word on why not.

A file of the index is shown from its facts, held against the disk; one that the index does not know
yet (created a moment ago) is looked at first. A file that git ignores is read when it is named, and
analysed for this one request. What is never opened (secrets, binaries, devices, files over the
limit) is refused with the reason and a way out.

What it does not: choose the mode (core/compression/reading.py), or remember what was read.

Tests: tests/app/test_reader.py, tests/e2e
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from typing import Final

from lean_ctx_daemon.app import answers
from lean_ctx_daemon.app.answers import Json
from lean_ctx_daemon.app.fresh import MAX_ATTEMPTS, answered
from lean_ctx_daemon.app.texts import current_texts
from lean_ctx_daemon.app.workspace import Workspace
from lean_ctx_daemon.app.workspaces import Workspaces
from lean_ctx_daemon.core import pipeline
from lean_ctx_daemon.core.compression.reading import Wanted, read
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.text import decode
from lean_ctx_daemon.core.types import BadRequest, FileFacts, Refused, SkipReason, TokenCounter
from lean_ctx_daemon.roots import reading
from lean_ctx_daemon.roots.ports import Analysis
from lean_ctx_daemon.roots.ports import Wanted as WantedFile
from lean_ctx_daemon.server.service import ReadRequest, RequestContext

_WHY: Final = {
    SkipReason.BINARY: ("is binary", "only text can be shown"),
    SkipReason.SECRET: ("looks like a secret and is never read", "rename it if it is none"),
    SkipReason.SYMLINK: ("is a symbolic link", "name the file that it points to"),
    SkipReason.NOT_REGULAR: ("is not a regular file", "only files can be read"),
    SkipReason.PERMISSION: ("cannot be read: permission denied", "check its permissions"),
    SkipReason.CRASH: ("could not be analysed", "the daemon's log says more"),
    SkipReason.IO: ("cannot be read", "the daemon's log says more"),
    SkipReason.SIZE: ("is too large", "split it, or read it with another tool"),
}


class FileReader:
    """Reads files for requests."""

    def __init__(self, workspaces: Workspaces, count: TokenCounter) -> None:
        self._workspaces = workspaces
        self._count = count

    async def read_all(self, request: ReadRequest, context: RequestContext) -> list[Json]:
        """Every file of the request in its order; among several, one without an answer says why.

        Errors: Refused or BadRequest, where the only path has no answer.
        """
        if len(request.paths) == 1:
            return [await self.read(request.paths[0], request, context)]
        files = []
        for path in request.paths:
            try:
                files.append(await self.read(path, request, context))
            except (Refused, BadRequest) as error:
                files.append({"path": path, "error": error.message, "hint": error.hint})
        return files

    async def read(self, path: str, request: ReadRequest, context: RequestContext) -> Json:
        """One file. Errors: Refused, BadRequest (a bad mode or line range)."""
        space = await self._workspaces.opened(request.root, path, context)
        relative = space.relative(path, context.cwd)
        _require_allowed(space, relative)
        if space.is_ignored(relative):
            return await self._read_ignored(space, relative, request)
        root = space.root
        is_known = relative in root and not root.is_pending(relative)
        if not is_known or root.skip_reason(relative) or root.signature(relative) is None:
            await space.refresh([relative])
            await _require_readable(space, relative)

        def compute(snapshot: Snapshot) -> Json:
            texts = current_texts(snapshot, [relative], space.max_file_bytes)
            facts = snapshot.files[relative].facts
            if facts is None:
                raise pipeline.StaleSources([relative])
            wanted = _wanted(snapshot, relative, request)
            return self._shown(relative, texts[relative], facts, wanted)

        try:
            result = await answered(space, compute, lambda _: [relative])
        except Refused:
            _require_allowed(space, relative)  # what it became meanwhile is the better reason
            await _require_readable(space, relative)
            raise
        return result.value

    async def _read_ignored(self, space: Workspace, path: str, request: ReadRequest) -> Json:
        """A file that stays out of the index."""
        for _ in range(MAX_ATTEMPTS):
            data, _ = await asyncio.to_thread(
                reading.read_file, space.path, path, space.max_file_bytes
            )
            found: list[Analysis] = []
            await self._workspaces.pool.analyse(space.path, [WantedFile(path)], found.extend)
            facts = found[0].facts
            if facts is None:
                raise _refused(path, found[0].skip or SkipReason.IO)
            if facts.digest == reading.digest_of(
                data
            ):  # else it was written between the two readings
                return self._shown(path, decode(data), facts, Wanted(request.mode))
        raise Refused(f"{path} changes while it is read", hint="ask again when it has settled")

    def _shown(self, path: str, text: str, facts: FileFacts, wanted: Wanted) -> Json:
        shown, reason = read(Source.of(path, text, facts), wanted, self._count)
        return answers.read(
            path, shown, reason, original_tokens=facts.n_tokens, digest=facts.digest
        )


def _require_allowed(space: Workspace, path: str) -> None:
    """Refuse what is not there, and what is never opened because of its name or size."""
    name = path or space.path
    signature = reading.signature_of(space.path, path)
    if signature is None:
        raise _not_there(space, name)
    reason = space.skip_reason(path, signature.size)
    if reason is SkipReason.SIZE:
        size = f" ({signature.size:,} bytes; the limit is {space.max_file_bytes:,})"
        raise _refused(name, reason, size)
    if reason is not None:
        raise _refused(name, reason)


def _not_there(space: Workspace, path: str) -> Refused:
    """Why lstat finds nothing: it does not exist, or lies in a folder that may not be entered."""
    try:
        reading.read_file(space.path, path, space.max_file_bytes)
    except Refused as error:
        if error.reason is SkipReason.PERMISSION:
            return _refused(path, SkipReason.PERMISSION)
    return Refused(f"{path} does not exist in {space.path}", hint="`lctx rank` finds files by task")


async def _require_readable(space: Workspace, path: str) -> None:
    """Refuse what was just looked at and has no facts."""
    if (reason := space.root.skip_reason(path)) is not None:
        raise _refused(path, reason)
    if path not in space.root:  # a directory, or something odd: opening it finds the right words
        await asyncio.to_thread(reading.read_file, space.path, path, space.max_file_bytes)


def _refused(name: str, reason: SkipReason, detail: str = "") -> Refused:
    what, way_out = _WHY[reason]
    return Refused(f"{name} {what}{detail}", hint=way_out, reason=reason)


def _wanted(snapshot: Snapshot, path: str, request: ReadRequest) -> Wanted:
    """How the file is to be read, with the task's view of it where there is a task."""
    wanted = Wanted(request.mode)
    if request.task is None:
        return wanted
    intent, ranked = pipeline.ranking(snapshot, pipeline.Request(request.task))
    return replace(
        wanted,
        task_type=intent.task_type,
        scores=ranked.chunks.get(path),
        is_target=path in intent.targets or os.path.basename(path) in intent.targets,
    )
