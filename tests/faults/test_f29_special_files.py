"""F29: pipes, sockets, devices and unreadable places are listed, never waited for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from lean_ctx_daemon.core.types import Refused, SkipReason
from lean_ctx_daemon.roots.reading import read_file
from lean_ctx_daemon.watch.crawl import crawl


def test_nothing_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / ".gitignore")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.py")
        found = crawl(str(tmp_path), environment={})
        assert not found.files
        assert found.skipped == dict.fromkeys(
            ("pipe.py", ".gitignore", "socket.py"), SkipReason.NOT_REGULAR
        )
        for path in found.skipped:
            with pytest.raises(Refused, match=r"pipe|socket"):
                read_file(str(tmp_path), path, 1_000)


def test_a_device(tmp_path: Path) -> None:
    try:
        os.mknod(tmp_path / "null.py", 0o20600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")
    found = crawl(str(tmp_path), environment={})
    assert found.skipped == {"null.py": SkipReason.NOT_REGULAR}
    with pytest.raises(Refused, match="is a device"):
        read_file(str(tmp_path), "null.py", 1_000)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir(mode=0)
    (tmp_path / "a.py").touch(mode=0)
    found = crawl(str(tmp_path), environment={})
    assert found.skipped == {"private": SkipReason.PERMISSION}
    with pytest.raises(Refused, match="permission denied"):
        read_file(str(tmp_path), "a.py", 1_000)
    (tmp_path / "private").chmod(0o700)
