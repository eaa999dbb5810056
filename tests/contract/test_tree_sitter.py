"""What facts/ relies on in tree-sitter and its language pack."""

from __future__ import annotations

import pytest
from tree_sitter import Language, Parser
from tree_sitter_language_pack import get_language

from lean_ctx_daemon.facts.grammar import ERROR_KIND_ID, grammar_of
from lean_ctx_daemon.facts.registry import SPECS


def test_error_nodes_have_the_number_we_look_for() -> None:
    root = Parser(get_language("python")).parse(b"def f(:\n  ) x = = 1\n").root_node
    stack, numbers = [root], set()
    while stack:
        node = stack.pop()
        stack.extend(node.children)
        if node.is_error:
            numbers.add(node.kind_id)
    assert numbers == {ERROR_KIND_ID}


@pytest.mark.parametrize("name", sorted(SPECS))
def test_every_node_type_that_a_language_names_is_in_its_grammar(name: str) -> None:
    grammar = grammar_of(name)
    assert grammar is not None
    language: Language = grammar.language
    known = {
        language.node_kind_for_id(i)
        for i in range(language.node_kind_count)
        if language.node_kind_is_named(i)
    }
    spec = grammar.spec
    named = {*spec.roles, *spec.definitions, *spec.choosers}
    assert named - known == set()


def test_deep_nesting_parses_and_is_let_go_without_recursion() -> None:
    tree = Parser(get_language("python")).parse(b"(" * 100_000)
    assert tree.root_node.has_error
