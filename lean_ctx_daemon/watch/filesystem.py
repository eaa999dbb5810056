"""Whether all changes of a tree come as events: on a network file system they do not.

There the kernel tells of this machine's changes only; those of other machines, or of a virtual
machine's host, are found by looking. Linux says in /proc/self/mountinfo what is mounted where.

What it does not: know mounts below a root (they are other devices and seldom code), or the file
systems of other platforms, of which it says nothing.

Tests: tests/watch/test_filesystem.py, tests/faults/test_f17_network.py
"""

from __future__ import annotations

import re
from typing import Final

MOUNTINFO: Final = "/proc/self/mountinfo"

# Types as the kernel names them; those of FUSE have their program after the dot.
NETWORK_TYPES: Final = re.compile(
    r"9p|afs|ceph|cifs|coda|gfs2|gpfs|lustre|ncpfs|nfs4?|ocfs2|orangefs|prl_fs|smb[23]|smbfs"
    r"|vboxsf|virtiofs|vmhgfs"
    r"|fuse\.(ceph|davfs2?|gcsfuse|glusterfs|goofys|juicefs|mfs|rclone|s3fs|sshfs|vmhgfs-fuse)"
)
_ESCAPED: Final = re.compile(r"\\([0-7]{3})")


def network_type(path: str) -> str:
    """The type of the network file system on which an absolute path lies, "" for any other.

    Errors: none; where the mounts cannot be read, "".
    """
    try:
        with open(MOUNTINFO, encoding="utf-8", errors="surrogateescape") as file:
            found = type_in(file.read(), path)
    except OSError:
        return ""
    return found if NETWORK_TYPES.fullmatch(found) else ""


def type_in(mountinfo: str, path: str) -> str:
    """The type of the innermost mount that contains the path; of two on one place the later."""
    best, kind = "", ""
    for line in mountinfo.splitlines():
        fields, separator, rest = line.partition(" - ")
        parts, kinds = fields.split(" "), rest.split(" ")
        if not separator or len(parts) < 6:
            continue
        place = _ESCAPED.sub(lambda found: chr(int(found[1], 8)), parts[4])
        is_around = path == place or path.startswith(place.rstrip("/") + "/")
        if is_around and len(place) >= len(best):
            best, kind = place, kinds[0]
    return kind
