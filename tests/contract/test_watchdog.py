"""What lean_ctx_daemon/watch/inotify.py relies on in watchdog, whatever its next release does.

Only names without an underscore are used; these tests pin that they mean what we take them for.
"""

from __future__ import annotations

import os
import sys
import threading
from importlib.metadata import version
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("inotify is Linux's", allow_module_level=True)

from watchdog.observers.inotify_c import (
    CallbackId,
    InotifyConstants,
    InotifyEvent,
    InotifyFD,
    Mask,
    WatchDescriptor,
)

MASK = Mask(InotifyConstants.IN_CREATE | InotifyConstants.IN_ONLYDIR)
DEADLINE_S = 10.0


class Callback:
    """A watchdog callback that remembers what it was told."""

    def __init__(self) -> None:
        self.events: list[InotifyEvent] = []
        self.n_overflows = 0
        self.heard = threading.Event()
        self.deleted = threading.Event()

    def on_event(self, event: InotifyEvent) -> None:
        self.events.append(event)
        self.heard.set()

    def on_watch_deleted(self, wd: WatchDescriptor) -> None:  # noqa: ARG002 - its signature
        self.deleted.set()

    def on_queue_overflow(self) -> None:
        self.n_overflows += 1


@pytest.fixture
def reader() -> InotifyFD:
    return InotifyFD()


def added(reader: InotifyFD, path: Path, callback: Callback) -> WatchDescriptor:
    return reader.add_callback(os.fsencode(path), MASK, callback, CallbackId(id(callback)))


def test_the_version_we_know() -> None:
    major, minor = version("watchdog").split(".")[:2]
    assert (int(major), int(minor)) >= (7, 1)
    assert int(major) < 8


def test_two_paths_of_one_directory_share_a_watch_that_survives_the_first(
    reader: InotifyFD, tmp_path: Path
) -> None:
    """What makes a directory that was moved unnoticed stay watched under its new name."""
    reader.start()
    old, new = Callback(), Callback()
    (tmp_path / "old").mkdir()
    first = added(reader, tmp_path / "old", old)
    (tmp_path / "old").rename(tmp_path / "new")
    assert added(reader, tmp_path / "new", new) == first
    reader.remove_callbacks([(first, CallbackId(id(old)))])
    (tmp_path / "new" / "x").mkdir()
    assert new.heard.wait(DEADLINE_S)
    assert not old.events
    assert new.events[0].name == b"x"
    assert new.events[0].is_create
    reader.stop()
    reader.join(DEADLINE_S)


def test_a_deleted_directory_is_told_to_its_callback(reader: InotifyFD, tmp_path: Path) -> None:
    reader.start()
    callback = Callback()
    (tmp_path / "sub").mkdir()
    added(reader, tmp_path / "sub", callback)
    (tmp_path / "sub").rmdir()
    assert callback.deleted.wait(DEADLINE_S)
    reader.stop()
    reader.join(DEADLINE_S)
    assert not reader.is_alive()


def test_an_overflow_goes_through_handle_event(reader: InotifyFD) -> None:
    """We override handle_event to hear of an overflow once instead of once per directory."""
    event = InotifyEvent(WatchDescriptor(-1), InotifyConstants.IN_Q_OVERFLOW, 0, b"")
    assert event.is_queue_overflow
    callback = Callback()
    added(reader, Path("/"), callback)
    reader.handle_event(event)
    assert callback.n_overflows == 1
    reader.start()
    reader.stop()
    reader.join(DEADLINE_S)


def test_a_missing_directory_and_a_file_are_errors(reader: InotifyFD, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("missing", "file"):
        with pytest.raises(OSError, match=r"No such file|Not a directory"):
            added(reader, tmp_path / name, Callback())
    reader.start()
    reader.stop()
    reader.join(DEADLINE_S)


def test_the_constants_are_the_kernels() -> None:
    kernel = {
        "IN_CLOSE_WRITE": 0x8, "IN_MOVED_FROM": 0x40, "IN_MOVED_TO": 0x80, "IN_CREATE": 0x100,
        "IN_DELETE": 0x200, "IN_DELETE_SELF": 0x400, "IN_MOVE_SELF": 0x800, "IN_UNMOUNT": 0x2000,
        "IN_Q_OVERFLOW": 0x4000, "IN_ONLYDIR": 0x01000000, "IN_DONT_FOLLOW": 0x02000000,
        "IN_ISDIR": 0x40000000,
    }  # fmt: skip
    assert {name: getattr(InotifyConstants, name) for name in kernel} == kernel
    assert InotifyConstants.IN_MOVE == 0xC0


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_directory_we_may_not_read_is_watch_minus_one(reader: InotifyFD, tmp_path: Path) -> None:
    (tmp_path / "private").mkdir(mode=0)
    assert added(reader, tmp_path / "private", Callback()) == -1
    reader.start()
    reader.stop()
    reader.join(DEADLINE_S)
