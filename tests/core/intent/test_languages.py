import pytest

from lean_ctx_daemon.core.intent.languages import language


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("write a server in Go", "Go"),
        ("go through the list", None),
        ("port the C code to Rust", "C"),
        ("the c++ parser", "C++"),
        ("a JavaScript bundle", "JavaScript"),
        ("javascripty things", None),
        ("java.lang.String", None),
        ("vitamin C", None),
        ("用 Python 写", "Python"),
        ("", None),
    ],
)
def test_a_languages_name(text: str, expected: str | None) -> None:
    assert language(text, ()) == expected


def test_a_file_goes_before_a_name() -> None:
    assert language("call Python from it", ("README.md", "a.rs", "b.go")) == "Rust"
