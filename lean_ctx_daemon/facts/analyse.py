"""The facts of one file: bytes and language in, FileFacts out. Path-free, deterministic.

What it does not: read files, look at other files, or decide which files deserve it (size, binary
and secret files are the caller's matter). Runs in worker processes, since a grammar may crash.

Tests: tests/facts/test_analyse.py
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lean_ctx_daemon.core.compression.chunking import chunks
from lean_ctx_daemon.core.relevance.terms import bag
from lean_ctx_daemon.core.text import BOM, decode, lines_of
from lean_ctx_daemon.core.types import FileFacts, ImportRef, Outline, Symbol
from lean_ctx_daemon.facts.grammar import Grammar, grammar_of
from lean_ctx_daemon.facts.names import calls_in, without
from lean_ctx_daemon.facts.symbols import definitions
from lean_ctx_daemon.facts.tree import Lines, lines_in, outline_of
from lean_ctx_daemon.facts.walk import walk

LineCounts = Callable[[str], NDArray[np.int32]]


@dataclass(frozen=True, slots=True)
class Structure:
    """What a parse gives: the statement tree and the names in it."""

    outline: Outline
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[ImportRef, ...] = ()
    calls: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    package: str = ""
    has_errors: bool = False


def analyse(data: bytes, language: str, digest: bytes, line_counts: LineCounts) -> FileFacts:
    """Everything derived from one file's bytes.

    `language` is a key of facts.registry.SPECS; any other is plain text. `line_counts` gives the
    o200k tokens of each line of a text. Errors: those of `line_counts`, else none.
    """
    text = decode(data)
    line_tokens = line_counts(text)
    source = text.removeprefix(BOM).encode("utf-8", "surrogatepass")
    lines = lines_in(source)
    structure = structure_of(source, lines, grammar_of(language))
    file_chunks = chunks(structure.outline, structure.symbols, line_tokens, lines.is_blank)
    return FileFacts(
        language=language,
        digest=digest,
        n_bytes=len(data),
        n_lines=len(line_tokens),
        n_tokens=int(line_tokens.sum()),
        line_tokens=line_tokens,
        symbols=structure.symbols,
        imports=structure.imports,
        calls=structure.calls,
        bases=structure.bases,
        package=structure.package,
        outline=structure.outline,
        chunks=file_chunks,
        bag=bag(lines_of(text), file_chunks, structure.symbols, structure.outline),
        has_errors=structure.has_errors,
    )


def structure_of(source: bytes, lines: Lines, grammar: Grammar | None) -> Structure:
    """The structure of UTF-8 bytes; without a grammar, paragraphs."""
    crashes_on = grammar.spec.crashes_on if grammar is not None else None
    if grammar is None or (crashes_on is not None and crashes_on.search(source)):
        return Structure(outline_of([], lines))
    root = grammar.parse(source).root_node
    spec = grammar.spec
    walked = walk(root, source, grammar)
    code = without(source, walked.comments)
    export_names = set(spec.export_names(code)) if spec.export_names else set()
    defined = definitions(walked.symbols, source, lines, spec, export_names)
    rows = walked.rows
    rows[4::5] = defined.index[rows[4::5]].tolist()
    imports = [ref for node in walked.imports for ref in spec.imports(node, source)]
    if spec.extra_imports is not None:
        imports.extend(spec.extra_imports(code))
    return Structure(
        outline=outline_of(rows, lines, walked.texts),
        symbols=defined.symbols,
        imports=tuple(sorted(imports, key=lambda ref: ref.line)),
        calls=calls_in(code, spec),
        bases=tuple(sorted({*defined.bases, *spec.embedded_bases(code)})),
        package=spec.package(root, source),
        has_errors=root.has_error,
    )
