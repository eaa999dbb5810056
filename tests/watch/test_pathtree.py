from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.watch.pathtree import PathTree

PATHS = st.lists(st.sampled_from("ab"), min_size=1, max_size=4).map("/".join)


def closure(paths: set[str]) -> set[str]:
    parts = (path.split("/") for path in paths)
    return {"/".join(p[:n]) for p in parts for n in range(1, len(p) + 1)}


@given(st.sets(PATHS), PATHS)
def test_within_is_the_directory_and_what_lies_below(paths: set[str], directory: str) -> None:
    tree = PathTree()
    for path in paths:
        tree.add(path)
    known = closure(paths)
    assert set(tree.within("")) == known | {""}
    below = {p for p in known if p.startswith(f"{directory}/")}
    assert set(tree.within(directory)) == below | {directory}


@given(st.sets(PATHS), PATHS)
def test_forgetting_the_deepest_first_leaves_nothing(paths: set[str], directory: str) -> None:
    tree = PathTree()
    for path in paths:
        tree.add(path)
    for path in reversed(list(tree.within(directory))):
        tree.discard(path)
    rest = {p for p in closure(paths) if p != directory and not p.startswith(f"{directory}/")}
    assert set(tree.within("")) == rest | {""}


def test_a_directory_with_something_below_stays() -> None:
    tree = PathTree()
    tree.add("a/b")
    tree.discard("a")
    assert list(tree.within("")) == ["", "a", "a/b"]
    tree.discard("unknown/path")
    assert list(tree.within("")) == ["", "a", "a/b"]
