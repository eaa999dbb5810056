"""The table of methods."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import BadRequest, LctxError, Refused, Unavailable
from lean_ctx_daemon.server import methods, session
from lean_ctx_daemon.server.service import PreloadRequest, RequestContext, RootRequest
from tests.support.echo_service import EchoService

PARAMETERS: dict[str, dict[str, Any]] = {
    "ping": {},
    "shutdown": {},
    "ctx_status": {},
    "ctx_preload": {"task": "t"},
    "ctx_rank": {"task": "t", "top": 3},
    "ctx_read": {"paths": ["a"]},
    "ctx_overview": {},
    "ctx_intent": {"query": "q"},
    "ctx_graph": {"path": "a"},
    "ctx_root": {"action": "list"},
    "ctx_sync": {},
    "ctx_cache": {"action": "purge"},
    "ctx_config": {"action": "show"},
    "ctx_logs": {"lines": 3},
}


def test_every_method_reaches_the_service() -> None:
    async def run() -> None:
        context = RequestContext(cwd="/")
        for name in methods.METHODS:
            request = methods.decoded(name, json.dumps(PARAMETERS[name]).encode())
            assert isinstance(await methods.answer(EchoService(), request, context), dict)

    asyncio.run(run())


@pytest.mark.parametrize("action", ["add", "remove"])
def test_root_goes_by_its_action(action: str) -> None:
    params = json.dumps({"action": action, "path": "/p"}).encode()
    request = methods.decoded("ctx_root", params)
    assert isinstance(request, RootRequest)
    reply = asyncio.run(_answer(request))
    assert reply["root"] == "/p"
    assert ("added" in reply) == (action == "add")


async def _answer(request: RootRequest) -> dict[str, Any]:
    return await methods.answer(EchoService(), request, RequestContext(cwd="/"))


def test_an_unknown_method_gets_a_suggestion() -> None:
    with pytest.raises(methods.UnknownMethod) as caught:
        methods.decoded("ctx_prelaod", b"{}")
    assert caught.value.hint == "did you mean 'ctx_preload'?"
    with pytest.raises(methods.UnknownMethod) as caught:
        methods.decoded("zzz", b"{}")
    assert "ctx_rank" in caught.value.hint


@pytest.mark.parametrize(
    ("params", "words"),
    [
        (b"{}", "task"),
        (b"[]", "object"),
        (b'{"task": 1}', "task"),
        (b'{"task": "t", "budget": 0}', "budget"),
        (b'{"task": "t", "budegt": 1}', "budegt"),
        (b'{"task": "\xff"}', "ctx_preload"),
        (b'{"task": " "}', "empty"),
    ],
)
def test_bad_parameters_are_named(params: bytes, words: str) -> None:
    with pytest.raises(BadRequest, match=words):
        methods.decoded("ctx_preload", params)


@given(st.sampled_from(sorted(methods.METHODS)), st.binary(max_size=60))
def test_any_parameters_parse_or_are_a_bad_request(method: str, params: bytes) -> None:
    try:
        request = methods.decoded(method, params)
    except BadRequest:
        return
    assert methods.is_light(request) == methods.METHODS[method].is_light


def test_defaults_are_the_documented_ones() -> None:
    assert methods.decoded("ctx_preload", b'{"task":"t"}') == PreloadRequest(task="t", budget=None)


@pytest.mark.parametrize(
    ("error", "code", "exit_code"),
    [
        (BadRequest("x"), session.INVALID_PARAMS, 2),
        (Refused("x"), session.REFUSED, 1),
        (Unavailable("x"), session.UNAVAILABLE, 75),
        (LctxError("x"), session.INTERNAL_ERROR, 1),
    ],
)
def test_errors_have_their_codes(error: LctxError, code: int, exit_code: int) -> None:
    assert methods.error_code(error) == code
    assert methods.exit_code(error) == exit_code
