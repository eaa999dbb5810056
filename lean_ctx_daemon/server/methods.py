"""The table of methods: JSON-RPC name → typed request → Service, and errors → codes.

Both faces go through `answer`: the JSON one with a method name and raw parameters, the command line
with a request it built itself. So a bound or a rule that a request type states holds for both.

What it does not: hold a connection, render, or catch what it does not know: a defect passes through
and is logged by `rpc` and `command`, whose callers get an error without its details.

Tests: tests/server/test_methods.py
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from lean_ctx_daemon.core.types import BadRequest, LctxError, Refused, Unavailable
from lean_ctx_daemon.server import service as s
from lean_ctx_daemon.server.session import INTERNAL_ERROR, INVALID_PARAMS, REFUSED, UNAVAILABLE

EXIT_OK: Final = 0
EXIT_REFUSED: Final = 1
EXIT_USAGE: Final = 2
EXIT_UNAVAILABLE: Final = 75
EXIT_CANCELLED: Final = 130


Answer = Callable[[Any, s.RequestContext], Awaitable[s.Reply]]


@dataclass(frozen=True, slots=True)
class Method:
    """One row. `is_light` ones answer from memory at once and never wait for a place at work."""

    request: type[msgspec.Struct]
    of: Callable[[s.Service], Answer]
    is_light: bool = False


def _root(service: s.Service) -> Answer:
    async def answer(request: s.RootRequest, context: s.RequestContext) -> s.Reply:
        match request.action:
            case "add":
                return await service.root_add(request, context)
            case "remove":
                return await service.root_remove(request, context)
            case "list":
                return await service.root_list(request, context)

    return answer


def _cache(service: s.Service) -> Answer:
    async def answer(request: s.CacheRequest, context: s.RequestContext) -> s.Reply:
        match request.action:
            case "show":
                return await service.cache_show(request, context)
            case "purge":
                return await service.cache_purge(request, context)

    return answer


METHODS: Final[dict[str, Method]] = {
    "ping": Method(s.PingRequest, lambda service: service.ping, is_light=True),
    "shutdown": Method(s.StopRequest, lambda service: service.stop, is_light=True),
    "ctx_status": Method(s.StatusRequest, lambda service: service.status, is_light=True),
    "ctx_preload": Method(s.PreloadRequest, lambda service: service.preload),
    "ctx_rank": Method(s.RankRequest, lambda service: service.rank),
    "ctx_read": Method(s.ReadRequest, lambda service: service.read),
    "ctx_overview": Method(s.OverviewRequest, lambda service: service.overview),
    "ctx_intent": Method(s.IntentRequest, lambda service: service.intent),
    "ctx_graph": Method(s.GraphRequest, lambda service: service.graph_related),
    "ctx_root": Method(s.RootRequest, _root),
    "ctx_sync": Method(s.SyncRequest, lambda service: service.sync),
    "ctx_cache": Method(s.CacheRequest, _cache),
    "ctx_config": Method(s.ConfigRequest, lambda service: service.config),
    "ctx_logs": Method(s.LogsRequest, lambda service: service.logs),
}

_BY_REQUEST: Final = {method.request: method for method in METHODS.values()}


class UnknownMethod(BadRequest):
    """No row has that name."""


def decoded(method: str, params: bytes) -> msgspec.Struct:
    """The typed request. Errors: UnknownMethod, BadRequest (naming the parameter)."""
    row = METHODS.get(method)
    if row is None:
        hint = s.suggestion(method, METHODS) or "methods: " + ", ".join(sorted(METHODS))
        raise UnknownMethod(f"method '{method}' is unknown", hint=hint)
    try:
        return msgspec.json.decode(params, type=row.request)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        names = ", ".join(row.request.__struct_fields__) or "none"
        raise BadRequest(f"{method}: {error}", hint=f"parameters: {names}") from None


def is_light(request: msgspec.Struct) -> bool:
    """Whether `request` is answered at once, whatever else is at work."""
    return _BY_REQUEST[type(request)].is_light


def answer(
    service: s.Service, request: msgspec.Struct, context: s.RequestContext
) -> Awaitable[s.Reply]:
    """The Service's reply to `request`, to be awaited."""
    return _BY_REQUEST[type(request)].of(service)(request, context)


def error_code(error: Exception) -> int:
    """The JSON-RPC code of what a Service raised."""
    match error:
        case BadRequest():
            return INVALID_PARAMS
        case Refused():
            return REFUSED
        case Unavailable():
            return UNAVAILABLE
        case _:
            return INTERNAL_ERROR


def exit_code(error: LctxError) -> int:
    """The exit code of what a Service raised."""
    match error:
        case BadRequest():
            return EXIT_USAGE
        case Unavailable():
            return EXIT_UNAVAILABLE
        case _:
            return EXIT_REFUSED
