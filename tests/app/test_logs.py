"""The end of a log over its rotated files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.app.logs import MAX_READ_BYTES, last_lines


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "lctxd.log"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.integers(1, 12))
def test_the_last_lines_of_all_files_are_those_of_one(
    log: Path, sizes: list[int], n_lines: int
) -> None:
    for old in log.parent.iterdir():
        old.unlink()
    all_lines = [f"line {number}" for number in range(sum(sizes))]
    start = 0
    for age, size in reversed(list(enumerate(sizes))):
        name = f"{log}.{age}" if age else str(log)
        text = "".join(f"{line}\n" for line in all_lines[start : start + size])
        Path(name).write_text(text, "utf-8")
        start += size
    assert last_lines(str(log), n_lines, 3) == all_lines[-n_lines:]


def test_older_files_than_asked_for_are_not_read(log: Path) -> None:
    log.write_text("new\n")
    Path(f"{log}.1").write_text("old\n")
    Path(f"{log}.2").write_text("older\n")
    assert last_lines(str(log), 9, 1) == ["old", "new"]


def test_a_missing_log_is_empty_and_a_rotated_one_is_read_once(log: Path) -> None:
    assert last_lines(str(log), 9, 3) == []
    log.write_text("a\nb\n")
    os.link(log, f"{log}.1")
    assert last_lines(str(log), 9, 3) == ["a", "b"]


def test_of_a_large_file_only_whole_lines_of_its_end_are_read(log: Path) -> None:
    log.write_text(f"first\n{'x' * MAX_READ_BYTES}\nlast \ud83d\n", "utf-8", "surrogatepass")
    assert last_lines(str(log), 9, 0) == ["last \ufffd\ufffd\ufffd"]
