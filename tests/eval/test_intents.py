import json
import lzma
from pathlib import Path

from lean_ctx_daemon.core.types import TaskType
from tests.eval.intents import labelled_subject, report, subjects


def test_a_prefix_is_stripped_and_becomes_the_label() -> None:
    found = labelled_subject("a/b", "fix(parser)!: handle empty input")
    assert found is not None
    assert (found.prefix, found.subject) == ("fix", "handle empty input")
    assert found.accepted == (TaskType.FIX_BUG,)


def test_subjects_without_a_known_prefix_are_no_labels() -> None:
    assert labelled_subject("a/b", "Merge branch: main") is None
    assert labelled_subject("a/b", "fix the parser") is None


def test_histories_are_read_and_reported(tmp_path: Path) -> None:
    with lzma.open(tmp_path / "a+b.jsonl.xz", "wt", encoding="utf-8") as file:
        for subject in ("fix: crash on start", "docs: fix crash", "no label"):
            file.write(json.dumps({"t": 0, "s": subject, "f": []}) + "\n")
    found = list(subjects(tmp_path))
    assert [row.repository for row in found] == ["a/b", "a/b"]
    assert list(subjects(tmp_path, ["other/name"])) == []
    text = report(found, n_misses=1)
    assert "all           2   0.500" in text
    assert text.endswith("docs: fix crash  → FixBug")
