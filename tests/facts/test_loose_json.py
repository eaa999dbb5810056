from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.facts.languages.loose_json import loose_json


def test_comments_and_trailing_commas_are_overlooked() -> None:
    text = '{ // c\n "a": ["x",], /* b */ "url": "http://x/*y*/,]", }'
    assert loose_json(text) == {"a": ["x"], "url": "http://x/*y*/,]"}


def test_what_cannot_be_read_is_empty() -> None:
    assert loose_json("{") == {}
    assert loose_json("[1]") == {}
    assert loose_json("[" * 100_000) == {}


@given(st.dictionaries(st.text(), st.text() | st.integers()))
def test_strict_json_is_read_as_it_is(value: dict[str, object]) -> None:
    assert loose_json(json.dumps(value)) == value
