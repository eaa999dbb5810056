"""What commands are written with."""

from __future__ import annotations

import click
import pytest

from lean_ctx_daemon.app import render
from lean_ctx_daemon.app.grammar import (
    Call,
    Group,
    HelpAsked,
    VersionAsked,
    call,
    examples,
    top_option,
    version_option,
    view,
)
from lean_ctx_daemon.server.service import PingRequest


@click.group(cls=Group, params=[version_option])
def group() -> None:
    """A group."""


@group.command(epilog=examples("group first --top 3"))
@top_option("things")
def first(top: int) -> int:
    """A command."""
    return top


def run(*argv: str) -> object:
    with group.make_context("group", list(argv)) as context:
        return group.invoke(context)


def test_a_command_returns_what_its_function_returns() -> None:
    assert run("first", "--top", "7") == 7
    assert run("first") == 20


def test_help_and_version_come_back_and_are_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HelpAsked, match="A group"):
        run("--help")
    with pytest.raises(HelpAsked, match="Examples:\n    group first --top 3"):
        run("first", "-h")
    with pytest.raises(VersionAsked):
        run("--version")
    assert capsys.readouterr() == ("", "")


def test_a_misspelt_name_gets_a_suggestion_and_a_strange_one_the_list() -> None:
    with pytest.raises(click.UsageError, match="did you mean 'first'"):
        run("frist")
    with pytest.raises(click.UsageError, match="commands: first"):
        run("xyz")


@pytest.mark.parametrize("value", ["0", "10001", "x", "1.5", ""])
def test_a_number_out_of_its_bounds_is_told_them(value: str) -> None:
    with pytest.raises(click.BadParameter, match="a whole number from 1 to 10000"):
        run("first", "--top", value)


def test_the_view_is_json_where_it_was_asked_for() -> None:
    assert view(render.rank, is_json=False) is render.rank
    assert view(render.rank, is_json=True) is render.as_json
    made = call(PingRequest(), render.rank)
    assert isinstance(made, Call)
    assert made.request("whatever") == PingRequest()
