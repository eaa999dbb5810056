"""Rust: definitions, and `mod` and `use crate::` resolved by the module tree's file layout.

What it does not: follow re-exports or macros, or know crates outside the root.

Tests: tests/facts/test_languages.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename, dirname
from typing import Final

from tree_sitter import Node

from lean_ctx_daemon.core.types import ImportRef, Roster, SymbolKind
from lean_ctx_daemon.facts.finders import declaration, found, function, named, text_of
from lean_ctx_daemon.facts.spec import CALLS, Found, LanguageSpec, Role, Scope, words

_TYPE_NAME: Final = re.compile(rb"([A-Za-z_]\w*)\s*(?:<.*>)?\s*$", re.DOTALL)
_MACROS: Final = re.compile(rb"\b([a-z_]\w*+)!")
_STRUCTS: Final = re.compile(rb"\b([A-Z]\w*+)(?: \{|::)")
_CRATE_ROOTS: Final = ("lib.rs", "main.rs", "mod.rs")


def _impl(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """`impl Trait for Type`: named by the type."""
    target = node.child_by_field_name("type")
    if target is None:
        return None
    name = target.child_by_field_name("type") or target
    return found(name, data, SymbolKind.TYPE, body=node.child_by_field_name("body"))


def _module(node: Node, data: bytes, _scope: Scope) -> Found | None:
    """`mod name { … }`; `mod name;` is an import."""
    name = node.child_by_field_name("name")
    body = node.child_by_field_name("body")
    if name is None or body is None:
        return None
    return found(name, data, SymbolKind.MODULE, body=body)


def _role_of_mod(node: Node, _data: bytes) -> Role:
    return Role.PLAIN if node.child_by_field_name("body") is not None else Role.IMPORT


def _imports(node: Node, data: bytes) -> Iterator[ImportRef]:
    line = node.start_point[0] + 1
    if node.type == "mod_item":
        module_name = node.child_by_field_name("name")
        if module_name is not None:
            yield ImportRef(f"mod {text_of(module_name, data)}", (), line)
        return
    argument = node.child_by_field_name("argument")
    if argument is not None:
        for path in _paths("".join(text_of(argument, data).split("\n"))):
            module, _, name = path.rpartition("::")
            yield ImportRef(module or name, (name,) if module else (), line)


def _paths(tree: str) -> Iterator[str]:
    """`a::{b, c::{d}}` → a::b, a::c::d. A stack of prefixes; names after `as` are dropped."""
    prefixes = [""]
    word = ""
    for char in f"{tree},":
        if char == "{":
            prefixes.append(prefixes[-1] + word.strip())
            word = ""
        elif char in ",}":
            name = word.split(" as ")[0].strip()
            if name:
                yield (prefixes[-1] + name).removesuffix("::self")
            word = ""
            if char == "}" and len(prefixes) > 1:
                prefixes.pop()
        else:
            word += char


def resolve(importer: str, ref: ImportRef, _package: str, roster: Roster) -> tuple[str, ...]:
    """The file of the module that is named, or of the nearest module above the item named."""
    module = ref.module
    if module.startswith("mod "):
        path = _module_file(_own_folder(importer), module[4:], roster)
        return (path,) if path else ()
    parts = [*module.split("::"), *ref.names]
    start = _start(importer, parts[0], roster)
    if start is None:
        return ()
    folder, used = start
    best: str | None = None
    for part in parts[used:]:
        path = _module_file(folder, part, roster)
        if path is None:
            break
        best = path
        folder = f"{folder}/{part}" if folder else part
    if best is None and used == 1 and parts[0] not in ("self", "super"):
        best = _root_file(folder, roster)
    return (best,) if best and best != importer else ()


def _start(importer: str, head: str, roster: Roster) -> tuple[str, int] | None:
    """The folder where a path's modules lie, and how many of its parts that takes."""
    if head == "self":
        return _own_folder(importer), 1
    if head == "super":
        return dirname(_own_folder(importer)), 1
    source = _crate_folder(importer, roster)
    if head == "crate":
        return (source, 1) if source is not None else None
    if _module_file(_own_folder(importer), head, roster):
        return _own_folder(importer), 0
    for manifest in roster.named("Cargo.toml"):
        folder = dirname(manifest)
        if basename(folder).replace("-", "_") == head or _crate_name(manifest, roster) == head:
            return (f"{folder}/src" if folder else "src"), 1
    return None


def _crate_name(manifest: str, roster: Roster) -> str | None:
    match = re.search(r'^name\s*=\s*"([^"]+)"', roster.text(manifest) or "", re.MULTILINE)
    return match.group(1).replace("-", "_") if match else None


def _own_folder(importer: str) -> str:
    """Where the submodules of a file lie: beside mod.rs and crate roots, else in its own folder."""
    folder, name = dirname(importer), basename(importer)
    if name in _CRATE_ROOTS:
        return folder
    stem = name.removesuffix(".rs")
    return f"{folder}/{stem}" if folder else stem


def _crate_folder(importer: str, roster: Roster) -> str | None:
    """The folder of the crate's root file above the importer."""
    folder = dirname(importer)
    while True:
        if _root_file(folder, roster):
            return folder
        if not folder:
            return None
        folder = dirname(folder)


def _root_file(folder: str, roster: Roster) -> str | None:
    prefix = f"{folder}/" if folder else ""
    return next((prefix + n for n in ("lib.rs", "main.rs") if prefix + n in roster), None)


def _module_file(folder: str, name: str, roster: Roster) -> str | None:
    prefix = f"{folder}/" if folder else ""
    candidates = (f"{prefix}{name}.rs", f"{prefix}{name}/mod.rs")
    return next((path for path in candidates if path in roster), None)


SPEC = LanguageSpec(
    name="rust",
    grammar="rust",
    extensions=(".rs",),
    roles={
        "block": Role.BODY,
        "declaration_list": Role.BODY,
        "field_declaration_list": Role.BODY,
        "enum_variant_list": Role.BODY,
        "match_block": Role.BODY,
        "match_arm": Role.GROUP,
        "array_expression": Role.LITERAL,
        "closure_expression": Role.FUNCTION,
        "line_comment": Role.COMMENT,
        "block_comment": Role.COMMENT,
        "raw_string_literal": Role.TEXT,
        "string_literal": Role.TEXT,
        "attribute_item": Role.ATTRIBUTE,
        "use_declaration": Role.IMPORT,
        "extern_crate_declaration": Role.IMPORT,
    },
    choosers={"mod_item": _role_of_mod},
    definitions={
        "function_item": function(),
        "function_signature_item": function(),
        "struct_item": named(SymbolKind.STRUCT),
        "union_item": named(SymbolKind.STRUCT),
        "enum_item": named(SymbolKind.ENUM),
        "trait_item": named(SymbolKind.TRAIT),
        "impl_item": _impl,
        "mod_item": _module,
        "macro_definition": named(SymbolKind.MACRO),
        "const_item": declaration(SymbolKind.CONSTANT),
        "static_item": declaration(SymbolKind.CONSTANT),
        "type_item": declaration(SymbolKind.TYPE),
        "associated_type": declaration(SymbolKind.TYPE),
    },
    imports=_imports,
    exported=lambda _name, header: b"pub" in header or header.lstrip().startswith(b"impl"),
    calls=(CALLS, _MACROS, _STRUCTS),
    not_calls=words("if for while match return fn in loop let else move unsafe pub"),
    resolve=resolve,
)
