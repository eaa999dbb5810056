from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.relevance.mentions import MAX_MATCHES, mentions

PATHS = [
    "celery/app/base.py",
    "celery/app/__init__.py",
    "celery/backends/base.py",
    "lib/mix/tasks/deps_get.ex",
    "src/auth/login.ts",
    "src/admin/login.ts",
    "src/main/java/org/jsoup/nodes/Element.java",
    "src/Doctrine/ORM/Query.php",
    "pkg/server/server.go",
    "src/parser/mod.rs",
]


@pytest.mark.parametrize(
    ("task", "named"),
    [
        ("crash in src/auth/login.ts", ["src/auth/login.ts"]),
        ("crash in auth/login.ts:12", ["src/auth/login.ts"]),
        ("crash in login.ts", ["src/admin/login.ts", "src/auth/login.ts"]),
        ("crash in Login.TS.", ["src/admin/login.ts", "src/auth/login.ts"]),
        ("other/login.ts is not ours", []),
        ('File "/home/x/venv/celery/app/base.py", line 3, in f', ["celery/app/base.py"]),
        ("    at run (/srv/app/src/admin/login.ts:10:5)", ["src/admin/login.ts"]),
        (
            "at org.jsoup.nodes.Element.text(Element.java:12)",
            ["src/main/java/org/jsoup/nodes/Element.java"],
        ),
        ("\t/go/src/x/pkg/server/server.go:123 +0x1d", ["pkg/server/server.go"]),
        ("panicked at src/parser/mod.rs:7:9", ["src/parser/mod.rs"]),
        ("see celery.app.base.Celery", ["celery/app/base.py"]),
        ("see celery.app", ["celery/app/__init__.py"]),
        ("use Doctrine\\ORM\\Query", ["src/Doctrine/ORM/Query.php"]),
        ("Mix.Tasks.DepsGet.run fails", ["lib/mix/tasks/deps_get.ex"]),
        ("e.g. this one.", []),
    ],
)
def test_files_that_a_task_names(task: str, named: list[str]) -> None:
    assert list(mentions(task, PATHS).files) == named


def test_a_name_that_fits_several_files_gives_each_its_share() -> None:
    assert mentions("login.ts", PATHS).files["src/auth/login.ts"] == 0.5
    everywhere = [f"d{i}/index.js" for i in range(MAX_MATCHES + 1)]
    assert mentions("index.js", everywhere).files == {}


def test_identifiers_spelled_as_code() -> None:
    found = mentions("`shutdown` ignores maxRetries, see get_task_meta and close()", ())
    assert found.terms == {"shutdown", "maxretry", "gettaskmeta", "clos"}


@given(st.text(max_size=200), st.permutations(PATHS))
def test_any_text_names_files_in_path_order(task: str, paths: list[str]) -> None:
    found = mentions(task, paths)
    assert found == mentions(task, PATHS)
    assert all(0 < strength <= 1 for strength in found.files.values())
