from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.delivery.overview import overview
from lean_ctx_daemon.core.relevance.graph import DependencyGraph
from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.relevance.lexical import LexicalIndex
from lean_ctx_daemon.core.snapshot import FileEntry, Snapshot
from lean_ctx_daemon.core.types import SkipReason
from tests.core.compression.sources import count, facts_of

MAIN = facts_of("def main():\n    return 1\n")
CODE = facts_of("def f(a):\n    return a\n\ndef g():\n    return 2\n")


def snapshot(n_modules: int = 5, pending: int = 0) -> Snapshot:
    modules = [f"src/module_{i:05}.py" for i in range(n_modules)]
    files = {path: FileEntry(path, 40, CODE) for path in modules}
    files["src/run.py"] = FileEntry("src/run.py", 20, MAIN)
    files["tests/test_run.py"] = FileEntry("tests/test_run.py", 20, MAIN)
    files["pyproject.toml"] = FileEntry("pyproject.toml", 9, facts_of("A = 1\n", "toml"))
    files["tests/data/package.json"] = FileEntry("tests/data/package.json", 2, facts_of("{}\n", ""))
    files["logo.png"] = FileEntry("logo.png", 900, None, SkipReason.BINARY)
    imports: dict[str, tuple[str, ...]] = {path: () for path in files if path != "logo.png"}
    for path in modules[1:]:
        imports[path] = (modules[0],)
    return Snapshot(
        root="/home/me/project",
        instance="i",
        generation=1,
        files=files,
        index=LexicalIndex.empty(),
        graph=DependencyGraph.build(imports),
        history=History.empty(),
        pending=pending,
        degraded=("history",) if pending else (),
    )


def ranks(of: Snapshot) -> dict[str, float]:
    return {path: 1.0 if path.endswith("00000.py") else 0.1 for path in of.files}


def communities(of: Snapshot) -> dict[str, int]:
    return {path: 0 for path in of.files if path.startswith("src/")}


def test_what_a_newcomer_should_know() -> None:
    root = snapshot()
    answer = overview(root, ranks(root), communities(root), count)
    assert answer.text == (
        "project: 9 files, 31 lines, "
        f"{sum(e.facts.n_tokens for e in root.files.values() if e.facts)} tokens\n"
        "languages (files, lines, tokens)\n"
        f"  python: 7, 29, {5 * CODE.n_tokens + 2 * MAIN.n_tokens}\n"
        "  toml: 1, 1, 4\n"
        "  text: 1, 1, 3\n"
        "build and test\n"
        "  pyproject.toml: Python project: pip install -e ., pytest\n"
        "entry points\n"
        "  src/run.py\n"
        "hubs (imported by)\n"
        "  src/module_00000.py: 4\n"
        "files that belong together (most central first)\n"
        "  6 files: src/module_00000.py, src/module_00001.py, src/module_00002.py,"
        " src/module_00003.py\n"
        "not analysed\n"
        "  binary: 1\n"
    )
    assert answer.tokens == count(answer.text)
    assert answer.data["hubs"] == [
        {"path": "src/module_00000.py", "pagerank": 1.0, "imported_by": 4}
    ]


def test_a_root_still_being_indexed_says_so() -> None:
    root = snapshot(pending=7)
    text = overview(root, {}, {}, count).text
    assert "7 files are still being indexed" in text
    assert "degraded: history" in text


@given(st.integers(0, 900), st.sampled_from([1, 60, 400]))
def test_it_fits_its_budget_at_any_size(budget: int, n_modules: int) -> None:
    root = snapshot(n_modules)
    answer = overview(root, ranks(root), communities(root), count, budget)
    assert answer.tokens == count(answer.text) <= budget


def test_a_cut_list_says_how_many_more() -> None:
    root = snapshot(400)
    many = {path: i for i, path in enumerate(root.files)}
    three = {path: i // 3 for path, i in many.items()}
    assert "more\n" in overview(root, ranks(root), three, count).text
