"""What every mode promises about every file: kept text reads as the truth.

The default sample is this repository's own Python files; `LCTX_EVAL_REPOS` names a folder of
repositories for the slow run over every file in it that has a language.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.core.compression.gaps import MARKER
from lean_ctx_daemon.core.compression.modes import full, lines, reference, signatures, task
from lean_ctx_daemon.core.compression.modes import map as map_mode
from lean_ctx_daemon.core.compression.rendering import rendered, visible_blocks
from lean_ctx_daemon.core.compression.source import Source
from lean_ctx_daemon.core.compression.visibility import Visibility
from lean_ctx_daemon.core.text import decode
from lean_ctx_daemon.core.types import NO_PARENT, ModeName, Rendered, Span
from lean_ctx_daemon.facts.analyse import analyse
from lean_ctx_daemon.facts.registry import language_of
from lean_ctx_daemon.tokens.counting import count, line_counts

REPOSITORY = Path(__file__).parents[3]
MAX_BYTES = 400_000


def source_of(path: Path) -> Source | None:
    data = path.read_bytes()
    if len(data) > MAX_BYTES or b"\0" in data[:8192]:
        return None
    language = language_of(str(path), data[:512])
    facts = analyse(data, language, sha256(data).digest(), line_counts)
    return Source.of(path.name, decode(data), facts)


@lru_cache(maxsize=1)
def sample() -> tuple[Source, ...]:
    paths = sorted((REPOSITORY / "lean_ctx_daemon" / "core").rglob("*.py"))[::2]
    return tuple(source for path in paths if (source := source_of(path)))


def some_scores(source: Source, seed: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    random = np.random.default_rng(seed)
    values = random.random(len(source.facts.chunks), dtype=np.float32)
    return np.where(random.random(len(values)) < 0.5, values, 0).astype(np.float32)


def every_mode(source: Source) -> Iterator[Rendered]:
    n_tokens = source.facts.n_tokens
    yield full.render(source)
    yield map_mode.render(source, count)
    yield signatures.render(source, count)
    yield reference.render(source, count)
    for share in (0.1, 0.4):
        yield task.render(source, some_scores(source, n_tokens), int(share * n_tokens), count)
    if len(source.lines) > 4:
        middle = len(source.lines) // 2
        yield lines.render(source, f"2-3,{middle}-{middle + 1}", count)


def shown_lines(source: Source, answer: Rendered) -> list[int]:
    """The line numbers that the text shows, read off the text alone; asserts that it is true."""
    if answer.mode == ModeName.REFERENCE:
        assert answer.text.count("\n") == 1
        return []
    if answer.mode == ModeName.FULL:
        assert answer.text == source.text
        return list(range(1, len(source.lines) + 1))
    at = 1 if answer.mode != ModeName.LINES else answer.ranges[0].first
    shown: list[int] = []
    for text in answer.text.removesuffix("\n").split("\n"):
        found = MARKER.fullmatch(text)
        if found and source.lines[at - 1] != text:
            first, last = int(found[1]), int(found[2] or found[1])
            assert first == at, "a gap begins where the shown lines end"
            assert last >= first
            at = last + 1
            continue
        assert text == source.lines[at - 1]
        shown.append(at)
        at += 1
    assert at == len(source.lines) + 1 or answer.mode == ModeName.LINES
    return shown


def spans_of(numbers: Sequence[int]) -> tuple[Span, ...]:
    spans: list[Span] = []
    for number in numbers:
        if spans and spans[-1].last == number - 1:
            spans[-1] = Span(spans[-1].first, number)
        else:
            spans.append(Span(number, number))
    return tuple(spans)


def headless(source: Source, shown: Sequence[int]) -> list[int]:
    """Shown lines whose statement, or one around it, does not show the line it opens with."""
    outline, visible = source.facts.outline, set(shown)
    owners = Visibility.of(source).owner.tolist()
    found = []
    for number in shown:
        node = owners[number - 1]
        while node != NO_PARENT:
            if visible.isdisjoint(opening_lines(source, node)):
                found.append(number)
                break
            node = int(outline.parent[node])
    return found


def opening_lines(source: Source, node: int) -> list[int]:
    """Where a statement opens: a definition on the lines of its header with its name."""
    first, symbol = int(source.facts.outline.first[node]), int(source.facts.outline.symbol[node])
    if symbol < 0:
        return [first]
    header_last = source.facts.symbols[symbol].header_last
    name = source.facts.symbols[symbol].name.rpartition(".")[2]
    named = [n for n in range(first, header_last + 1) if name in source.lines[n - 1]]
    return named or [first]


def assert_true(source: Source, answer: Rendered) -> None:
    shown = shown_lines(source, answer)
    if answer.mode != ModeName.REFERENCE:
        assert answer.ranges == spans_of(shown)
    assert answer.tokens == count(answer.text)
    assert answer.tokens <= source.facts.n_tokens
    if answer.mode not in {ModeName.LINES, ModeName.REFERENCE} and source.facts.language:
        assert headless(source, shown) == []


@pytest.mark.parametrize("source", sample(), ids=lambda source: source.path)
def test_every_mode_of_every_file(source: Source) -> None:
    answers = list(every_mode(source))
    for answer in answers:
        assert_true(source, answer)
    assert answers == list(every_mode(source))


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_any_kept_set(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from([s for s in sample() if s.lines]))
    kept = data.draw(st.sets(st.integers(1, len(source.lines)), max_size=12))
    visibility = Visibility.of(source)
    chosen = visibility.closed(visibility.mask(kept))
    parts = visible_blocks(source, visibility, chosen)
    answer = rendered(source, parts, ModeName.TASK, count)
    assert_true(source, answer)
    blank = {n for n in kept if not source.lines[n - 1].strip()}
    assert kept - blank <= set(shown_lines(source, answer))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_a_gap_names_is_what_lines_gives(data: st.DataObject) -> None:
    source = data.draw(st.sampled_from([s for s in sample() if len(s.lines) > 20]))
    answer = map_mode.render(source, count)
    for text in answer.text.split("\n"):
        found = MARKER.fullmatch(text)
        if found:
            cut = lines.render(source, text[1:], count)
            first, last = int(found[1]), int(found[2] or found[1])
            assert cut.text == "".join(f"{line}\n" for line in source.lines[first - 1 : last])


def evaluation_files() -> list[Path]:
    folder = os.environ.get("LCTX_EVAL_REPOS", "")
    if not folder:
        return []
    return sorted(p for p in Path(folder).rglob("*") if p.is_file() and ".git" not in p.parts)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not evaluation_files(), reason="LCTX_EVAL_REPOS names no folder with files")
def test_every_mode_of_every_evaluation_file() -> None:
    violations: list[str] = []
    for path in evaluation_files():
        source = source_of(path)
        if source is None or not source.facts.language:
            continue
        for answer in every_mode(source):
            try:
                assert_true(source, answer)
            except AssertionError as error:
                violations.append(f"{path} {answer.mode}: {error}")
    assert violations == []
