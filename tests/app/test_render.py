"""Replies as text."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.app import render
from lean_ctx_daemon.server.command import Outcome
from lean_ctx_daemon.server.frames import Hello

PIPE = render.Screen(is_terminal=False, width=80, wishes={})
TERMINAL = render.Screen(is_terminal=True, width=60, wishes={"TERM": "xterm-256color"})
PLAIN_TERMINAL = render.Screen(
    is_terminal=True, width=60, wishes={"TERM": "xterm", "NO_COLOR": "1"}
)
FILE = {"path": "src/[x].py", "relevance": 0.5, "budget": 512, "mode": "task", "tokens": 300}
PRELOAD: dict[str, Any] = {
    "files": [FILE],
    "tokens": 300,
    "budget": 8000,
    "text": "src/[x].py:1-2\nx",
}


def visible(data: bytes) -> str:
    """Text without colours and other styles."""
    return re.sub(r"\x1b\[[0-9;]*m", "", data.decode())


def test_a_context_is_alone_on_standard_output_and_its_table_beside_it() -> None:
    done = render.preload(PRELOAD | {"notes": ["still indexing"]}, PIPE)
    assert done.out == b"src/[x].py:1-2\nx\n"
    assert done.err.decode().splitlines() == [
        "path\trelevance\tbudget\tmode\ttokens",
        "src/[x].py\t0.500\t512\ttask\t300",
        "note: still indexing",
        "300 of 8000 tokens, 1 files",
    ]


def test_on_a_terminal_the_table_comes_first() -> None:
    done = render.preload(PRELOAD, TERMINAL)
    assert visible(done.out).startswith("path")
    table, _, text = visible(done.out).partition("\n\nsrc/")
    assert "path" in table
    assert "src/[x].py" in table
    assert "300 of 8000 tokens, 1 files" in table
    assert text == "[x].py:1-2\nx\n"
    assert done.err == b""


def test_colours_are_as_the_client_wishes() -> None:
    assert b"\x1b[" in render.rank({"files": [FILE]}, TERMINAL).out
    assert b"\x1b[3" not in render.rank({"files": [FILE]}, PLAIN_TERMINAL).out
    assert b"\x1b[" not in render.rank({"files": [FILE]}, PIPE).out


@given(st.integers(30, 150), st.text(min_size=1, max_size=200))
def test_a_table_is_no_wider_than_the_terminal(width: int, path: str) -> None:
    screen = render.Screen(is_terminal=True, width=width, wishes={"TERM": "dumb"})
    shown = visible(render.related({"related": [{"path": path, "weight": 1.0}]}, screen).out)
    assert max(len(line) for line in shown.split("\n")) <= width


def test_a_name_cannot_steer_the_terminal_or_forge_a_row() -> None:
    row = FILE | {"path": "a\n\x1b[2Jb\tc"}
    assert render.rank({"files": [row]}, PIPE).out.startswith(b"a??[2Jb?c\t0.500")


def test_one_file_is_its_bytes_and_several_are_headed() -> None:
    one = {"path": "a", "mode": "full", "tokens": 1, "text": "x"}
    assert render.read({"files": [one]}, PIPE).out == b"x"
    assert render.read({"files": [one]}, TERMINAL).out == b"x\n"
    both = render.read({"files": [one, one | {"path": "b"}]}, PIPE)
    assert both.out == b"==> a (full, 1 tokens)\nx\n==> b (full, 1 tokens)\nx\n"


def test_a_file_without_an_answer_is_a_complaint_and_exit_code_1() -> None:
    good = {"path": "a", "mode": "full", "tokens": 1, "text": "x\n"}
    bad = {"path": "b", "error": "b is binary", "hint": "try another"}
    done = render.read({"files": [good, bad]}, PIPE)
    assert (done.code, done.err, done.late_err) == (
        1,
        b"",
        b"lctx: b is binary\n      try another\n",
    )
    assert done.out.startswith(b"==> a")
    done = render.read_json({"files": [bad]}, PIPE)
    assert (done.code, json.loads(done.out)) == (1, bad)
    assert json.loads(render.read_json({"files": [good, good]}, PIPE).out) == {
        "files": [good, good]
    }


def test_facts_are_lines_and_notes_are_said_beside_them() -> None:
    reply = {"version": "1", "ok": True, "none": None, "list": ["a", "b"], "map": {"k": 0.25}}
    assert render.facts(reply | {"notes": ["indexing"]}, PIPE) == Outcome(
        0, b"version: 1\nok: yes\nnone: -\nlist: a, b\nmap: k 0.250\n", b"note: indexing\n"
    )


def test_an_answer_without_rows_says_why() -> None:
    silent = {"notes": ["nothing matches"], "files": [], "related": [], "text": ""}
    for view in (render.rank, render.related, render.text):
        for screen in (PIPE, TERMINAL):
            assert view(silent, screen) == Outcome(0, b"", b"note: nothing matches\n")


def test_roots_are_rows_with_what_is_wrong_below() -> None:
    watched = {"watched_directories": 2, "wanted_directories": 3}
    rows = [
        {"path": "/a", "state": "degraded", "files": 3, "pending": 0, **watched, "notes": ["full"]},
        {"path": "/b", "state": "closed"},
    ]
    done = render.roots({"roots": rows}, PIPE)
    assert done.out == b"/a\tdegraded\t3\t0\t2/3\n/b\tclosed\t-\t-\t-\n"
    assert done.late_err == b"note: /a: full\n"
    done = render.status({"version": "1", "roots": rows}, TERMINAL)
    assert visible(done.out).startswith("version: 1\n\npath")
    assert done.late_err == b"note: /a: full\n"
    assert render.status({"version": "1", "roots": []}, TERMINAL).out == b"version: 1\n"


def test_a_configuration_is_its_keys_and_what_is_wrong_below() -> None:
    rows = [
        {"key": "a.b", "value": [], "default": ["x", "y"], "origin": "file"},
        {"key": "a.c", "value": 5, "default": 5, "origin": "default"},
    ]
    reply: dict[str, object] = {"keys": rows, "problems": [], "notes": ["it has changed"]}
    done = render.config(reply, PIPE)
    assert done.out == b"a.b\t-\tx, y\tfile\na.c\t5\t5\tdefault\n"
    assert (done.code, done.late_err) == (0, b"note: it has changed\n")
    assert render.config_json(reply, PIPE) == Outcome(0, render.as_json(reply, PIPE).out)
    wrong = reply | {"problems": ["f: a.b: \x1b is bad"]}
    done = render.config(wrong, TERMINAL)
    assert visible(done.out).startswith("key")
    assert (done.code, done.late_err[:20]) == (1, b"lctx: f: a.b: ? is b")
    assert render.config_json(wrong, PIPE).code == 1


def test_log_lines_and_a_place_are_plain() -> None:
    assert render.lines({"lines": ["a", "\x1b[2J"]}, TERMINAL).out == b"a\n?[2J\n"
    assert render.file({"file": "/a b/c", "exists": False}, TERMINAL).out == b"/a b/c\n"


def test_a_status_says_what_is_wrong_with_the_daemon_before_its_roots() -> None:
    rows = [{"path": "/a", "state": "degraded", "notes": ["full"]}]
    done = render.status({"version": "1", "notes": ["no cache"], "roots": rows}, PIPE)
    assert done.out.startswith(b"version: 1\n/a\t")
    assert (done.err, done.late_err) == (b"", b"note: no cache\nnote: /a: full\n")


def test_lines_and_texts_end() -> None:
    assert render.text({"text": "x"}, PIPE).out == b"x\n"
    assert render.line("pong")({}, PIPE).out == b"pong\n"


def test_the_screen_is_what_the_client_says() -> None:
    hello = Hello(version="0", ttys=frozenset({"out"}), width=33, wishes={"TERM": "x"})
    assert render.Screen.of(hello) == render.Screen(
        is_terminal=True, width=33, wishes={"TERM": "x"}
    )
    assert render.Screen.of(Hello(version="0")).width == render.DEFAULT_WIDTH
