from __future__ import annotations

from tests.facts.samples import Files, resolved

ROSTER = Files(
    {
        "go.mod": "module example.org/m\n\nreplace example.org/fork v1 => ./third/fork\n",
        "util/a.go": "", "util/b.go": "", "util/a_test.go": "", "main.go": "",
        "sub/go.mod": "module example.org/m/sub\n", "sub/inner/c.go": "",
        "third/fork/d.go": "",
    }
)  # fmt: skip


def test_a_package_is_all_non_test_files_of_its_directory() -> None:
    assert resolved("go", "main.go", "example.org/m/util", ROSTER) == ("util/a.go", "util/b.go")


def test_nested_modules_and_local_replacements() -> None:
    assert resolved("go", "main.go", "example.org/m/sub/inner", ROSTER) == ("sub/inner/c.go",)
    assert resolved("go", "main.go", "example.org/fork", ROSTER) == ("third/fork/d.go",)


def test_the_standard_library_and_the_own_package_mean_no_file() -> None:
    assert resolved("go", "main.go", "fmt", ROSTER) == ()
    assert resolved("go", "util/a.go", "example.org/m/util", ROSTER) == ()
