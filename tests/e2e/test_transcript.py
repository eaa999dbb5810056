from pathlib import Path

from tests.e2e.transcript import Step, is_match, output, steps

TEXT = """\
# what it shows
$ echo a
a

# next
$ false
[exit 1]
"""


def test_a_transcript_is_its_steps() -> None:
    assert list(steps(TEXT)) == [Step(2, "echo a", ("a",)), Step(6, "false", ("[exit 1]",))]


def test_output_is_what_a_person_sees_with_the_status(tmp_path: Path) -> None:
    assert output("echo a; echo b >&2; echo $X", tmp_path, {"X": "c"}) == ("a", "b", "c")
    assert output("echo a; exit 3", tmp_path, {}) == ("a", "[exit 3]")
    assert output("pwd", tmp_path, {}) == (str(tmp_path.resolve()),)


def test_lines_match_exactly_but_for_wildcards() -> None:
    assert is_match(["a.c"], ["a.c"])
    assert not is_match(["a.c"], ["abc"])
    assert not is_match(["a"], ["a", "b"])
    assert is_match(["took … ms"], ["took 12 ms"])
    assert not is_match(["took … ms"], ["took 12 s"])


def test_a_line_of_ellipsis_is_any_number_of_lines() -> None:
    assert is_match(["a", "…", "z"], ["a", "z"])
    assert is_match(["a", "…", "z"], ["a", "b", "c", "z"])
    assert not is_match(["a", "…", "z"], ["a", "b"])
