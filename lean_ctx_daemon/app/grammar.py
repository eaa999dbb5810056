"""What commands.py is written with: groups that suggest, help that is returned, shared options.

What it does not: name a command. click prints help to the process's own output; these classes make
it an exception instead, since the output is another process's.

Tests: tests/app/test_grammar.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from lean_ctx_daemon.app import render
from lean_ctx_daemon.app.render import View
from lean_ctx_daemon.server.service import Request, suggestion


class HelpAsked(Exception):
    """Not an error: `--help` was given. The message is the help."""


class VersionAsked(Exception):
    """Not an error: `--version` was given."""


@dataclass(frozen=True, slots=True)
class Call:
    """What a command line asks for.

    `request` makes the request from the text of the task or query, which is `text` as given, or
    standard input where that is `-`. `view` makes the reply printable.
    """

    request: Callable[[str], Request]
    view: View
    text: str = ""


def call(request: Request, view: View) -> Call:
    """A Call whose request takes no text."""
    return Call(lambda _text: request, view)


class Command(click.Command):
    """A command whose `--help` comes back as HelpAsked."""

    def __init__(self, name: str | None, **options: Any) -> None:  # noqa: ANN401  # click's own
        super().__init__(name, **options, add_help_option=False)
        self.params.append(_help_option())


class Group(click.Group):
    """A group with the same help, that suggests what a misspelt name meant."""

    command_class = Command
    group_class = type

    def __init__(self, name: str | None = None, **options: Any) -> None:  # noqa: ANN401
        super().__init__(name, **options, add_help_option=False, no_args_is_help=True)
        self.params.append(_help_option())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names. Errors: UsageError with a suggestion."""
        name = args[0]
        if name in self.commands or name.startswith("-"):
            return super().resolve_command(ctx, args)
        near = suggestion(name, self.commands)
        known = near or "commands: " + ", ".join(sorted(self.commands))
        raise click.UsageError(f"command '{name}' is unknown; {known}", ctx)


class WholeNumber(click.IntRange):
    """A bounded whole number whose error names the bounds, whatever was given."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401  # click's signature
        """`value` as an int within the bounds. Errors: BadParameter."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            bounds = f"a whole number from {self.min} to {self.max}"
            raise click.BadParameter(f"'{value}' is not {bounds}", ctx, param) from None


def _help_option() -> click.Option:
    def show(ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:  # noqa: FBT001
        if is_asked:
            raise HelpAsked(ctx.get_help())

    return _asking(["-h", "--help"], show, "Show this help.")


def _show_version(_ctx: click.Context, _option: click.Parameter, is_asked: bool) -> None:  # noqa: FBT001
    if is_asked:
        raise VersionAsked


def _asking(
    names: list[str], callback: Callable[[click.Context, click.Parameter, Any], None], words: str
) -> click.Option:
    return click.Option(
        names, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=words
    )


version_option = _asking(["--version"], _show_version, "Show the version.")
root_option = click.option(
    "--root",
    metavar="DIR",
    help="Repository to ask; the one around the current folder if not given.",
)
json_option = click.option("--json", "is_json", is_flag=True, help="Print the reply as JSON.")
task_argument = click.argument("task")


def top_option(noun: str) -> Callable[[Any], Any]:
    """`--top N`: how many of `noun` are printed."""
    return click.option(
        "--top",
        type=WholeNumber(1, 10_000),
        default=20,
        show_default=True,
        metavar="N",
        help=f"How many {noun} to print.",
    )


def budget_option(key: str, usual: int) -> Callable[[Any], Any]:
    """`--budget TOKENS`: if not given, what `key` of the configuration says, `usual` by default."""
    return click.option(
        "--budget",
        type=WholeNumber(1, 10_000_000),
        metavar="TOKENS",
        help="Most tokens (o200k; an estimate for models with another tokenizer) to print; "
        f"{usual} if not given, or what {key} in the configuration says.",
    )


def view(plain: View, *, is_json: bool, json: View = render.as_json) -> View:
    """The JSON view where it was asked for, else `plain`."""
    return json if is_json else plain


def examples(*lines: str) -> str:
    """An epilog of example command lines, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
