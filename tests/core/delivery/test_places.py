import pytest

from lean_ctx_daemon.core.delivery.places import is_way_in, manifest_meaning
from tests.core.compression.sources import facts_of


@pytest.mark.parametrize(
    "path", ["pyproject.toml", "sub/Cargo.toml", "go.mod", "x/App.csproj", "lib.gemspec"]
)
def test_manifests_are_known_by_name(path: str) -> None:
    assert manifest_meaning(path)


def test_other_files_are_no_manifests() -> None:
    assert not manifest_meaning("src/app.py")
    assert not manifest_meaning("Cargo.toml/readme")


def test_a_program_starts_where_the_name_or_a_main_says_so() -> None:
    code = facts_of("def f():\n    pass\n")
    assert is_way_in("pkg/__main__.py", code)
    assert is_way_in("pkg/run.py", facts_of("def main():\n    pass\n"))
    assert not is_way_in("pkg/run.py", code)
    assert not is_way_in("pkg/main.py", facts_of("x\n"))
    assert not is_way_in("pkg/run.py", facts_of("class A:\n    def main():\n        pass\n"))
