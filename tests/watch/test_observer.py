"""Both watchers, the one for inotify and the one for other platforms, against a real disk."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from lean_ctx_daemon.watch.coalesce import EventKind, RawEvent
from lean_ctx_daemon.watch.crawl import crawl
from lean_ctx_daemon.watch.inotify import InotifyTree
from lean_ctx_daemon.watch.listener import Listener
from lean_ctx_daemon.watch.native import NativeTree
from lean_ctx_daemon.watch.observer import Watch, identity
from lean_ctx_daemon.watch.policy import is_within
from tests.support.watching import Mirror, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")


class Seen:
    """What a watch reported, and the rules it was given."""

    def __init__(self) -> None:
        self.events: list[RawEvent] = []
        self.reasons: list[str] = []
        self.n_overflows = 0
        self.ignored: set[str] = set()

    def listener(self) -> Listener:
        return Listener(self.ignores, self.events.append, self.overflow, self.reasons.append)

    def ignores(self, directory: str) -> bool:
        return any(is_within(directory, ignored) for ignored in self.ignored)

    def overflow(self) -> None:
        self.n_overflows += 1

    @property
    def paths(self) -> set[str]:
        return {end for event in list(self.events) for end in event.ends}

    def has(self, kind: EventKind, path: str) -> bool:
        return any(e.kind is kind and e.path == path for e in list(self.events))


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "src" / "deep").mkdir(parents=True)
    (root / "src" / "a.py").write_text("a")
    return root


# watchdog's own observer warns when it meets a new directory twice, in the listing and as an event.
MEETS_TWICE = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")


@pytest.fixture(params=[InotifyTree, pytest.param(NativeTree, marks=MEETS_TWICE)])
def watch(request: pytest.FixtureRequest, root: Path, seen: Seen) -> Iterator[Watch]:
    watch = Watch(str(root), seen.listener(), tree=request.param)
    watch.start()
    yield watch
    watch.stop()


@pytest.fixture
def inotify(root: Path, seen: Seen) -> Iterator[Watch]:
    watch = Watch(str(root), seen.listener())
    watch.start()
    yield watch
    watch.stop()


def heard_everything(root: Path, seen: Seen) -> None:
    """Events come in order: when this one is there, all before it are."""
    marker = root / "zz-marker"
    seen.events.clear()
    marker.write_text("x")
    until(lambda: seen.has(EventKind.WRITTEN, "zz-marker"))


def settled(root: Path, seen: Seen) -> set[str]:
    """The paths reported so far, once everything that happened is reported."""
    before = len(seen.events)
    (root / "zz-marker").write_text("x")
    until(lambda: any(e.path == "zz-marker" for e in seen.events[before:]))
    return {e.path for e in seen.events if e.path != "zz-marker"}


# ------------------------------------------------------------------- both watchers


@pytest.mark.usefixtures("watch")
def test_an_atomic_save(root: Path, seen: Seen) -> None:
    (root / "src" / "a.py.tmp").write_text("b")
    (root / "src" / "a.py.tmp").replace(root / "src" / "a.py")
    until(lambda: "src/a.py" in seen.paths)


@pytest.mark.usefixtures("watch")
def test_a_write_in_place_and_a_deletion(root: Path, seen: Seen) -> None:
    (root / "src" / "a.py").write_text("b")
    until(lambda: seen.has(EventKind.WRITTEN, "src/a.py"))
    (root / "src" / "a.py").unlink()
    until(lambda: seen.has(EventKind.DELETED, "src/a.py"))


@pytest.mark.usefixtures("watch")
def test_directories_made_at_once(root: Path, seen: Seen) -> None:
    (root / "n1" / "n2" / "n3").mkdir(parents=True)
    until(lambda: "n1" in seen.paths)
    # However deep it was when it was noticed: from now on it is watched.
    until(lambda: (root / "n1/n2/n3/x.py").write_text("x") and "n1/n2/n3/x.py" in seen.paths)


@pytest.mark.usefixtures("watch")
def test_a_moved_directory_reports_both_ends_and_then_its_new_name(root: Path, seen: Seen) -> None:
    (root / "src").rename(root / "lib")
    until(lambda: {"src", "lib"} <= seen.paths)
    seen.events.clear()
    (root / "lib" / "deep" / "new.py").write_text("x")
    until(lambda: "lib/deep/new.py" in seen.paths)
    assert not any(path.startswith("src") for path in seen.paths)


@pytest.mark.usefixtures("watch")
def test_reading_makes_no_event(root: Path, seen: Seen) -> None:
    (root / "src" / "a.py").read_text()
    os.listdir(root / "src")
    (root / "src" / "a.py").stat()
    assert settled(root, seen) == set()


def test_ignored_trees_make_no_event(root: Path, seen: Seen, watch: Watch) -> None:
    seen.ignored |= {"node_modules", "src/node_modules"}
    for top in (root / "node_modules", root / "src" / "node_modules"):
        (top / "pkg").mkdir(parents=True)
        (top / "pkg" / "index.js").write_text("x")
    assert settled(root, seen) == set()
    assert watch.is_alive


@pytest.mark.usefixtures("watch")
def test_the_root_deleted(root: Path, seen: Seen) -> None:
    shutil.rmtree(root)
    until(lambda: seen.has(EventKind.ROOT_GONE, ""))


def test_stopping_is_final(root: Path, seen: Seen, watch: Watch) -> None:
    watch.stop()
    assert not watch.is_alive
    seen.events.clear()
    (root / "late.py").write_text("x")
    watch.stop()
    time.sleep(0.05)
    assert not seen.events


def test_identity_notices_another_directory_at_the_path(root: Path, watch: Watch) -> None:
    assert watch.is_same_root
    root.rename(root.parent / "elsewhere")
    assert not watch.is_same_root
    root.mkdir()
    assert not watch.is_same_root
    assert identity(str(root / "missing")) is None


def test_a_root_that_is_not_there(tmp_path: Path, seen: Seen) -> None:
    watch = Watch(str(tmp_path / "missing"), seen.listener())
    watch.start()
    try:
        assert seen.has(EventKind.ROOT_GONE, "")
        assert not watch.coverage.is_complete
    finally:
        watch.stop()


# ------------------------------------------------------------------- inotify alone


def test_coverage_counts_what_is_watched(root: Path, seen: Seen) -> None:
    seen.ignored.add("src/deep")
    (root / ".git" / "objects").mkdir(parents=True)
    (root / "link").symlink_to("src")
    watch = Watch(str(root), seen.listener())
    watch.start()
    try:
        assert (watch.coverage.watched, watch.coverage.wanted) == (2, 2)
        assert watch.coverage.is_complete
    finally:
        watch.stop()
    assert watch.coverage.uncovered == ("",)


def test_watches_follow_the_tree(root: Path, seen: Seen, inotify: Watch) -> None:
    assert inotify.coverage.watched == 3
    (root / "src" / "more").mkdir()
    until(lambda: inotify.coverage.watched == 4)
    shutil.rmtree(root / "src")
    until(lambda: inotify.coverage.watched == 1)
    (root / "src").mkdir()
    (root / "src").rename(root.parent / "out")
    heard_everything(root, seen)
    assert inotify.coverage.watched == 1
    (root.parent / "out").rename(root / "in")
    until(lambda: inotify.coverage.watched == 2)


def test_changed_rules_take_effect_when_reconciled(root: Path, seen: Seen, inotify: Watch) -> None:
    seen.ignored.add("src")
    inotify.reconcile()
    assert inotify.coverage.watched == 1
    (root / "src" / "a.py").write_text("b")
    assert settled(root, seen) == set()
    seen.ignored.clear()
    inotify.reconcile()
    assert inotify.coverage.watched == 3
    (root / "src" / "a.py").write_text("c")
    until(lambda: "src/a.py" in seen.paths)


def test_a_nested_repository_that_appears_is_news(root: Path, seen: Seen, inotify: Watch) -> None:
    (root / "src" / ".git").mkdir()
    until(lambda: seen.has(EventKind.CREATED, "src/.git"))
    assert inotify.coverage.watched == 3


@pytest.mark.usefixtures("inotify")
def test_the_root_renamed_reports_no_old_names(root: Path, seen: Seen) -> None:
    root.rename(root.parent / "renamed")
    until(lambda: seen.has(EventKind.ROOT_GONE, ""))
    seen.events.clear()
    (root.parent / "renamed" / "src" / "phantom.py").write_text("x")
    time.sleep(0.05)
    assert not seen.events


def test_a_directory_replaced_by_another_is_watched_again(
    root: Path, seen: Seen, inotify: Watch
) -> None:
    for _ in range(20):
        shutil.rmtree(root / "src")
        (root / "src" / "deep").mkdir(parents=True)
    heard_everything(root, seen)
    assert inotify.coverage.watched == 3
    (root / "src" / "deep" / "x.py").write_text("x")
    until(lambda: "src/deep/x.py" in seen.paths)


def test_names_that_are_not_utf8_come_escaped(root: Path, seen: Seen, inotify: Watch) -> None:
    strange = os.fsencode(root) + b"/caf\xe9"
    os.mkdir(strange)
    until(lambda: inotify.coverage.watched == 4)
    with open(strange + b"/\xff\n.py", "w") as file:
        file.write("x")
    until(lambda: seen.has(EventKind.WRITTEN, "caf%E9/%FF\n.py"))


def test_after_any_storm_what_is_believed_is_what_is_there(tmp_path: Path) -> None:
    """Files and directories made, written, moved and removed at random, with rules that change."""
    random = Random(7)
    with Mirror(tmp_path) as mirror:
        for _ in range(8):
            for _ in range(30):
                storm(tmp_path, random)
            mirror.settle()
            assert mirror.files == mirror.truth
            assert mirror.watch.coverage.watched == len(
                crawl(str(tmp_path), environment={}).directories
            )


def storm(root: Path, random: Random) -> None:
    """One random change of the tree."""
    places = [p for p in root.rglob("*") if not p.is_symlink()]
    directories = [root, *(p for p in places if p.is_dir())]
    target = random.choice(directories) / random.choice(["a.py", "b.log", "x", "y", ".gitignore"])
    action = random.choice(["write", "write", "mkdir", "mkdir", "move", "remove", "save", "link"])
    with contextlib.suppress(OSError):
        if action == "mkdir":
            (target / "p" / "q").mkdir(parents=True)
        elif action == "write":
            target.write_text(random.choice(["*.log\n", "x/\n", "text"]))
        elif action == "save":
            (root / "tmp").write_text("saved")
            (root / "tmp").replace(target)
        elif action == "link":
            target.symlink_to(random.choice(["..", "a.py"]))
        elif places and action == "move":
            random.choice(places).rename(target)
        elif places:
            victim = random.choice(places)
            shutil.rmtree(victim) if victim.is_dir() else victim.unlink()
