"""The command line of `lctx`, as it runs inside the daemon: arguments to a request to an Outcome.

The commands stand in `commands.py`; each only says which request its arguments mean and which view
shows the reply. This module runs them: parses with click (whose own exit, output and environment
handling are kept out: there are many clients, and one process), reads standard input for `-`, asks
the desk, and turns wrong usage into a message that names the option.

What it does not: know the Service, the socket, or this process's terminal.

Tests: tests/app/test_cli.py
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import click

from lctx import __version__
from lean_ctx_daemon.app.commands import cli
from lean_ctx_daemon.app.grammar import Call, HelpAsked, VersionAsked
from lean_ctx_daemon.app.render import DEFAULT_WIDTH, Screen
from lean_ctx_daemon.core.types import BadRequest
from lean_ctx_daemon.server.command import Outcome
from lean_ctx_daemon.server.desk import Desk
from lean_ctx_daemon.server.frames import Hello
from lean_ctx_daemon.server.methods import EXIT_OK
from lean_ctx_daemon.server.service import RequestContext

STDIN_ARGUMENT = "-"


class CommandLine:
    """Runs command lines against the Service behind `desk`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def __call__(
        self,
        argv: list[str],
        hello: Hello,
        context: RequestContext,
        read_stdin: Callable[[], Awaitable[str]],
    ) -> Outcome:
        """The outcome of `lctx ARGV…`. Errors: LctxError."""
        try:
            call = parsed(argv, hello.width or DEFAULT_WIDTH)
        except HelpAsked as asked:
            return Outcome(EXIT_OK, f"{asked}\n".encode())
        except VersionAsked:
            other = "" if hello.version == __version__ else f" (daemon {__version__})"
            return Outcome(EXIT_OK, f"lctx {hello.version}{other}\n".encode())
        text = call.text if call.text != STDIN_ARGUMENT else (await read_stdin()).rstrip("\n")
        reply = await self._desk.answer(call.request(text), context)
        return call.view(reply, Screen.of(hello))


def parsed(argv: list[str], width: int) -> Call:
    """What `argv` asks for. Errors: BadRequest, HelpAsked, VersionAsked."""
    try:
        with cli.make_context(
            "lctx", list(argv) or ["--help"], terminal_width=width, max_content_width=width
        ) as context:
            call = cli.invoke(context)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx is not None else "lctx"
        raise BadRequest(error.format_message(), hint=f"see: {path} --help") from None
    if not isinstance(call, Call):
        raise TypeError(f"{argv[:1]} made no call")
    return call
