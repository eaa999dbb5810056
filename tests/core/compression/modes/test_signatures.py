from lean_ctx_daemon.core.compression.modes.signatures import render
from tests.core.compression.sources import count, source_of

BODY = "    do(something, long, with, many, arguments)\n" * 3


def test_headers_and_nothing_else() -> None:
    source = source_of(
        "import os\nfrom x import y\nA = 1\n\ndef f(a, b):\n" + BODY + "\ndef g():\n" + BODY
    )
    assert render(source, count).text == "…1-4\ndef f(a, b):\n…6-9\ndef g():\n…11-13\n"


def test_a_file_without_definitions_has_its_map() -> None:
    source = source_of("import os\n" + "call(one, two, three, four)\n" * 50)
    assert render(source, count).text == "import os\n…2-51\n"


def test_a_tiny_file_is_whole() -> None:
    assert render(source_of("def f():\n    x\n"), count).mode == "full"
