from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import Signature
from lean_ctx_daemon.watch.poll import INTERVAL_S, MAX_SHARE, Difference, Poller, difference

SIGNATURES = st.integers(0, 3).map(lambda n: Signature(n, n, n, n, 1))
TREES = st.dictionaries(st.sampled_from("abcde"), SIGNATURES)


@given(TREES, TREES)
def test_the_difference_leads_from_one_to_the_other(
    old: dict[str, Signature], new: dict[str, Signature]
) -> None:
    found = difference(old, new)
    rebuilt = {path: seen for path, seen in old.items() if path not in found.removed}
    rebuilt |= {path: new[path] for path in (*found.added, *found.changed)}
    assert rebuilt == new
    assert not set(found.added) & old.keys()
    assert bool(found) is (old != new)


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_a_poller_looks_when_it_is_time_and_reports_once() -> None:
    clock = Clock()
    tree = {"a": Signature(1, 1, 1, 1, 1)}
    poller = Poller(lambda: dict(tree), dict(tree), clock=clock)
    tree["b"] = Signature(2, 2, 2, 2, 1)
    assert poller.poll() is None
    clock.now_s += INTERVAL_S
    assert poller.poll() == Difference(("b",), (), ())
    assert poller.poll() is None
    clock.now_s = poller.due_s
    assert poller.poll() == Difference((), (), ())


def test_a_slow_tree_is_asked_less_often() -> None:
    clock = Clock()

    def slow() -> dict[str, Signature]:
        clock.now_s += 1.0
        return {}

    poller = Poller(slow, {}, clock=clock)
    clock.now_s = poller.due_s
    assert poller.poll() is not None
    assert poller.due_s - clock.now_s == 1.0 / MAX_SHARE
