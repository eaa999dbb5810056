from __future__ import annotations

from tests.facts.samples import files, resolved

PROJECT = files(
    "src/pkg/__init__.py", "src/pkg/a.py", "src/pkg/sub/__init__.py", "src/pkg/sub/b.py",
    "src/pkg/time.py", "tests/test_a.py", "tests/helpers.py", "ns/inner/mod.py", "script.py",
)  # fmt: skip


def test_absolute_imports_start_in_the_source_folder() -> None:
    assert resolved("python", "tests/test_a.py", "pkg.a", PROJECT) == ("src/pkg/a.py",)


def test_picking_a_submodule_means_the_submodule() -> None:
    found = resolved("python", "tests/test_a.py", "pkg", PROJECT, ("a", "VERSION"))
    assert found == ("src/pkg/a.py", "src/pkg/__init__.py")


def test_relative_imports_climb_by_dots() -> None:
    assert resolved("python", "src/pkg/sub/b.py", "..a", PROJECT) == ("src/pkg/a.py",)
    assert resolved("python", "src/pkg/sub/b.py", ".", PROJECT, ("x",)) == (
        "src/pkg/sub/__init__.py",
    )
    assert resolved("python", "script.py", "...a", PROJECT) == ()


def test_a_module_of_the_package_does_not_hide_the_standard_library() -> None:
    assert resolved("python", "src/pkg/a.py", "time", PROJECT) == ()


def test_scripts_import_their_neighbours() -> None:
    assert resolved("python", "tests/test_a.py", "helpers", PROJECT) == ("tests/helpers.py",)


def test_namespace_packages_have_no_init() -> None:
    assert resolved("python", "script.py", "ns.inner", PROJECT, ("mod",)) == ("ns/inner/mod.py",)


def test_foreign_modules_mean_no_file() -> None:
    assert resolved("python", "script.py", "numpy.linalg", PROJECT) == ()
