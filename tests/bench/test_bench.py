from __future__ import annotations

import os
from pathlib import Path

import pytest

from lean_ctx_daemon import tokens
from tests.bench import corpus, floor
from tests.bench.instance import Instance
from tests.bench.rows import Row, median_of, quantiles


def test_a_row_holds_its_floor_and_their_ratio() -> None:
    words = str(Row("first index", 13.0, "s", 10.0, "read and parse")).split()
    assert words == [
        "first",
        "index",
        "13.0",
        "s",
        "10.0",
        "s",
        "x",
        "1.30",
        "read",
        "and",
        "parse",
    ]
    assert str(Row("memory", 250.0, "MB")).split() == ["memory", "250.0", "MB"]


def test_quantiles_are_values_that_were_measured() -> None:
    assert quantiles([3.0, 1.0, 2.0]) == (2.0, 3.0, 3.0)
    assert quantiles([float(i) for i in range(101)]) == (50.0, 95.0, 100.0)


def test_the_median_ignores_one_slow_run() -> None:
    values = iter([1.0, 100.0, 2.0])
    assert median_of(3, lambda: next(values)) == 2.0


def test_a_given_folder_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    monkeypatch.setenv("BENCH", str(tmp_path))
    with corpus.unpacked() as tree:
        assert (tree / "a.py").read_text() == "a = 1\n"
        (tree / "a.py").write_text("edited")
    assert (tmp_path / "a.py").read_text() == "a = 1\n"
    assert not tree.exists()


def test_the_floor_reads_every_file(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("a = 1\n")
    assert floor.handled([str(tmp_path / "a.py")]) == tokens.count("a = 1\n")


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="/proc is Linux's")
def test_an_instance_counts_this_process_and_its_memory(tmp_path: Path) -> None:
    here = Instance(str(tmp_path))
    here.pid = os.getpid()
    assert here.processes()[0] == os.getpid()
    assert here.memory_mb() > 5
    assert here.wake_ups() > 0
