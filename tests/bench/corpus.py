"""The tree that is measured: Django's source distribution, unpacked where it may be edited.

`BENCH` names its archive or folder; otherwise pip downloads the archive once into the user's cache
(BENCH_CACHE names another folder). Nothing of it is kept in the repository.

Tests: tests/bench/test_bench.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DISTRIBUTION: Final = "Django==5.2"
EDITED: Final = "django/contrib/auth/models.py"  # 630 lines that much else imports
TASK: Final = "fix: union() of two querysets loses the ordering of the combined query"


@contextmanager
def unpacked() -> Iterator[Path]:
    """A copy of the tree in a temporary folder, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="lctx-bench-") as folder:
        given = os.environ.get("BENCH")
        source = Path(given) if given else _downloaded()
        tree = Path(folder, "tree")
        if source.is_dir():
            shutil.copytree(source, tree, symlinks=True)
        else:
            with tarfile.open(source) as archive:
                archive.extractall(folder, filter="data")
            next(path for path in Path(folder).iterdir() if path.is_dir()).rename(tree)
        yield tree.resolve()


def _downloaded() -> Path:
    default = Path("~/.cache/lctx-bench").expanduser()
    folder = Path(os.environ.get("BENCH_CACHE") or default)
    if not list(folder.glob("*.tar.gz")):
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*command, "--dest", str(folder), DISTRIBUTION], check=True)
    return next(folder.glob("*.tar.gz"))
