from __future__ import annotations

import dataclasses
import inspect

import pytest

from lean_ctx_daemon.core import types
from lean_ctx_daemon.core.types import (
    BadRequest,
    LctxError,
    ModeName,
    NodeKind,
    Refused,
    Scope,
    SkipReason,
    Span,
    TaskType,
    Unavailable,
)

VALUES = [
    value
    for _, value in inspect.getmembers(types, dataclasses.is_dataclass)
    if value.__module__ == types.__name__
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_values_are_frozen_and_slotted(value: type) -> None:
    assert value.__dataclass_params__.frozen  # type: ignore[attr-defined]
    assert "__slots__" in value.__dict__


@pytest.mark.parametrize("error", [BadRequest, Refused, Unavailable])
def test_errors_carry_a_sentence_and_a_way_out(error: type[LctxError]) -> None:
    raised = error("it is so", hint="do this")
    assert isinstance(raised, LctxError)
    assert (str(raised), raised.message, raised.hint) == ("it is so", "it is so", "do this")


def test_a_refusal_may_say_with_what_reason_the_file_is_listed() -> None:
    assert Refused("no").reason is None
    assert Refused("no", reason=SkipReason.BINARY).reason is SkipReason.BINARY


def test_the_words_of_the_contract() -> None:
    assert {t.value for t in TaskType} == {
        "Explore",
        "Generate",
        "FixBug",
        "Refactor",
        "Test",
        "Review",
        "Config",
        "Deploy",
        "Document",
    }
    assert {s.value for s in Scope} == {"SingleFile", "MultiFile", "CrossModule", "ProjectWide"}
    assert {"auto", "full", "map", "signatures", "task", "reference"} < {m.value for m in ModeName}


def test_node_kinds_fit_a_byte() -> None:
    assert all(0 <= kind <= 255 for kind in NodeKind)


def test_spans_sort_by_their_first_line() -> None:
    assert sorted([Span(5, 6), Span(1, 9), Span(1, 2)]) == [Span(1, 2), Span(1, 9), Span(5, 6)]
