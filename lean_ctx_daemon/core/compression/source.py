r"""A file as the modes see it: its text, its lines and the facts about it.

It does not read the file: whoever answers the request read it for that request and knows that
`facts` describe these very bytes. A line ends at `\n` and nowhere else (form feeds, `\r` and
Unicode separators are ordinary characters), so numbers agree with tree-sitter's rows, and the
`\r` of a CRLF file stays part of its line: what is shown can be matched byte for byte.

Tests: tests/core/compression/test_source.py
"""

from __future__ import annotations

from dataclasses import dataclass

from lean_ctx_daemon.core.types import FileFacts


def split_lines(text: str) -> tuple[str, ...]:
    r"""The lines of `text` without their `\n`; no empty last line after a final `\n`."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Source:
    """One file to render. `lines[i]` is line i+1 without its line end."""

    path: str
    text: str
    lines: tuple[str, ...]
    facts: FileFacts

    @classmethod
    def of(cls, path: str, text: str, facts: FileFacts) -> Source:
        """The source of `text`, split into its lines."""
        return cls(path, text, split_lines(text), facts)

    @property
    def ends_open(self) -> bool:
        """The last line has no line end."""
        return bool(self.lines) and not self.text.endswith("\n")
