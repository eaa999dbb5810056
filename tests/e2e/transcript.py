"""Transcripts: files of command lines and what they print, held against the product.

    # a comment
    $ lctx rank "the cart's total is wrong"
    …  shop/cart.py
    [exit 1]

A line that begins with `$ ` is run by a shell in the repository's folder; the lines after it are
the output (standard output and error together, as a person sees them), to its last line. In an
expected line `…` stands for any text; a line that is only `…` for any number of lines. `[exit N]`
follows the output of commands that end with another status than 0.

What it does not: set up; the runner (test_transcripts.py) makes the repository and the home.

Tests: tests/e2e/test_transcript.py
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_COMMAND: Final = "$ "
_ANY: Final = "\u2026"
_TIMEOUT_S: Final = 60


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a transcript, with the line of the file that it stands on."""

    line: int
    command: str
    expected: tuple[str, ...]


def steps(text: str) -> Iterator[Step]:
    """The steps of a transcript. Comments and blank lines between steps are dropped."""
    number, command, expected = 0, "", list[str]()
    for at, line in enumerate(text.splitlines(), 1):
        if line.startswith(_COMMAND):
            if command:
                yield Step(number, command, _trimmed(expected))
            number, command, expected = at, line.removeprefix(_COMMAND), []
        elif not line.startswith("# "):
            expected.append(line)
    if command:
        yield Step(number, command, _trimmed(expected))


def _trimmed(lines: Sequence[str]) -> tuple[str, ...]:
    """`lines` without blank lines at the end."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return tuple(lines[:end])


def is_match(expected: Sequence[str], actual: Sequence[str]) -> bool:
    """Whether `actual` lines are what `expected` lines, with their wildcards, describe."""
    pattern = "".join(
        r"(?:[^\n]*\n)*?" if line == _ANY else ".*".join(map(re.escape, line.split(_ANY))) + r"\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in actual)) is not None


def output(command: str, folder: Path, environment: Mapping[str, str]) -> tuple[str, ...]:
    """The lines that `command` prints in a shell in `folder`, and `[exit N]` if it fails."""
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=_TIMEOUT_S,
        check=False,
    )
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    ending = [f"[exit {done.returncode}]"] if done.returncode else []
    return _trimmed([*(line.rstrip() for line in lines), *ending])
