from __future__ import annotations

import pytest

from lean_ctx_daemon.facts.registry import SPECS, language_of


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("a/b.py", b"", "python"),
        ("a/B.PY", b"", "python"),
        ("x.tsx", b"", "tsx"),
        ("lib/x.h", b"", "cpp"),
        ("Rakefile", b"", "ruby"),
        ("bin/tool", b"#!/usr/bin/env python3\n", "python"),
        ("bin/tool", b"#!/usr/bin/env -S python3 -u\n", "python"),
        ("bin/run", b"#!/bin/sh\n", "bash"),
        ("LICENSE", b"Copyright", ""),
        ("a.unknown", b"#!/bin/sh\n", ""),
        ("gui/lang_de.ts", b'<?xml version="1.0"?>\n', ""),
    ],
)
def test_languages_by_name_and_first_line(path: str, head: bytes, language: str) -> None:
    assert language_of(path, head) == language


def test_no_extension_belongs_to_two_languages() -> None:
    extensions = [ext for spec in SPECS.values() for ext in spec.extensions]
    assert len(extensions) == len(set(extensions))
