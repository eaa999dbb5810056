from dataclasses import replace

from tests.eval.dataset import Task
from tests.eval.measurement import Measured
from tests.eval.metrics import Figures
from tests.eval.report import table


def row(repository: str, acc1: float, n_gold: int = 1) -> Measured:
    gold = tuple(f"{i}.py" for i in range(n_gold))
    return Measured(Task("t", repository, "", gold, {}), Figures(acc1=acc1), preload_ms=3.0)


def shares(report: str) -> dict[str, str]:
    return {line[:24].strip(): line[30:37].strip() for line in report.splitlines()[2:]}


def test_every_repository_weighs_the_same() -> None:
    rows = [row("a/a", 1.0), row("b/b", 0.0), row("b/b", 0.0), row("b/b", 0.0)]
    assert shares(table(rows, 8000))["mean of repositories"] == "0.500"


def test_tasks_with_one_and_with_several_gold_files_stand_apart() -> None:
    found = shares(table([row("a/a", 1.0), row("a/a", 0.0, n_gold=2)], 8000))
    assert (found["one gold file"], found["several"]) == ("1.000", "0.000")


def test_a_report_without_fault_has_no_complaints() -> None:
    fine = replace(row("a/a", 1.0), n_tokens=8000)
    assert not {"ERROR", "OVER", "WRONG"} & set(table([fine], 8000).split())
