from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.parts import MAX_CHARACTERS, task_parts


def test_the_title_is_the_first_line_that_says_something() -> None:
    parts = task_parts("\n<!-- template -->\n## Crash on start\n\nIt crashes.\n")
    assert parts.title == "Crash on start"
    assert "template" not in parts.prose
    assert "It crashes." in parts.prose


def test_quoted_matter_is_not_prose() -> None:
    parts = task_parts("Title\n```\nfenced\n```\n    indented\n- [ ] boxed\nprose")
    assert parts.prose.split() == ["prose"]


def test_a_task_of_code_alone_has_a_title_all_the_same() -> None:
    assert task_parts("```\nx = 1\n```").title == "```"


def test_a_long_line_is_cut_at_a_sentence() -> None:
    parts = task_parts("Please make the export faster. " + "It is slow. " * 100)
    assert parts.title == "Please make the export faster. "
    assert parts.prose.startswith("It is slow.")


def test_failures_of_many_languages_are_seen() -> None:
    for trace in (
        "Traceback (most recent call last):",
        '  File "a.py", line 3, in f',
        "    at Object.<anonymous> (/app/index.js:3:9)",
        "    at com.acme.App.main(App.java:5)",
        "thread 'main' panicked at src/main.rs:2:5",
        "goroutine 1 [running]:",
        "ValueError: bad",
        "java.lang.IllegalStateException: no",
        "** (ArgumentError) bad",
        "Segmentation fault (core dumped)",
    ):
        assert task_parts(f"title\n{trace}\n").has_failure, trace
    assert not task_parts("add an error page for 404").has_failure


def test_template_headings_count_once_each() -> None:
    report = task_parts(
        "t\n### Steps to reproduce\n1. x\n### Expected behavior\n### Expected behavior"
    )
    assert (report.n_report, report.n_wish) == (2, 0)
    assert task_parts("t\n**Describe the solution you'd like**").n_wish == 1


@given(st.text())
def test_parts_are_parts_of_the_text(task: str) -> None:
    parts = task_parts(task)
    assert parts.title in parts.text
    assert bool(parts.title) == bool(parts.text.strip())


def test_the_text_is_bounded() -> None:
    assert len(task_parts("ab\n" * MAX_CHARACTERS).text) == MAX_CHARACTERS
