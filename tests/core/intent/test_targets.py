import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.targets import MAX_TARGETS, masked, targets

PATHS = frozenset({"src/app/session.py", "Makefile", "docs/data.weird", "src/core/entropy.rs"})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fix the NaN bug in entropy.rs", ("entropy.rs",)),
        ("see ./src/app/session.py:88.", ("src/app/session.py",)),
        ("in C:\\work\\src\\app\\session.py", ("src/app/session.py",)),
        ('File "/home/me/x/src/app/session.py", line 88', ("src/app/session.py",)),
        ("https://git.example/a/b/blob/main/src/core/entropy.rs#L3-L9", ("src/core/entropy.rs",)),
        ("update the Makefile and Dockerfile", ("Makefile", "Dockerfile")),
        ("what is in data.weird?", ("data.weird",)),
        ("what is in other.weird thing", ("other.weird",)),
        ("entropy.rs\u3067NaN", ("entropy.rs",)),
        ('rename `getUser` to "fetch_user"', ("getUser", "fetch_user")),
        ("refactor UserService.load and parse_date()", ("UserService.load", "parse_date")),
        ("use std::fmt::Write", ("std::fmt::Write",)),
        ('`NaN`, `null` and "two words"', ()),
        ("move from Node.js to GitHub, e.g. v2.3 on example.com", ()),
        ("a TypeError on macOS, i.e. in the JSON API", ()),
        ("licensed under the license", ()),
    ],
)
def test_what_is_a_target(text: str, expected: tuple[str, ...]) -> None:
    assert targets(text, PATHS).names == expected


def test_files_and_identifiers_are_told_apart() -> None:
    found = targets("call UserService from a.py, b.py and a.py")
    assert (found.files, found.identifiers) == (("a.py", "b.py"), ("UserService",))


def test_library_frames_are_no_targets() -> None:
    assert targets("/usr/lib/python3.11/json/decoder.py and x/site-packages/a/b.py").names == ()


def test_targets_are_bounded() -> None:
    assert len(targets(" ".join(f"f{i}.py" for i in range(500))).names) == MAX_TARGETS


@given(st.text(max_size=80), st.sampled_from(sorted(PATHS)), st.text(max_size=80))
def test_a_path_that_exists_is_found_between_any_words(before: str, path: str, after: str) -> None:
    assert path in targets(f"{before.replace('`', '')}\n`{path}`\n{after}", PATHS).files


def test_masking_hides_names_from_the_words() -> None:
    text, files = masked("add `delete_all` to test_fix.py, not fix_me")
    assert "fix" not in text
    assert "delete" not in text
    assert files == ("test_fix.py",)
