from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.watch import filesystem
from lean_ctx_daemon.watch.filesystem import network_type, type_in

MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:25 / /home/ada/far rw,relatime shared:12 master:1 - nfs4 server:/export rw,vers=4.2
31 30 8:2 / /home/ada/far/near rw,relatime - xfs /dev/sdb1 rw
32 22 0:40 / /mnt/two\\040words rw - fuse.sshfs host:/ rw
33 22 0:41 / /mnt/twice rw - ext4 /dev/sdc1 rw
34 33 0:42 / /mnt/twice rw - cifs //server/share rw
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "ext4"),
        ("/home/ada/farther", "ext4"),
        ("/home/ada/far", "nfs4"),
        ("/home/ada/far/repository", "nfs4"),
        ("/home/ada/far/near/repository", "xfs"),
        ("/mnt/two words/repository", "fuse.sshfs"),
        ("/mnt/twice/repository", "cifs"),
    ],
)
def test_the_innermost_and_last_mount_counts(path: str, kind: str) -> None:
    assert type_in(MOUNTS, path) == kind


@given(st.text())
def test_whatever_is_written_there_is_taken(text: str) -> None:
    assert isinstance(type_in(text, "/home"), str)


def test_only_network_types_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    monkeypatch.setattr(filesystem, "MOUNTINFO", str(mounts))
    assert network_type("/home/ada/far/x") == "nfs4"
    assert network_type("/home/ada/far/near/x") == ""
    mounts.unlink()
    assert network_type("/home/ada/far/x") == ""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is Linux's")
def test_the_real_mounts_are_understood() -> None:
    assert type_in(Path("/proc/self/mountinfo").read_text(), "/proc/self") == "proc"
