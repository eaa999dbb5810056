from lean_ctx_daemon.core.compression.modes.map import render
from tests.core.compression.sources import count, source_of

BODY = "    do(something, long, with, many, arguments)\n" * 3
METHOD = BODY.replace("    do", "        do")
TEXT = (
    "import os\nfrom x import y\n\nLIMIT = 3\n\nclass Point:\n    X = 1\n    Y = 2\n\n"
    "class A:\n    SIZE = 1, 2, 3, 4, 5, 6, 7, 8\n    def f(self, a):\n" + METHOD + "\n\n"
    "def g(b):\n    import late\n" + BODY
)


def test_imports_constants_fields_and_headers() -> None:
    assert render(source_of(TEXT), count).text == (
        "import os\nfrom x import y\n\nLIMIT = 3\n\nclass Point:\n    X = 1\n    Y = 2\n\n"
        "class A:\n…11\n    def f(self, a):\n…13-15\n\n\ndef g(b):\n    import late\n…20-22\n"
    ).replace("…13-15\n\n\n", "…13-17\n")


def test_a_file_of_loose_statements_shows_how_it_begins() -> None:
    source = source_of("call(one, two, three, four)\n" * 100)
    answer = render(source, count)
    assert answer.mode == "map"
    assert answer.text.startswith("call(one")
    assert answer.tokens < source.facts.n_tokens / 2
