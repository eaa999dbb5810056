import pytest

from lean_ctx_daemon.core.intent.files import extension, is_file_name, language_of, task_type_of
from lean_ctx_daemon.core.types import TaskType


@pytest.mark.parametrize(
    "name", ["a.py", "src/a.ts", "README.md", "Makefile", ".gitignore", "go.mod", "x/y.tar.snap"]
)
def test_file_names(name: str) -> None:
    assert is_file_name(name)


@pytest.mark.parametrize("name", ["v2.3", "queryset.count", "node.js", "license", "...", "", "a b"])
def test_other_words(name: str) -> None:
    assert not is_file_name(name)


def test_extension_is_that_of_the_last_part() -> None:
    assert extension("a.b/c.TS") == "ts"
    assert extension("a.b/c") == ""
    assert extension(".env") == ""


def test_language_of_a_name() -> None:
    assert language_of("core/entropy.rs") == "Rust"
    assert language_of("notes.txt") is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("README.md", TaskType.DOCUMENT),
        ("CHANGELOG", TaskType.DOCUMENT),
        ("tsconfig.json", TaskType.CONFIG),
        (".env.example", TaskType.CONFIG),
        ("webpack.config.js", None),
        ("Dockerfile.prod", TaskType.DEPLOY),
        (".github/workflows/ci.yml", TaskType.DEPLOY),
        ("tests/test_a.py", TaskType.TEST),
        ("src/Button.spec.ts", TaskType.TEST),
        ("src/latest.py", None),
    ],
)
def test_what_changing_a_file_speaks_for(name: str, expected: TaskType | None) -> None:
    assert task_type_of(name) is expected
