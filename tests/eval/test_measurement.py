from pathlib import Path
from typing import Any

from lean_ctx_daemon import tokens
from tests.eval.daemon import RpcError
from tests.eval.dataset import Task
from tests.eval.measurement import measured
from tests.eval.metrics import Figures
from tests.eval.report import as_json, misses, table

TASK = Task("t-1", "x/y", "fix f", ("a.py",), {"a.py": ((2, 2),)})
TEXT = "a.py:1-2\ndef f():\n    return 1\n"


class Recorded:
    """Answers as a daemon that shows a.py, and remembers what it was asked."""

    def __init__(self, n_tokens: int) -> None:
        self.n_tokens = n_tokens
        self.asked: list[dict[str, Any]] = []

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        self.asked.append({"method": method, **params})
        if method == "ctx_rank":
            return {"files": [{"path": "b.py"}, {"path": "a.py"}]}
        files = [{"path": "a.py", "ranges": [[1, 2]]}]
        return {"files": files, "text": TEXT, "tokens": self.n_tokens}


class Broken:
    def call(self, method: str, **_params: Any) -> dict[str, Any]:
        raise RpcError(f"no {method}")


def tree(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("def f():\n    return 1\n", "utf-8")
    return tmp_path


def test_a_task_is_measured_as_the_reply_says(tmp_path: Path) -> None:
    row = measured(Recorded(tokens.count(TEXT)), TASK, tree(tmp_path), 8000)
    assert row.figures == Figures(0, 1, 1, 1, 1, 1)
    assert row.is_count_true
    assert row.n_tokens == tokens.count(TEXT)


def test_parts_are_switched_off_only_when_asked(tmp_path: Path) -> None:
    daemon = Recorded(1)
    measured(daemon, TASK, tree(tmp_path), 8000)
    assert all("without" not in asked for asked in daemon.asked)
    measured(daemon, TASK, tree(tmp_path), 8000, ["heat"])
    assert [asked.get("without") for asked in daemon.asked[2:]] == [["heat"], ["heat"]]


def test_a_wrong_count_and_a_broken_budget_are_said(tmp_path: Path) -> None:
    row = measured(Recorded(1), TASK, tree(tmp_path), 8000)
    assert "WRONG COUNT t-1" in table([row], 8000)
    assert "OVER BUDGET t-1" in table([row], 2)


def test_an_error_counts_as_nothing_found(tmp_path: Path) -> None:
    row = measured(Broken(), TASK, tree(tmp_path), 8000)
    assert row.figures == Figures()
    assert "ERROR t-1: no ctx_rank" in table([row], 8000)


def test_misses_name_the_gold_and_its_rank(tmp_path: Path) -> None:
    row = measured(Recorded(1), TASK, tree(tmp_path), 8000)
    assert misses([row], 5).splitlines()[1].strip() == "a.py: rank 2, shown"


def test_the_file_of_figures_holds_no_task_text(tmp_path: Path) -> None:
    found = as_json([measured(Recorded(1), TASK, tree(tmp_path), 8000)], 8000)
    assert found["mean"]["acc5"] == 1
    assert "fix f" not in str(found)
