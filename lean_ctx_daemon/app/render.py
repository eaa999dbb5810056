"""Replies as text for the client's terminal, or for the program that reads the client's output.

On a terminal: tables in its width and colours. Else tab-separated lines, one a row, that `cut` and
`while read` take apart. What is meant for a model (the context, a file's text) is printed as it is;
its table then goes to standard error, so that `lctx preload … > context` holds exactly the text
whose tokens were counted.

What it does not: ask the Service, or touch this process's own output: everything is a string.

Tests: tests/app/test_render.py
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lean_ctx_daemon.server.command import Outcome
from lean_ctx_daemon.server.frames import Hello
from lean_ctx_daemon.server.methods import EXIT_OK, EXIT_REFUSED
from lean_ctx_daemon.server.session import json_text

Reply = Mapping[str, Any]

DEFAULT_WIDTH: Final = 80
_ANY_HEIGHT: Final = 24
_PRELOAD_COLUMNS: Final = ("path", "relevance", "budget", "mode", "tokens")
_RANK_COLUMNS: Final = ("path", "relevance", "heat", "pagerank")
_RELATED_COLUMNS: Final = ("path", "weight", "edges")
_CONFIG_COLUMNS: Final = ("key", "value", "default", "origin")
_ROOT_COLUMNS: Final = ("path", "state", "files", "pending", "watched")


@dataclass(frozen=True, slots=True)
class Screen:
    """Where the output goes. `wishes` is the part of the client's environment about colour."""

    is_terminal: bool
    width: int
    wishes: Mapping[str, str]

    @staticmethod
    def of(hello: Hello) -> Screen:
        """The screen a client described."""
        return Screen("out" in hello.ttys, hello.width or DEFAULT_WIDTH, hello.wishes)


View = Callable[[Reply, Screen], Outcome]


def as_json(reply: Reply, _screen: Screen) -> Outcome:
    """The reply itself."""
    return Outcome(EXIT_OK, json_text(reply))


def preload(reply: Reply, screen: Screen) -> Outcome:
    """The table of files, then the context."""
    table = _rows(reply["files"], screen, _PRELOAD_COLUMNS)
    if table and not screen.is_terminal:
        table = "\t".join(_PRELOAD_COLUMNS) + "\n" + table  # for people: it goes to stderr
    n_files = len(reply["files"])
    summary = f"{reply['tokens']} of {reply['budget']} tokens, {n_files} files\n" * bool(n_files)
    head = _bytes(f"{table}{_notes(reply)}{summary}")
    text = _bytes(_ended(reply["text"]))
    if screen.is_terminal:
        return Outcome(EXIT_OK, head + b"\n" + text)
    return Outcome(EXIT_OK, text, head)


def rank(reply: Reply, screen: Screen) -> Outcome:
    """The files, best first."""
    table = _rows(reply["files"], screen, _RANK_COLUMNS)
    return Outcome(EXIT_OK, _bytes(table), _bytes(_notes(reply)))


def related(reply: Reply, screen: Screen) -> Outcome:
    """The files that are related to one, nearest first."""
    table = _rows(reply["related"], screen, _RELATED_COLUMNS)
    return Outcome(EXIT_OK, _bytes(table), _bytes(_notes(reply)))


def roots(reply: Reply, screen: Screen) -> Outcome:
    """The roots, and below them what is wrong with which."""
    rows = [{**row, "watched": _coverage(row)} for row in reply["roots"]]
    notes = "".join(
        _printable(f"note: {row['path']}: {note}") + "\n"
        for row in rows
        for note in row.get("notes", ())
    )
    return Outcome(EXIT_OK, _bytes(_rows(rows, screen, _ROOT_COLUMNS)), late_err=_bytes(notes))


def status(reply: Reply, screen: Screen) -> Outcome:
    """The daemon's own values, and its roots."""
    own = {name: value for name, value in reply.items() if name != "roots"}
    listed = roots(reply, screen)
    gap = b"\n" if screen.is_terminal and listed.out else b""
    shown = facts(own, screen)
    return replace(listed, out=shown.out + gap + listed.out, late_err=shown.err + listed.late_err)


def read(reply: Reply, screen: Screen) -> Outcome:
    """One file's text as it is; several, each below a line that names it.

    A file that has no answer is said on standard error, below the others, and exit code 1.
    """
    files = reply["files"]
    bad = [file for file in files if "error" in file]
    good = [file for file in files if "error" not in file]
    if len(files) == 1 and good and not screen.is_terminal:
        return Outcome(EXIT_OK, _bytes(good[0]["text"]))
    parts = []
    for file in good:
        if len(files) > 1:
            parts.append(f"==> {file['path']} ({file['mode']}, {file['tokens']} tokens)\n")
        parts.append(_ended(file["text"]))
    errors = "".join(_complaint(file) for file in bad)
    code = EXIT_REFUSED if bad else EXIT_OK
    return Outcome(code, _bytes("".join(parts)), late_err=_bytes(errors))


def read_json(reply: Reply, _screen: Screen) -> Outcome:
    """One file: its object alone. Several: `{"files": […]}`, those without an answer included."""
    files = reply["files"]
    code = EXIT_REFUSED if any("error" in file for file in files) else EXIT_OK
    return Outcome(code, json_text(files[0] if len(files) == 1 else reply))


def text(reply: Reply, _screen: Screen) -> Outcome:
    """The reply's text."""
    return Outcome(EXIT_OK, _bytes(_ended(reply["text"])), _bytes(_notes(reply)))


def facts(reply: Reply, _screen: Screen) -> Outcome:
    """Any other reply: its values as `name: value`."""
    lines = [f"{name}: {_cell(value)}\n" for name, value in reply.items() if name != "notes"]
    return Outcome(EXIT_OK, _bytes("".join(lines)), _bytes(_notes(reply)))


def config(reply: Reply, screen: Screen) -> Outcome:
    """The keys of the configuration; what is wrong with its file below, and exit code 1."""
    table = _rows(reply["keys"], screen, _CONFIG_COLUMNS)
    problems = "".join(f"lctx: {_printable(problem)}\n" for problem in reply["problems"])
    code = EXIT_REFUSED if problems else EXIT_OK
    return Outcome(code, _bytes(table), late_err=_bytes(problems + _notes(reply)))


def config_json(reply: Reply, _screen: Screen) -> Outcome:
    """The reply itself, with the same exit code."""
    return Outcome(EXIT_REFUSED if reply["problems"] else EXIT_OK, json_text(reply))


def file(reply: Reply, _screen: Screen) -> Outcome:
    """The reply's file, as a shell takes it."""
    return Outcome(EXIT_OK, _bytes(reply["file"] + "\n"))


def lines(reply: Reply, _screen: Screen) -> Outcome:
    """The reply's lines."""
    return Outcome(EXIT_OK, _bytes("".join(f"{_printable(one)}\n" for one in reply["lines"])))


def line(words: str) -> View:
    """The view that prints `words`, whatever the reply."""
    return lambda _reply, _screen: Outcome(EXIT_OK, _bytes(words + "\n"))


def _rows(rows: Sequence[Reply], screen: Screen, columns: Sequence[str]) -> str:
    if not screen.is_terminal or not rows:
        return "".join("\t".join(_cell(row.get(c)) for c in columns) + "\n" for row in rows)
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    for column in columns:
        is_number = any(_is_number(row.get(column)) for row in rows)
        is_first = column == columns[0]
        table.add_column(
            column,
            justify="right" if is_number else "left",
            style="cyan" if is_first else "",
            overflow="fold" if is_first else "ellipsis",
            no_wrap=not is_first,
        )
    for row in rows:
        table.add_row(*(escape(_cell(row.get(column))) for column in columns))
    out = io.StringIO()
    Console(
        file=out,
        width=screen.width,
        height=_ANY_HEIGHT,  # without one, rich takes a dumb terminal to be 80 columns wide
        force_terminal=True,
        highlight=False,
        legacy_windows=False,
        _environ=screen.wishes,
    ).print(table)
    return out.getvalue()


def _cell(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.3f}"
        case None:
            return "-"
        case list() | tuple():
            return ", ".join(_cell(item) for item in value) or "-"
        case dict():
            return ", ".join(f"{name} {_cell(item)}" for name, item in value.items()) or "-"
        case _:
            return _printable(str(value))


def _printable(text: str) -> str:
    """`text` on one line, and without what would steer a terminal: file names are anybody's."""
    if text.isprintable():  # the usual case, and a log has a million characters
        return text
    return "".join(c if c.isprintable() or "\udc80" <= c <= "\udcff" else "?" for c in text)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _coverage(root: Reply) -> str | None:
    """Watched directories of those that should be; None for a root that is not open."""
    wanted = root.get("wanted_directories")
    return None if wanted is None else f"{root['watched_directories']}/{wanted}"


def _notes(reply: Reply) -> str:
    return "".join(f"note: {_printable(note)}\n" for note in reply.get("notes", ()))


def _complaint(file: Reply) -> str:
    """As a single refusal reads: the sentence (which names the file), the way out below it."""
    hint = f"      {_printable(file['hint'])}\n" if file.get("hint") else ""
    return f"lctx: {_printable(file['error'])}\n{hint}"


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
