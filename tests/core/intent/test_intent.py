from collections.abc import Iterable
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.intent.intent import structured_intent
from lean_ctx_daemon.core.intent.lexicon.pressure import URGENT
from lean_ctx_daemon.core.intent.targets import MAX_TARGETS
from lean_ctx_daemon.core.types import Scope, StructuredIntent, TaskType
from tests.core.intent.labelled_english import ENGLISH
from tests.core.intent.labelled_world import WORLD

SENTENCES = [
    line.rpartition(" | ")[2]
    for table in (ENGLISH, WORLD)
    for block in table.values()
    for line in block.strip().splitlines()
]
STEMS = st.text("abcdefgxyz", min_size=1, max_size=8)
FILE_NAMES = st.builds(
    lambda folders, stem, end: "/".join([*folders, f"{stem}.{end}"]),
    st.lists(STEMS, max_size=3),
    STEMS,
    st.sampled_from(("py", "rs", "ts", "go", "md", "toml")),
)
IDENTIFIERS = st.builds(lambda a, b: f"{a}_{b}", STEMS, STEMS) | st.builds(
    lambda a, b: a.capitalize() + b.capitalize(),
    st.text("abcdefg", min_size=2, max_size=8),
    st.text("abcdefg", min_size=2, max_size=8),
)
TASKS = st.sampled_from(SENTENCES) | st.text(max_size=200)


def test_the_example_of_the_specification() -> None:
    assert structured_intent("fix the NaN bug in entropy.rs") == StructuredIntent(
        task_type=TaskType.FIX_BUG,
        confidence=0.95,
        targets=("entropy.rs",),
        scope=Scope.SINGLE_FILE,
        language="Rust",
        urgency=0.8,
        action_verb="fix",
        specificity=structured_intent("fix the NaN bug in entropy.rs").specificity,
    )


def test_specificity_is_sharp_for_a_place_and_even_for_the_whole() -> None:
    sharp = structured_intent("fix the auth bug in login.ts").specificity
    middle = structured_intent("fix the JWT validation in auth middleware").specificity
    even = structured_intent("refactor the codebase").specificity
    assert 0.7 < middle < sharp
    assert even < 0.2


@given(st.text() | st.text("`\"'<>!-#\n\t /\\.:([{}])aA1_é中"))
def test_any_text_has_an_intent_within_bounds(task: str) -> None:
    intent = structured_intent(task)
    assert intent == structured_intent(task)
    assert all(0 <= v <= 1 for v in (intent.confidence, intent.urgency, intent.specificity))
    assert len(intent.targets) <= MAX_TARGETS
    assert intent.action_verb


@given(TASKS, FILE_NAMES | IDENTIFIERS)
def test_an_added_name_never_makes_a_task_less_specific(task: str, name: str) -> None:
    before = structured_intent(task).specificity
    assert structured_intent(f"{task} {name}").specificity >= before


@given(
    st.sampled_from(SENTENCES),
    FILE_NAMES | STEMS | st.text("äöé中文ab. ", min_size=2).map(str.strip),
)
def test_a_named_file_that_exists_is_a_target(task: str, path: str) -> None:
    if not path.strip(". ") or path != path.strip("."):
        return
    assert path in structured_intent(f'{task}: "{path}"', {path, "other/file.py"}).targets


@given(TASKS, st.sampled_from([w.strip() for row in URGENT.values() for w in row.split(",")]))
def test_a_word_of_haste_never_lowers_urgency(task: str, word: str) -> None:
    assert structured_intent(f"{task} {word}").urgency >= structured_intent(task).urgency


def test_haste_raises_urgency_and_leisure_lowers_it() -> None:
    plain = structured_intent("add a csv export").urgency
    assert structured_intent("add a csv export, urgent").urgency > plain
    assert structured_intent("срочно: добавь экспорт в CSV").urgency > plain
    assert structured_intent("add a csv export when you have time").urgency < plain


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("fix parse() in src/a.py", Scope.SINGLE_FILE),
        ("refactor UserService", Scope.SINGLE_FILE),
        ("move the helper from src/a.py to src/b.py", Scope.MULTI_FILE),
        ("move the helper from core/a.py to api/b.py", Scope.CROSS_MODULE),
        ("rename getUser and update all callers", Scope.CROSS_MODULE),
        ("refactor the codebase", Scope.PROJECT_WIDE),
        ("объясни архитектуру всего проекта", Scope.PROJECT_WIDE),
        ("fix authentication bug", Scope.MULTI_FILE),
    ],
)
def test_scope(task: str, expected: Scope) -> None:
    assert structured_intent(task).scope is expected


BUG_REPORT = """\
Export hangs for large projects

### What happened?
<!-- Please describe the bug. Do not add feature requests here. -->
I added a project with 10,000 tasks and pressed *Export*.

- [x] I have searched the existing issues

```
Traceback (most recent call last):
  File "/home/me/.venv/lib/python3.12/site-packages/flask/app.py", line 12, in run
  File "/home/me/src/app/export/writer.py", line 88, in write_rows
RuntimeError: deadlock
```
"""

WISH = """\
Keyboard shortcuts

**Is your feature request related to a problem? Please describe.**
Moving between boards is slow.

**Describe the solution you'd like**
`g b` should go to the boards.
"""


def test_a_bug_report_is_a_bug_report_and_its_frames_are_targets() -> None:
    intent = structured_intent(BUG_REPORT, {"app/export/writer.py", "app/run.py"})
    assert intent.task_type is TaskType.FIX_BUG
    assert intent.targets[0] == "app/export/writer.py"
    assert not any("site-packages" in target for target in intent.targets)
    assert intent.language == "Python"
    assert intent.specificity > 0.8


def test_a_feature_request_is_not_a_bug() -> None:
    assert structured_intent(WISH).task_type is TaskType.GENERATE


def hostile() -> Iterable[str]:
    n = 100_000
    yield "x" * n
    yield "fix " * (n // 4)
    yield "\n" * n
    yield " " * n
    yield "<!--" * (n // 4)
    yield "--><!--" * (n // 7)
    yield "`" * n
    yield "a-" * (n // 2)
    yield "a.b" * (n // 3)
    yield "修复" * (n // 2)
    yield "a_" * (n // 2)
    yield "aB" * (n // 2)
    yield "at x\n" * (n // 5)
    yield '"a' * (n // 2)
    yield "://" * (n // 3)
    yield 'File "' * (n // 6)
    yield "x.py " * (n // 5)
    yield ("word " * 9 + "(" * 30 + "\n") * (n // 76)


@pytest.mark.parametrize("task", list(hostile()), ids=lambda task: ascii(task[:8]))
def test_a_hundred_thousand_characters_take_linear_time(task: str) -> None:
    structured_intent(task[:100], {"x.py"})
    started = process_time()
    structured_intent(task, {"x.py"})
    assert process_time() - started < 2  # measured at most 0.2 s; quadratic would be minutes


def test_characters_beyond_the_bound_do_not_count() -> None:
    filler = "lorem ipsum\n" * 10_000
    assert structured_intent(f"fix it\n{filler} a.py").targets == ()
