from __future__ import annotations

from typing import NoReturn

import pytest

from lean_ctx_daemon.watch.coalesce import EventKind, RawEvent
from lean_ctx_daemon.watch.listener import Coverage, Listener

EVENT = RawEvent(EventKind.CREATED, "a.py")


def broken(*_: object) -> NoReturn:
    raise RuntimeError("broken handler")


def test_what_handlers_raise_is_reported_and_goes_no_further() -> None:
    reasons: list[str] = []
    listener = Listener(broken, broken, broken, reasons.append)
    listener.event(EVENT)
    listener.overflow()
    assert listener.ignores("src") is False
    assert len(reasons) == 3
    assert all("broken handler" in reason for reason in reasons)


def test_even_the_report_may_fail() -> None:
    Listener(broken, broken, broken, broken).event(EVENT)


def test_gits_own_files_need_no_watch_whatever_the_rules_say() -> None:
    listener = Listener(lambda _: False, broken, broken, broken)
    assert listener.ignores(".git")
    assert listener.ignores("sub/.git")
    assert not listener.ignores("sub")


@pytest.mark.parametrize(
    ("coverage", "complete"),
    [
        (Coverage(3, 3), True),
        (Coverage(2, 3, ("x",), "limit"), False),
        (Coverage(3, 3, (), "the root is gone"), False),
    ],
)
def test_complete_coverage(coverage: Coverage, complete: bool) -> None:  # noqa: FBT001
    assert coverage.is_complete is complete
