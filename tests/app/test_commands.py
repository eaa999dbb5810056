"""What each command line means."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from lean_ctx_daemon.app.cli import parsed
from lean_ctx_daemon.app.commands import cli
from lean_ctx_daemon.app.grammar import HelpAsked
from lean_ctx_daemon.core.types import BadRequest
from lean_ctx_daemon.server import service as s

CASES: list[tuple[str, s.Request]] = [
    ("preload T", s.PreloadRequest(task="T")),
    (
        "preload T --budget 9 --path d --root r",
        s.PreloadRequest(task="T", root="r", budget=9, path="d"),
    ),
    ("rank T --top 3", s.RankRequest(task="T", top=3)),
    ("read a b", s.ReadRequest(paths=["a", "b"])),
    ("read -m lines:1-2 a --task T", s.ReadRequest(paths=["a"], mode="lines:1-2", task="T")),
    ("overview --root R", s.OverviewRequest(root="R")),
    ("intent T --root r", s.IntentRequest(query="T", root="r")),
    ("graph related a --top 5", s.GraphRequest(path="a", top=5)),
    ("root add d", s.RootRequest("add", "d")),
    ("root list", s.RootRequest("list")),
    ("root remove d", s.RootRequest("remove", "d")),
    ("sync --root r", s.SyncRequest(root="r")),
    ("status", s.StatusRequest()),
    ("logs -n 7", s.LogsRequest(lines=7)),
    ("cache show", s.CacheRequest("show")),
    ("cache purge", s.CacheRequest("purge")),
    ("config show", s.ConfigRequest("show")),
    ("config path", s.ConfigRequest("path")),
    ("ping", s.PingRequest()),
    ("stop", s.StopRequest()),
]


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of every command that does something."""
    if isinstance(command, click.Group):
        for name, child in command.commands.items():
            yield from leaves(child, (*path, name))
    else:
        yield path


def request_of(line: str) -> s.Request:
    call = parsed(line.split(), 80)
    return call.request(call.text)


@pytest.mark.parametrize(("line", "request_"), CASES)
def test_a_line_means_a_request(line: str, request_: s.Request) -> None:
    assert request_of(line) == request_


def test_every_command_has_its_line_above() -> None:
    assert {" ".join(path) for path in leaves(cli)} == {
        next(
            name
            for name in (" ".join(line.split()[:2]), line.split()[0])
            if tuple(name.split()) in set(leaves(cli))
        )
        for line, _ in CASES
    }


@pytest.mark.parametrize("path", list(leaves(cli)))
def test_every_command_has_help_and_all_but_two_have_json(path: tuple[str, ...]) -> None:
    with pytest.raises(HelpAsked) as caught:
        parsed([*path, "--help"], 80)
    text = str(caught.value)
    assert text.startswith(f"Usage: lctx {' '.join(path)}")
    assert ("--json" in text) == (path not in {("ping",), ("stop",)})
    assert max(len(line) for line in text.split("\n")) <= 80


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("read -m fulll a", "full"),
        ("preload", "TASK"),
        ("preload T --budget 0", "--budget"),
        ("preload T --bugdet 1", "--bugdet"),
        ("graph relatd a", "related"),
        ("read", "PATH"),
    ],
)
def test_wrong_usage_names_what_is_wrong(line: str, words: str) -> None:
    with pytest.raises(BadRequest, match=words) as caught:
        request_of(line)
    assert caught.value.hint
