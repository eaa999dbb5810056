"""F20: every name the kernel allows is crawled, watched and read under one spelling."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lean_ctx_daemon.core.paths import escape
from lean_ctx_daemon.roots.reading import read_file, resolve_inside
from tests.support.watching import Mirror

NAMES = [
    b"caf\xe9.py",
    b"\xff\xfe",
    b"two\nlines.py",
    b"tab\t.py",
    b"n" * 255,
    "\u00e9.py".encode(),  # NFC
    "e\u0301.py".encode(),  # NFD
    b"Case.py",
    b"case.py",
    b"%FF.py",
    b"%25",
    b" space ",
    b"-rf",
    b"quote'\".py",
]


def test_names_round_trip(tmp_path: Path) -> None:
    root = os.fsencode(tmp_path)
    with Mirror(tmp_path) as mirror:
        try:
            for directory in (b"", b"d\xe9/"):
                if directory:
                    os.mkdir(root + b"/" + directory)
                for name in NAMES:
                    with open(root + b"/" + directory + name, "wb") as file:
                        file.write(name)
        except OSError as error:
            pytest.skip(f"this file system refuses the names: {error}")
        spelled = {escape(d + n): n for d in (b"", b"d\xe9/") for n in NAMES}
        mirror.until(lambda: set(mirror.files) == set(spelled))
        assert mirror.files == mirror.truth
    for path, name in spelled.items():
        assert resolve_inside(str(tmp_path), path) == path
        assert read_file(str(tmp_path), path, 1_000)[0] == name
