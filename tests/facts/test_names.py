from __future__ import annotations

from lean_ctx_daemon.facts.names import bases_in, calls_in, without
from lean_ctx_daemon.facts.registry import SPECS


def test_calls_are_names_before_brackets_and_decorators() -> None:
    code = b"@app.route\ndef f(x):\n    return g(x).h (1) if (x) else K\n"
    assert calls_in(code, SPECS["python"]) == ("app", "g", "h", "route")


def test_bases_without_keywords_and_arguments_names() -> None:
    assert bases_in(b"(Base[T], metaclass=Meta):") == {"Base", "T", "Meta"}
    assert bases_in(b" extends B implements C, D ") == {"B", "C", "D"}


def test_blanking_spans_keeps_line_numbers() -> None:
    assert without(b"a /* b\nc */ d\n", [(2, 11)]) == b"a \n d\n"
    assert without(b"abc", []) == b"abc"
