from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.repository import add_oddities, build_repository

CLIENT = Path(__file__).parents[2] / "client"
TALK = Path(__file__).parent / "talk.py"


@dataclass(frozen=True)
class Stage:
    """A temporary home with its own daemon, and the folder that commands run in."""

    folder: Path
    environment: Mapping[str, str]


def _command(path: Path, script: Path) -> Path:
    """A command at `path` that runs a Python script under this interpreter."""
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}" "$@"\n', "utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def stage() -> Iterator[Stage]:
    """The generated repository at `shop`, odd files at `odd`; `lctx` and `talk` on the PATH."""
    base = Path(tempfile.mkdtemp(prefix="lctx-e2e-")).resolve()  # short: it holds a socket
    build_repository(base / "shop")
    build_repository(base / "odd")
    add_oddities(base / "odd")
    (base / "user").mkdir()
    (base / "bin").mkdir()
    lctx = _command(base / "bin" / "lctx", CLIENT / "bin" / "lctx")
    _command(base / "bin" / "talk", TALK)
    environment = {
        "LCTX_HOME": str(base / "home"),
        "HOME": str(base / "user"),
        "PATH": f"{base}/bin:/usr/local/bin:/usr/bin:/bin",
        "PYTHONPATH": f"{CLIENT}:{CLIENT.parent}",
        "LANG": "C.UTF-8",
        "BASE": str(base),
    }
    yield Stage(base / "shop", environment)
    subprocess.run([str(lctx), "stop"], env=environment, stdout=subprocess.DEVNULL, check=True)
    shutil.rmtree(base)
