from __future__ import annotations

from collections.abc import Callable

from lean_ctx_daemon.core.relevance.evidence import evidence
from lean_ctx_daemon.core.relevance.history import Commit
from lean_ctx_daemon.core.snapshot import Snapshot
from lean_ctx_daemon.core.types import StructuredIntent

RootOf = Callable[..., Snapshot]
NOTHING: frozenset[str] = frozenset()


def test_a_test_weighs_less_than_the_code_it_tests(
    root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    root = root_of({"src/cart.py": "def total\nprice", "tests/test_cart.py": "def total\nprice"})
    found = evidence(root, "wrong total price", fix_bug, NOTHING).files
    assert found["src/cart.py"] > 2 * found["tests/test_cart.py"] > 0


def test_a_file_that_the_task_names_stands_at_the_top(
    root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    root = root_of({"src/cart.py": "def total price", "src/tax.py": "def rate"})
    found = evidence(root, "wrong total price, see tax.py", fix_bug, NOTHING)
    assert found.files["src/tax.py"] > found.files["src/cart.py"]
    assert found.named == {"src/tax.py": 1.0}
    without = evidence(root, "wrong total price, see tax.py", fix_bug, {"mentions"})
    assert without.files["src/tax.py"] < without.files["src/cart.py"]


def test_history_speaks_for_files_without_a_matching_word(
    root_of: RootOf, fix_bug: StructuredIntent
) -> None:
    root = root_of(
        {"src/a.py": "alpha", "src/b.py": "beta"},
        commits=[Commit(1, "Fix the checkout", ("src/b.py", "gone.py"))],
    )
    found = evidence(root, "checkout fails", fix_bug, NOTHING).files
    assert found.keys() == {"src/b.py"}
    assert evidence(root, "checkout fails", fix_bug, {"history"}).files == {}


def test_the_best_chunk_is_the_best_of_all(root_of: RootOf, fix_bug: StructuredIntent) -> None:
    root = root_of({"src/a.py": "def total\n\ndef other", "src/b.py": "total"})
    found = evidence(root, "total", fix_bug, NOTHING)
    assert found.best_chunk == found.chunks["src/a.py"][0] > found.chunks["src/b.py"][0]
    assert found.chunks["src/a.py"][1] == 0.0
