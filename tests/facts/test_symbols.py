from __future__ import annotations

from tests.facts.samples import facts_of


def test_the_header_ends_before_the_body_however_it_opens() -> None:
    allman = facts_of("int f(int a,\n      int b)\n{\n}\n", "c").symbols[0]
    assert (allman.first, allman.header_last, allman.last) == (1, 2, 4)
    long = facts_of("def f(\n    a,\n):  # why\n    pass\n", "python").symbols[0]
    assert (long.first, long.header_last, long.last) == (1, 3, 4)


def test_parents_come_before_their_members() -> None:
    symbols = facts_of(
        "class A:\n    class B:\n        def f(self):\n            pass\n", "python"
    ).symbols
    assert [(s.qualname, s.parent) for s in symbols] == [("A", -1), ("A.B", 0), ("A.B.f", 1)]


def test_members_of_a_hidden_type_are_hidden() -> None:
    symbols = facts_of("class _A:\n    def f(self):\n        pass\n", "python").symbols
    assert [s.exported for s in symbols] == [False, False]
