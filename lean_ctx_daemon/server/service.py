"""What the daemon can be asked: the typed requests, and the Service that answers them.

This is the boundary between the faces (argv, JSON-RPC) and the rest of the house. A face builds a
request and a context and awaits one method; the reply is a plain dict (SPEC: the JSON contract).
The Service raises BadRequest, Refused or Unavailable; anything else is a defect, and logged as one.

What it does not: parse bytes, print, or compute. Paths in requests are as the caller wrote them:
relative ones count from `RequestContext.cwd`, an empty cwd means that only absolute ones work.

Tests: tests/server/test_service.py
"""

from __future__ import annotations

import difflib
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, Protocol

import msgspec

from lean_ctx_daemon.core.types import BadRequest, ModeName

Request = msgspec.Struct
Reply = dict[str, Any]
Progress = Callable[[str, int, int], None]

Budget = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Top = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
Lines = Annotated[int, msgspec.Meta(ge=1, le=10_000)]

_LINES: Final = re.compile(r"lines:\d+-\d+(,\d+-\d+)*")
_MODES: Final = tuple(mode.value for mode in ModeName if mode is not ModeName.LINES)


def no_progress(_message: str, _done: int, _total: int) -> None:
    """The progress callback of a caller who does not want to know."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Who asks, from where, and how to reach them while the request runs.

    `face` is "cli" or "json". `session` is "" when the caller named none. `progress(message, done,
    total)` may be called from any thread. `cancelled` is set when the caller gave up (Ctrl-C,
    `$/cancelRequest`, a closed connection); long work looks at it between two steps and stops.
    """

    cwd: str
    session: str = ""
    face: str = "json"
    progress: Progress = no_progress
    cancelled: threading.Event = field(default_factory=threading.Event)


def suggestion(word: str, known: Iterable[str]) -> str:
    """The sentence "did you mean 'x'?" for a misspelt `word`, or "" when nothing is near."""
    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else ""


def check_mode(mode: str) -> None:
    """Raise BadRequest unless `mode` is a reading mode; the message lists them."""
    if mode in _MODES or _LINES.fullmatch(mode):
        return
    listed = ", ".join(_MODES)
    hint = suggestion(mode, _MODES)
    raise BadRequest(f"mode '{mode}' is unknown; valid: {listed}, lines:A-B[,C-D]", hint=hint)


def _check_text(name: str, text: str) -> None:
    if not text.strip():
        raise BadRequest(f"{name} is empty", hint=f"give the {name} as one quoted sentence")


class PingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Is the daemon there?"""


class StatusRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The daemon and its roots."""


class StopRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """End the daemon, after the reply."""


class SyncRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wait until `root` (or the one around the cwd) is as the disk is."""

    root: str | None = None


class PreloadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The context for a task: `budget` in o200k tokens, `path` a folder of the root to stay in.

    Without a budget it is that of the configuration (8,000). `without` names parts of relevance to
    switch off, for measurements.
    """

    task: str
    root: str | None = None
    budget: Budget | None = None
    path: str | None = None
    without: list[str] = []

    def __post_init__(self) -> None:
        _check_text("task", self.task)


class RankRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `top` most relevant files for a task. `without` as in PreloadRequest."""

    task: str
    root: str | None = None
    top: Top = 20
    without: list[str] = []

    def __post_init__(self) -> None:
        _check_text("task", self.task)


class ReadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files in one mode. `task` serves the modes `auto` and `task`."""

    paths: list[str]
    mode: str = "auto"
    task: str | None = None
    root: str | None = None

    def __post_init__(self) -> None:
        if not self.paths:
            raise BadRequest("paths is empty", hint="name at least one file")
        check_mode(self.mode)


class OverviewRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a newcomer should know of a root, within `budget` tokens.

    Without a budget it is that of the configuration (2,000).
    """

    root: str | None = None
    budget: Budget | None = None


class IntentRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The structured intent of a task."""

    query: str
    root: str | None = None

    def __post_init__(self) -> None:
        _check_text("query", self.query)


class GraphRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files related to `path` in the dependency graph."""

    path: str
    root: str | None = None
    top: Top = 20
    action: Literal["related"] = "related"


class RootRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The watched repositories: add or remove the one at `path`, or list all."""

    action: Literal["add", "list", "remove"] = "list"
    path: str | None = None

    def __post_init__(self) -> None:
        if self.action != "list" and not self.path:
            raise BadRequest(f"root {self.action} needs a path")


class CacheRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The persistent cache: its figures, or forget all of it. Nothing is lost but time."""

    action: Literal["show", "purge"] = "show"


class ConfigRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The user's configuration: the values in effect, or where its file is."""

    action: Literal["show", "path"] = "show"


class LogsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last `lines` of the daemon's log."""

    lines: Lines = 50


class Service(Protocol):
    """Whoever answers. Every reply is a dict of plain JSON values.

    What is answered from a root says how true that is: `{"root", "fresh", "generation", "notes"}`,
    where `notes` are sentences: what is not known yet, or why there is nothing to show.
    """

    async def ping(self, request: PingRequest, context: RequestContext) -> Reply:
        """That the daemon is there. At once, whatever else runs."""
        ...

    async def status(self, request: StatusRequest, context: RequestContext) -> Reply:
        """The daemon and its roots. From memory: `{"version", "pid", …, "roots": [{…}]}`."""
        ...

    async def preload(self, request: PreloadRequest, context: RequestContext) -> Reply:
        """The context for a task: `{"tokens", "budget", "files": [{…}], "text", …}`."""
        ...

    async def rank(self, request: RankRequest, context: RequestContext) -> Reply:
        """`{"files": [{"path", "relevance", "heat", "pagerank"}], …}`, best first."""
        ...

    async def read(self, request: ReadRequest, context: RequestContext) -> Reply:
        """`{"files": [{…}]}`: one entry per path, in the order asked.

        A path among several that has no answer is `{"path", "error", "hint"}`; where it is the
        only one, that is raised.
        """
        ...

    async def overview(self, request: OverviewRequest, context: RequestContext) -> Reply:
        """`{"text", "tokens", …}`."""
        ...

    async def intent(self, request: IntentRequest, context: RequestContext) -> Reply:
        """The slots of a StructuredIntent."""
        ...

    async def graph_related(self, request: GraphRequest, context: RequestContext) -> Reply:
        """`{"path", "related": [{"path", …}], …}`, nearest first."""
        ...

    async def root_add(self, request: RootRequest, context: RequestContext) -> Reply:
        """Watch a folder."""
        ...

    async def root_list(self, request: RootRequest, context: RequestContext) -> Reply:
        """`{"roots": [{"path", …}]}`."""
        ...

    async def root_remove(self, request: RootRequest, context: RequestContext) -> Reply:
        """Forget a folder."""
        ...

    async def sync(self, request: SyncRequest, context: RequestContext) -> Reply:
        """Come back when the root is as the disk was when this was asked."""
        ...

    async def cache_show(self, request: CacheRequest, context: RequestContext) -> Reply:
        """`{"records", "bytes", "budget_bytes", "hits", "misses", …, "notes"}`."""
        ...

    async def cache_purge(self, request: CacheRequest, context: RequestContext) -> Reply:
        """`{"purged_records", "purged_bytes", "notes"}`."""
        ...

    async def config(self, request: ConfigRequest, context: RequestContext) -> Reply:
        """`{"file", "exists"}`; shown also `{"keys": [{"key", "value", …}], "problems", …}`."""
        ...

    async def logs(self, request: LogsRequest, context: RequestContext) -> Reply:
        """`{"file", "lines": […]}`, the oldest first."""
        ...

    async def stop(self, request: StopRequest, context: RequestContext) -> Reply:
        """The last words; the daemon ends, and calls `close`, once they are sent."""
        ...

    async def close(self) -> None:
        """End workers and watchers and write what is due: within 3 s. Callable twice."""
        ...
