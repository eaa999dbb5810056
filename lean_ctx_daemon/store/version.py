"""What facts depend on besides a file's bytes, as a digest; and the keys made from it.

The algorithm version is a digest over everything that makes facts: the sources of facts/ and
tokens/, the core modules that those import, the tokenizer's vocabulary, the releases of the native
parsers and the interpreter's. A constant would have to be remembered at every change, and would
miss a patched installation or a new grammar; this cannot be forgotten, costs 5 ms once per
process, and at worst computes anew what was still right.

What it does not: describe the records' layout (record.SCHEMA does), or import what it digests.

Invariant: CORE_SOURCES and LIBRARIES are exactly what facts/ and tokens/ import, directly or not.

Tests: tests/store/test_version.py
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from functools import cache
from typing import Final

import lean_ctx_daemon

KEY_BYTES: Final = 16  # as the content digests: no accidental collision in any number of files
PRODUCT: Final = os.path.dirname(lean_ctx_daemon.__file__)
SOURCE_FOLDERS: Final = ("facts", "tokens")
CORE_SOURCES: Final = (
    "core/compression/chunking.py",
    "core/outline.py",
    "core/relevance/terms.py",
    "core/text.py",
    "core/types.py",
)
LIBRARIES: Final = ("tiktoken", "tree_sitter", "tree_sitter_language_pack")


@cache
def algorithm_version() -> bytes:
    """16 bytes that change whenever facts of the same bytes might. Errors: none."""
    hasher = hashlib.blake2b(digest_size=KEY_BYTES)
    for part in (*sys.version_info[:2], *map(_release, LIBRARIES)):
        hasher.update(f"{part}\0".encode())
    try:
        for path in _sources():
            with open(os.path.join(PRODUCT, path), "rb") as file:
                content = file.read()
            hasher.update(f"{path}\0{len(content)}\0".encode() + content)
    except OSError:  # installed without sources: then the release says what they were
        hasher.update(lean_ctx_daemon.__version__.encode())
    return hasher.digest()


def key_of(language: str, digest: bytes) -> bytes:
    """The key of the facts of a content: path-free, so a copy or a checkout back is a hit."""
    recipe = language.encode("utf-8", "surrogatepass") + b"\0" + digest
    return hashlib.blake2b(recipe, digest_size=KEY_BYTES, key=algorithm_version()).digest()


def _sources() -> Iterator[str]:
    """Files that make facts, relative to the product, in a fixed order."""
    yield from CORE_SOURCES
    for room in SOURCE_FOLDERS:
        for folder, folders, names in os.walk(os.path.join(PRODUCT, room)):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            yield from (os.path.relpath(os.path.join(folder, n), PRODUCT) for n in sorted(names))


def _release(library: str) -> str:
    """The installed release of a library.

    Read off the name of its dist-info folder: importlib.metadata costs 60 ms to import, which a
    daemon's start has not to spare; it is asked only where there is no such folder.
    """
    spec = importlib.util.find_spec(library)
    if spec is None or spec.origin is None:
        return ""
    prefix = f"{library}-"
    try:
        for name in sorted(os.listdir(os.path.dirname(os.path.dirname(spec.origin)))):
            if name.startswith(prefix) and name.endswith(".dist-info"):
                return name
    except OSError:
        return ""
    from importlib import metadata

    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return ""
