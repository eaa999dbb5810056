from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.watch.coalesce import (
    MAX_DELAY_S,
    MAX_PATHS,
    SETTLE_S,
    Coalescer,
    DirtySet,
    EventKind,
    RawEvent,
)

PATHS = st.sampled_from(
    ["a.py", "b.py", "x", "x/a.py", "x/y", "x/y/b.py", ".gitignore", "x/.gitignore", "x/.git",
     "x/pyvenv.cfg", "Cargo.toml", ".git/info/exclude", ""]
)  # fmt: skip
EVENTS = st.builds(
    RawEvent, st.sampled_from(EventKind), PATHS, st.just("") | PATHS, is_dir=st.booleans()
)


def settled(*events: RawEvent) -> DirtySet:
    coalescer = Coalescer()
    for event in events:
        coalescer.add(event, 0.0)
    dirty = coalescer.take(1.0)
    assert dirty is not None
    return dirty


def created(path: str, *, is_dir: bool = False) -> RawEvent:
    return RawEvent(EventKind.CREATED, path, is_dir=is_dir)


@given(st.lists(EVENTS, min_size=1), st.randoms(use_true_random=False))
def test_the_order_within_a_batch_does_not_matter(events: list[RawEvent], random: object) -> None:
    shuffled = list(events)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert settled(*shuffled) == settled(*events)


@given(st.lists(EVENTS, min_size=1))
def test_every_event_is_looked_at_somewhere(events: list[RawEvent]) -> None:
    dirty = settled(*events)
    assert dirty
    for event in events:
        if event.kind is EventKind.GIT:
            assert dirty.git_moved
        elif event.kind is EventKind.ROOT_GONE:
            assert dirty.root_gone
        else:
            for path in event.ends:
                above = {path, *(path[:i] for i, char in enumerate(path) if char == "/")}
                assert dirty.whole_root or path in dirty.paths or above & dirty.directories


@given(st.lists(EVENTS, min_size=1))
def test_nothing_is_looked_at_twice(events: list[RawEvent]) -> None:
    dirty = settled(*events)
    everything = dirty.paths | dirty.directories
    if dirty.whole_root:
        assert not everything
    for directory in dirty.directories:
        assert not any(path.startswith(f"{directory}/") for path in everything)
    assert not dirty.paths & dirty.directories


def test_an_atomic_save_is_one_look_at_the_file() -> None:
    dirty = settled(
        created("a.py.tmp"),
        RawEvent(EventKind.WRITTEN, "a.py.tmp"),
        RawEvent(EventKind.MOVED, "a.py.tmp", "a.py"),
    )
    assert dirty == DirtySet(frozenset({"a.py.tmp", "a.py"}))


def test_a_moved_directory_dirties_both_ends() -> None:
    dirty = settled(RawEvent(EventKind.MOVED, "old", "new/place", is_dir=True))
    assert dirty.directories == {"old", "new/place"}


def test_ignore_rules_and_lost_events_mean_the_whole_root() -> None:
    for path in (".gitignore", "deep/.gitignore", ".git/info/exclude"):
        assert settled(created("a.py"), RawEvent(EventKind.WRITTEN, path)).whole_root
    coalescer = Coalescer()
    coalescer.add(created("a.py"), 0.0)
    coalescer.lost(0.0)
    assert coalescer.take(1.0) == DirtySet(whole_root=True)


def test_too_many_paths_mean_the_whole_root() -> None:
    coalescer = Coalescer()
    for i in range(MAX_PATHS + 1):
        coalescer.add(created(f"{i}"), 0.0)
    assert coalescer.take(1.0) == DirtySet(whole_root=True)


def test_a_marker_turns_its_directory_over() -> None:
    assert settled(created("env/pyvenv.cfg")).directories == {"env"}
    assert settled(created("sub/.git", is_dir=True)).directories == {"sub"}
    assert settled(created(".git", is_dir=True)).whole_root
    # An edit of a manifest changes nothing about `target`.
    assert settled(RawEvent(EventKind.WRITTEN, "rust/Cargo.toml")).paths == {"rust/Cargo.toml"}


def test_git_and_a_lost_root_are_told_apart_from_files() -> None:
    assert settled(RawEvent(EventKind.GIT, ".git/HEAD")) == DirtySet(git_moved=True)
    assert settled(RawEvent(EventKind.ROOT_GONE, "")) == DirtySet(root_gone=True)


def test_a_batch_waits_until_it_is_quiet() -> None:
    coalescer = Coalescer()
    assert coalescer.due_s() is None
    assert coalescer.take(0.0) is None
    coalescer.add(created("a.py"), 10.0)
    coalescer.add(created("b.py"), 10.0 + SETTLE_S / 2)
    assert coalescer.take(10.0 + SETTLE_S) is None
    dirty = coalescer.take(10.0 + SETTLE_S * 1.5)
    assert dirty is not None
    assert dirty.paths == {"a.py", "b.py"}
    assert coalescer.take(100.0) is None


def test_a_stream_that_never_pauses_is_cut() -> None:
    coalescer = Coalescer()
    now_s = 10.0
    while coalescer.take(now_s) is None:
        coalescer.add(created("a.py"), now_s)
        now_s += SETTLE_S / 3
    assert MAX_DELAY_S <= now_s - 10.0 <= MAX_DELAY_S + SETTLE_S
