"""The typed requests."""

from __future__ import annotations

import pytest

from lean_ctx_daemon.core.types import BadRequest
from lean_ctx_daemon.server import service as s


@pytest.mark.parametrize("mode", ["auto", "full", "map", "lines:1-2", "lines:1-2,5-9"])
def test_modes_are_known(mode: str) -> None:
    assert s.ReadRequest(paths=["a"], mode=mode).mode == mode


@pytest.mark.parametrize("mode", ["", "lines", "lines:", "lines:1", "lines:1-2,", "lines:1-2x"])
def test_other_modes_are_refused_with_the_list(mode: str) -> None:
    with pytest.raises(BadRequest, match="signatures"):
        s.check_mode(mode)


def test_a_misspelt_mode_gets_a_suggestion() -> None:
    with pytest.raises(BadRequest) as caught:
        s.ReadRequest(paths=["a"], mode="sigatures")
    assert caught.value.hint == "did you mean 'signatures'?"


def test_nothing_is_suggested_for_what_is_near_to_nothing() -> None:
    assert s.suggestion("xyzzy", ["preload", "rank"]) == ""


@pytest.mark.parametrize("text", ["", "  \n"])
def test_an_empty_task_is_refused(text: str) -> None:
    for request in (s.PreloadRequest, s.RankRequest):
        with pytest.raises(BadRequest, match="task is empty"):
            request(task=text)
    with pytest.raises(BadRequest, match="query is empty"):
        s.IntentRequest(query=text)


def test_a_read_needs_a_path_and_a_root_too() -> None:
    with pytest.raises(BadRequest, match="paths"):
        s.ReadRequest(paths=[])
    with pytest.raises(BadRequest, match="root add needs a path"):
        s.RootRequest("add")
    assert s.RootRequest().action == "list"


def test_a_context_has_its_own_cancellation() -> None:
    first, second = s.RequestContext(cwd="/"), s.RequestContext(cwd="/")
    first.cancelled.set()
    first.progress("x", 1, 2)
    assert not second.cancelled.is_set()
