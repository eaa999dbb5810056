from __future__ import annotations

from tests.facts.samples import chunks_of, facts_of, kinds_of, tree_of

SOURCE = '''\
"""Doc."""
import os, sys
from . import (
    a as b,
    c,
)
from __future__ import annotations

LIMIT = 3


# About A.
@decorated
class A(Base, metaclass=Meta):
    """Doc of A."""

    x: int = 1

    async def f(self):
        if self.x:
            return 1
        elif os:
            call()
        else:
            def inner(): pass
            return inner

    @overload
    def _g(
        self,
    ) -> int:
        # why
        return super().f()


try:
    import fast
except ImportError:
    def fast(): ...
'''


def test_definitions_with_their_kinds_and_qualified_names() -> None:
    assert kinds_of(facts_of(SOURCE, "python")) == {
        "LIMIT": "constant",
        "A": "class",
        "A.x": "field",
        "A.f": "method",
        "A.f.inner": "function",
        "A._g": "method",
        "fast": "function",
    }


def test_decorators_belong_to_the_definition_and_the_header_ends_at_the_body() -> None:
    symbols = {symbol.qualname: symbol for symbol in facts_of(SOURCE, "python").symbols}
    a, g = symbols["A"], symbols["A._g"]
    assert (a.first, a.header_last, a.last) == (13, 14, 33)
    assert (g.first, g.header_last, g.last) == (28, 31, 33)
    assert a.exported
    assert not g.exported
    assert not symbols["A.f.inner"].exported


def test_branches_are_children_of_the_whole_statement() -> None:
    tree = tree_of(facts_of(SOURCE, "python"))
    start = tree.index("    20-26 block")
    assert tree[start : start + 5] == [
        "    20-26 block",
        "      21-21 statement",
        "      23-23 statement",
        "      25-25 definition A.f.inner",
        "      26-26 statement",
    ]


def test_documentation_strings_are_comments() -> None:
    tree = tree_of(facts_of(SOURCE, "python"))
    assert tree[0] == "1-1 comment"
    assert "  15-15 comment" in tree


def test_imports_as_written_wherever_they_stand() -> None:
    refs = facts_of(SOURCE, "python").imports
    assert [(ref.module, ref.names, ref.line) for ref in refs] == [
        ("os", (), 2),
        ("sys", (), 2),
        (".", ("a", "c"), 3),
        ("__future__", ("annotations",), 7),
        ("fast", (), 37),
    ]


def test_calls_and_bases_by_name_without_what_is_defined_there() -> None:
    facts = facts_of(SOURCE, "python")
    assert facts.bases == ("Base", "Meta")
    assert set(facts.calls) == {"call", "decorated", "f", "overload", "super"}


def test_a_chunk_per_method_and_one_for_the_header_with_fields() -> None:
    assert chunks_of(facts_of(SOURCE, "python")) == [
        (1, 1, ""),
        (2, 7, ""),
        (9, 9, "LIMIT"),
        (12, 17, "A"),
        (19, 26, "A.f"),
        (28, 33, "A._g"),
        (36, 38, ""),
        (39, 39, "fast"),
    ]
