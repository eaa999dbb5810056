import json
from pathlib import Path

import pytest

from tests.eval import dataset


def test_without_the_variable_there_is_no_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVAL", raising=False)
    assert dataset.folder() is None


def test_a_folder_that_lacks_a_file_is_no_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("EVAL", str(tmp_path))
    (tmp_path / "tasks.jsonl").touch()
    assert dataset.folder() is None
    (tmp_path / "repos.json").touch()
    (tmp_path / "materialise.py").touch()
    assert dataset.folder() == tmp_path


def test_tasks_of_the_named_repositories(tmp_path: Path) -> None:
    rows = [
        {"id": f"{name}-1", "repo": name, "task": "t", "gold": ["a"], "gold_lines": {"a": [[1, 2]]}}
        for name in ("x/y", "u/v")
    ]
    (tmp_path / "tasks.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    (tmp_path / "repos.json").write_text(json.dumps([{"name": "x/y"}, {"name": "u/v"}]), "utf-8")
    assert dataset.repositories(tmp_path) == ["x/y", "u/v"]
    (task,) = dataset.tasks(tmp_path, ["u/v"])
    assert (task.id, task.gold, task.edited) == ("u/v-1", ("a",), {"a": ((1, 2),)})


def test_trees_are_built_by_the_sets_own_script(tmp_path: Path) -> None:
    script = "import sys; open(sys.argv[-1] + '/asked', 'w').write(' '.join(sys.argv[1:-4]))"
    (tmp_path / "materialise.py").write_text(script, "utf-8")
    trees = dataset.materialise(tmp_path, ["x/y"], tmp_path / "trees", tmp_path)
    assert trees == {"x/y": tmp_path / "trees" / "x+y"}
    assert (tmp_path / "asked").read_text("utf-8") == "x/y"
    (tmp_path / "materialise.py").write_text("raise SystemExit(1)", "utf-8")
    with pytest.raises(SystemExit, match="could not be built"):
        dataset.materialise(tmp_path, ["x/y"], tmp_path, tmp_path)


def test_a_gold_file_has_the_definitions_that_the_parser_finds(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import os\n\n\ndef f():\n    return 1\n", "utf-8")
    file = dataset.gold_file(tmp_path, "a.py", ((5, 5),))
    assert file.definitions == ((4, 5),)
    assert file.lines[3] == "def f():"
