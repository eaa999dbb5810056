"""Command lines, run against a Service that echoes."""

from __future__ import annotations

import asyncio
import json
import os
import sys

import pytest

from lctx import __version__
from lean_ctx_daemon.app.cli import CommandLine, parsed
from lean_ctx_daemon.app.grammar import HelpAsked
from lean_ctx_daemon.core.types import BadRequest, Refused
from lean_ctx_daemon.server.command import Outcome
from lean_ctx_daemon.server.desk import Desk
from lean_ctx_daemon.server.frames import Hello
from lean_ctx_daemon.server.service import RequestContext
from tests.support.echo_service import EchoService


def run(*argv: str, stdin: str = "", cwd: str = "/", version: str = __version__) -> Outcome:
    async def read_stdin() -> str:
        return stdin

    async def main() -> Outcome:
        line = CommandLine(Desk(EchoService(), on_stop=lambda: None))
        hello = Hello(version=version, cwd=cwd)
        return await line(list(argv), hello, RequestContext(cwd=cwd, face="cli"), read_stdin)

    return asyncio.run(main())


def test_a_reply_is_shown() -> None:
    assert run("ping") == Outcome(0, b"pong\n")
    assert run("root", "list").out == b"/a\tready\t-\t-\t-\n"


def test_json_is_the_reply() -> None:
    assert json.loads(run("rank", "t", "--top", "1", "--json").out) == {
        "files": [{"path": "t", "relevance": 1.0, "heat": 0.5, "pagerank": 0.25}]
    }


def test_a_dash_is_standard_input_without_its_last_line_end() -> None:
    assert run("preload", "-", stdin="a\nb\n").out == b"a\nb\n"
    with pytest.raises(BadRequest, match="task is empty"):
        run("preload", "-", stdin="\n")


def test_without_arguments_it_helps() -> None:
    assert run() == run("--help")
    assert b"Commands:" in run().out


def test_versions_that_differ_are_both_shown() -> None:
    assert run("--version").out == f"lctx {__version__}\n".encode()
    assert run("--version", version="0.0.7").out == (
        f"lctx 0.0.7 (daemon {__version__})\n".encode()
    )


def test_help_is_as_wide_as_the_terminal() -> None:
    with pytest.raises(HelpAsked) as narrow:
        parsed(["preload", "--help"], 50)
    with pytest.raises(HelpAsked) as wide:
        parsed(["preload", "--help"], 120)
    assert str(wide.value).count("\n") < str(narrow.value).count("\n")


def test_what_the_service_refuses_passes_through() -> None:
    with pytest.raises(Refused, match="no folder"):
        run("read", "a", cwd="")


def test_this_process_is_left_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_LCTX_COMPLETE", "bash_source")
    monkeypatch.setattr(sys, "argv", ["other"])
    before = dict(os.environ)
    for argv in (["--help"], ["ping"], ["graph"], ["graph", "--help"]):
        try:
            run(*argv)
        except BadRequest:
            assert argv == ["graph"]
    assert capsys.readouterr() == ("", "")
    assert dict(os.environ) == before
