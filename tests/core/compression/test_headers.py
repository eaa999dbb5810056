import pytest

from lean_ctx_daemon.core.compression.headers import kept_lines, opening_lines
from lean_ctx_daemon.core.types import Symbol, SymbolKind
from tests.core.compression.sources import count

DOCUMENTED = '''\
@app.get(
    "/",
)
def read(
    self,
    path: Annotated[
        str,
        Doc(
            """
            The (unbalanced path: of the thing, in many words.
            """
        ),
    ],
    limit: int = 10,
) -> Response:
    pass
'''


def kept(text: str, header_last: int, *, decorated: bool = True) -> list[str]:
    lines = text.split("\n")
    symbol = Symbol("f", "f", SymbolKind.FUNCTION, 1, header_last, len(lines))
    costs = [count(line + "\n") for line in lines]
    return [lines[n - 1].strip() for n in kept_lines(lines, symbol, costs, decorated=decorated)]


def test_names_and_types_stay_and_long_annotations_go() -> None:
    assert kept(DOCUMENTED, 15, decorated=False) == [
        "def read(",
        "self,",
        "path: Annotated[",
        "str,",
        "limit: int = 10,",
        ") -> Response:",
    ]


def test_a_decorator_keeps_its_first_line() -> None:
    assert kept(DOCUMENTED, 15)[0] == "@app.get("
    assert kept(DOCUMENTED, 15)[1] == "def read("


def test_comments_between_decorators_go() -> None:
    text = "#[inline]\n/// # use this;\n#[track_caller]\npub fn f(\n    a: u8,\n) {\n"
    assert kept(text, 6) == ["#[inline]", "#[track_caller]", "pub fn f(", "a: u8,", ") {"]
    documented = text.replace("/// # use this;", "/**\n * words\n (more\n */")
    assert kept(documented, 9)[:3] == ["#[inline]", "#[track_caller]", "pub fn f("]
    assert kept(text, 6, decorated=False) == ["pub fn f(", "a: u8,", ") {"]


def test_a_constant_opens_with_its_attributes_and_its_name() -> None:
    lines = ["#[cfg(x)]", "pub const TABLE: [", "    u8; 3", "] = [", "    1,", "];"]
    symbol = Symbol("TABLE", "TABLE", SymbolKind.CONSTANT, 1, 6, 6)
    assert opening_lines(lines, symbol) == [1, 2]


def test_a_constant_whose_name_is_nowhere_opens_with_its_first_line() -> None:
    symbol = Symbol("x", "x", SymbolKind.CONSTANT, 1, 2, 2)
    assert opening_lines(["A = [", "]"], symbol) == [1]


def test_a_macro_is_no_comment() -> None:
    assert kept("# define MAX(a, \\\n    b) \\\n", 2)[0].startswith("# define")


def test_a_short_nested_run_is_not_worth_a_marker() -> None:
    text = "def f(\n    a: Dict[\n        str, int\n    ],\n):\n"
    assert kept(text, 5) == [line.strip() for line in text.split("\n")[:5]]


def test_what_does_not_balance_is_kept_whole() -> None:
    text = "def f(\n    a: X[Y[\n        one, two, three, four, five\n        six, seven\n):\n"
    assert len(kept(text, 5)) == 5


@pytest.mark.parametrize(
    "text",
    [
        "fn f<'a>(\n  x: &'a str,\n) -> R {\n",
        "void f(int a,\n       char c = '(')\n{\n",
        "#[x]\nfn f() {\n",
    ],
)
def test_headers_of_other_languages_stay_whole(text: str) -> None:
    n_lines = text.count("\n")
    assert len(kept(text, n_lines)) == n_lines
