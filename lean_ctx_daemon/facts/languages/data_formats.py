"""JSON, YAML, TOML, CSS, HTML and Markdown: keys, rules and headings as symbols.

What it does not: interpret them. Keys deeper than two levels are lines like others; a section of
Markdown reaches to the next heading of its level.

Tests: tests/facts/test_data_formats.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, NodeKind, SymbolKind
from lean_ctx_daemon.facts.finders import child_of_type, found, text_of
from lean_ctx_daemon.facts.languages.markdown_sections import underlined_sections
from lean_ctx_daemon.facts.spec import Finder, Found, LanguageSpec, Role, Scope

_CSS_IMPORT: Final = re.compile(rb"@(?:import|use|forward)\s+(?:url\()?\s*['\"]?([^'\")\s;]+)")

_HEADING: Final = re.compile(rb"<h[1-6]\b", re.IGNORECASE)
_TAG: Final = re.compile(rb"<[^>]*>")
_ID: Final = re.compile(rb"\bid\s*=\s*[\"']?([^\"'\s>]+)")

# The scanners of the YAML and Markdown grammars keep their open blocks in 1 KiB and overrun it at
# about 250 levels (the process dies). A level of YAML takes a column or an indicator, one of
# Markdown two columns (half a tab) or a marker; tests/facts/test_data_formats.py.
_DEEP_YAML: Final = re.compile(rb"^ {120}|(?:[-?:][ \t]+){60}", re.MULTILINE)
_DEEP_MARKDOWN: Final = re.compile(
    rb"^[ \t]{90,}(?:[-+*>]|\d+[.)])[ \t]|(?:[-+*][ \t]+|\d+[.)][ \t]+|>[ \t]?){60}", re.MULTILINE
)

# A selector list longer than this is cut: it names the rule, it need not repeat it.
_MAX_NAME: Final = 80


def _key(*types: str, field: str = "") -> Finder:
    """A key of the first level, or of the second (then it is a member of the first)."""

    def find(node: Node, data: bytes, scope: Scope) -> Found | None:
        name = node.child_by_field_name(field) if field else child_of_type(node, *types)
        if name is None or scope is Scope.LOCAL:
            return None
        text = text_of(name, data).strip("\"'")[:_MAX_NAME]
        return Found(text, SymbolKind.KEY, NodeKind.CONSTANT, name.start_byte, name.end_byte)

    return find


def _section(node: Node, data: bytes, _scope: Scope) -> Found | None:
    heading = child_of_type(node, "atx_heading", "setext_heading")
    if heading is None:
        return None
    content = heading.child_by_field_name("heading_content")
    if content is None:
        return None
    following = heading.next_named_sibling
    return Found(
        text_of(content, data).strip()[:_MAX_NAME],
        SymbolKind.HEADING,
        NodeKind.TYPE,
        content.start_byte,
        content.end_byte,
        following,
        node,
    )


def _rule(node: Node, data: bytes, _scope: Scope) -> Found | None:
    selectors = child_of_type(node, "selectors")
    if selectors is None:
        return None
    name = " ".join(text_of(selectors, data).split())[:_MAX_NAME]
    return Found(
        name,
        SymbolKind.KEY,
        NodeKind.CONSTANT,
        selectors.start_byte,
        selectors.end_byte,
        child_of_type(node, "block"),
    )


def _table(node: Node, data: bytes, _scope: Scope) -> Found | None:
    name = child_of_type(node, "bare_key", "dotted_key", "quoted_key")
    return found(name, data, SymbolKind.KEY, declares_only=True) if name is not None else None


def _element(node: Node, data: bytes, scope: Scope) -> Found | None:
    """An element with an id, or a heading by its text."""
    tag = child_of_type(node, "start_tag")
    if tag is None or scope is Scope.LOCAL:
        return None
    opening = data[tag.start_byte : tag.end_byte]
    if _HEADING.match(opening):
        text = _TAG.sub(b" ", data[tag.end_byte : node.end_byte]).decode("utf-8", "replace")
        name = " ".join(text.split())[:_MAX_NAME]
        kind = SymbolKind.HEADING
    else:
        match = _ID.search(opening)
        name = f"#{match.group(1).decode('utf-8', 'replace')}" if match else ""
        kind = SymbolKind.FIELD
    return Found(name, kind, NodeKind.CONSTANT, tag.start_byte, tag.end_byte) if name else None


def _css_imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    match = _CSS_IMPORT.match(data, node.start_byte, node.end_byte)
    if match:
        yield ImportRef(match.group(1).decode("utf-8", "replace"), (), node.start_point[0] + 1)


JSON = LanguageSpec(
    name="json",
    grammar="json",
    extensions=(".json", ".jsonc", ".json5", ".webmanifest", ".geojson"),
    file_names=(".babelrc", ".eslintrc", ".prettierrc", "composer.lock"),
    roles={"object": Role.CLAUSE, "array": Role.BODY, "comment": Role.COMMENT},
    definitions={"pair": _key(field="key")},
    calls=(),
)

YAML = LanguageSpec(
    name="yaml",
    grammar="yaml",
    extensions=(".yaml", ".yml"),
    file_names=(".clang-format", ".clang-tidy"),
    roles={
        "document": Role.CLAUSE,
        "block_node": Role.CLAUSE,
        "block_mapping": Role.CLAUSE,
        "block_sequence": Role.CLAUSE,
        "block_sequence_item": Role.GROUP,
        "comment": Role.COMMENT,
    },
    definitions={"block_mapping_pair": _key(field="key")},
    crashes_on=_DEEP_YAML,
    calls=(),
)

TOML = LanguageSpec(
    name="toml",
    grammar="toml",
    extensions=(".toml",),
    file_names=("Cargo.lock", "Pipfile", "poetry.lock", "uv.lock"),
    roles={
        "table": Role.GROUP,
        "table_array_element": Role.GROUP,
        "array": Role.LITERAL,
        "inline_table": Role.LITERAL,
        "comment": Role.COMMENT,
    },
    definitions={
        "table": _table,
        "table_array_element": _table,
        "pair": _key("bare_key", "dotted_key", "quoted_key"),
    },
    calls=(),
)

CSS = LanguageSpec(
    name="css",
    grammar="css",
    extensions=(".css",),
    roles={
        "block": Role.BODY,
        "keyframe_block_list": Role.BODY,
        "comment": Role.COMMENT,
        "import_statement": Role.IMPORT,
    },
    definitions={"rule_set": _rule},
    imports=_css_imports,
    calls=(),
)

SCSS = LanguageSpec(
    name="scss",
    grammar="scss",
    extensions=(".scss",),
    roles={
        "block": Role.BODY,
        "comment": Role.COMMENT,
        "import_statement": Role.IMPORT,
        "use_statement": Role.IMPORT,
        "forward_statement": Role.IMPORT,
    },
    definitions={"rule_set": _rule},
    imports=_css_imports,
    calls=(),
)

HTML = LanguageSpec(
    name="html",
    grammar="html",
    extensions=(".html", ".htm", ".xhtml"),
    roles={"element": Role.GROUP, "comment": Role.COMMENT},
    definitions={"element": _element},
    calls=(),
)

MARKDOWN = LanguageSpec(
    name="markdown",
    grammar="markdown",
    extensions=(".md", ".markdown", ".mdx"),
    roles={
        "section": Role.GROUP,
        "list": Role.BODY,
        "list_item": Role.GROUP,
        "pipe_table": Role.BODY,
    },
    regrouped=underlined_sections,
    definitions={"section": _section},
    crashes_on=_DEEP_MARKDOWN,
    calls=(),
)
