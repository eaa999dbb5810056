from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import graspologic_native
import pytest
import rustworkx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from lean_ctx_daemon.app.jobs import Job
from lean_ctx_daemon.app.worker import analysis
from lean_ctx_daemon.core.relevance.centrality import global_pagerank
from lean_ctx_daemon.core.relevance.communities import communities
from lean_ctx_daemon.core.relevance.history import History
from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.facts.registry import resolve
from lean_ctx_daemon.roots.ports import Analysis, Crawled, Crawler, Wanted
from lean_ctx_daemon.roots.root import FIRST_PUBLISH_FILES, Root
from lean_ctx_daemon.watch.crawl import crawl

LIMIT_BYTES = 1 << 20
Batch = Callable[[Sequence[Analysis]], None]


class HereAnalyser:
    """The worker's own function, called in this process; counts what it analysed."""

    def __init__(self) -> None:
        self.analysed: list[str] = []

    async def __call__(self, root: str, wanted: Sequence[Wanted], on_batch: Batch) -> None:
        for one in wanted:
            result = analysis(Job(root, (one,), LIMIT_BYTES), one)
            if result.facts is not None:
                self.analysed.append(one.path)
            on_batch([result])


def new_root(path: Path, analyser: HereAnalyser | None = None, crawler: Crawler = crawl) -> Root:
    return Root(
        str(path),
        crawl=crawler,
        analyse=analyser or HereAnalyser(),
        resolve=resolve,
        history=History.empty,
    )


def recrawled(root: Root) -> Root:
    asyncio.run(root.recrawl())
    return root


def essence(root: Root) -> dict[str, object]:
    """What a snapshot says, in values that compare."""
    snapshot = root.snapshot
    files = {
        path: (entry.facts.digest if entry.facts else None, entry.skip)
        for path, entry in snapshot.files.items()
    }
    return {
        "files": files,
        "graph": snapshot.graph.digest,
        "references": {p: snapshot.graph.references(p) for p in snapshot.graph.paths},
        "scores": snapshot.index.scores({"token": 1.0, "login": 1.0}).files,
        "pending": snapshot.pending,
    }


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("")
    (tmp_path / "pkg" / "auth.py").write_text("def token():\n    return 1\n")
    (tmp_path / "main.py").write_text("from pkg.auth import token\n\n\ntoken()\n")
    return tmp_path


def test_a_crawl_gives_files_facts_and_edges(tree: Path) -> None:
    snapshot = recrawled(new_root(tree)).snapshot
    assert set(snapshot.files) == {"main.py", "pkg/__init__.py", "pkg/auth.py"}
    assert "pkg/auth.py" in snapshot.graph.imports("main.py")
    assert snapshot.pending == 0


def test_a_second_crawl_reads_nothing_and_keeps_the_snapshot(tree: Path) -> None:
    analyser = HereAnalyser()
    root = recrawled(new_root(tree, analyser))
    before, analyser.analysed = root.snapshot, []
    assert recrawled(root).snapshot is before
    assert analyser.analysed == []


def test_an_edit_analyses_that_file_alone(tree: Path) -> None:
    analyser = HereAnalyser()
    root = recrawled(new_root(tree, analyser))
    analyser.analysed = []
    (tree / "pkg" / "auth.py").write_text("def token():\n    return 2\n")
    recrawled(root)
    assert analyser.analysed == ["pkg/auth.py"]


def test_a_touched_file_keeps_the_snapshot(tree: Path) -> None:
    root = recrawled(new_root(tree))
    before = root.snapshot
    os.utime(tree / "main.py", (1, 1))
    assert recrawled(root).snapshot is before


def test_a_deleted_file_leaves_the_graph(tree: Path) -> None:
    root = recrawled(new_root(tree))
    (tree / "pkg" / "auth.py").unlink()
    snapshot = recrawled(root).snapshot
    assert "pkg/auth.py" not in snapshot.files
    assert "pkg/auth.py" not in snapshot.graph.imports("main.py")


def test_a_binary_is_listed_with_its_reason(tree: Path) -> None:
    (tree / "data.txt").write_bytes(b"a\0b")
    root = recrawled(new_root(tree))
    assert root.snapshot.files["data.txt"].skip is SkipReason.BINARY


def test_a_file_may_turn_from_text_to_binary_and_back(tree: Path) -> None:
    root = recrawled(new_root(tree))
    (tree / "main.py").write_bytes(b"a\0b")
    assert recrawled(root).snapshot.files["main.py"].facts is None
    (tree / "main.py").write_text("from pkg.auth import token\n\n\ntoken()\n")
    assert essence(recrawled(root)) == essence(recrawled(new_root(tree)))


def test_an_older_analysis_never_replaces_a_newer_one(tree: Path) -> None:
    """Two requests for one file whose workers finish in the other order."""
    gate = asyncio.Event()

    class Slow(HereAnalyser):
        n_calls = 0

        async def __call__(self, root: str, wanted: Sequence[Wanted], on_batch: Batch) -> None:
            self.n_calls += 1
            if self.n_calls != 2:
                await super().__call__(root, wanted, on_batch)
                return
            held: list[Analysis] = []
            await super().__call__(root, wanted, held.extend)  # reads the old content …
            await gate.wait()  # … and delivers it late
            on_batch(held)

    async def run() -> Root:
        root = new_root(tree, Slow())
        await root.recrawl()
        (tree / "main.py").write_text("old = 1\n")
        late = asyncio.create_task(root.refresh(["main.py"]))
        await asyncio.sleep(0)
        (tree / "main.py").write_text("new = 1\n")
        await root.refresh(["main.py"])
        gate.set()
        await late
        return root

    root = asyncio.run(run())
    facts = root.snapshot.files["main.py"].facts
    assert facts is not None
    assert [s.name for s in facts.symbols] == ["new"]


def test_unchanged_is_not_believed_of_content_that_came_meanwhile(tree: Path) -> None:
    """A file that changed and changed back, while two requests for it crossed."""
    gate = asyncio.Event()

    class Crossed(HereAnalyser):
        n_calls = 0

        async def __call__(self, root: str, wanted: Sequence[Wanted], on_batch: Batch) -> None:
            self.n_calls += 1
            if self.n_calls == 3:
                await gate.wait()  # asked with the first content's digest, reads later
            await super().__call__(root, wanted, on_batch)

    async def run() -> Root:
        first = (tree / "main.py").read_text()
        root = new_root(tree, analyser := Crossed())
        await root.recrawl()
        (tree / "main.py").write_text("other = 1\n")
        early = asyncio.create_task(root.refresh(["main.py"]))
        late = asyncio.create_task(root.refresh(["main.py"]))
        await early
        (tree / "main.py").write_text(first)
        gate.set()
        await late
        assert analyser.n_calls >= 3
        return root

    assert essence(asyncio.run(run())) == essence(recrawled(new_root(tree)))


def test_a_crawl_never_forgets_what_was_read_after_it_began(tree: Path) -> None:
    async def run() -> Root:
        loop = asyncio.get_running_loop()
        root: Root

        def slow_crawl(path: str) -> Crawled:
            found = crawl(path)
            (tree / "new.py").write_text("new = 1\n")
            asyncio.run_coroutine_threadsafe(root.refresh(["new.py"]), loop).result(10)
            return found

        root = new_root(tree, crawler=slow_crawl)
        await root.recrawl()
        return root

    assert "new.py" in asyncio.run(run()).snapshot.files


def test_files_that_are_being_read_are_not_read_again(tree: Path) -> None:
    analyser = HereAnalyser()

    async def run() -> Root:
        root = new_root(tree, analyser)
        await asyncio.gather(root.recrawl(), root.recrawl())
        return root

    root = asyncio.run(run())
    assert sorted(analyser.analysed) == ["main.py", "pkg/__init__.py", "pkg/auth.py"]
    assert root.snapshot.pending == 0


def test_code_is_read_before_tests_and_documents(tree: Path) -> None:
    (tree / "tests").mkdir()
    (tree / "tests" / "test_auth.py").write_text("def test(): pass\n")
    (tree / "AUTHORS.md").write_text("# People\n")
    analyser = HereAnalyser()
    recrawled(new_root(tree, analyser))
    assert analyser.analysed[:3] == ["main.py", "pkg/__init__.py", "pkg/auth.py"]
    assert analyser.analysed[3:] == ["tests/test_auth.py", "AUTHORS.md"]


class Failing:
    """Fails while it is told to; counts for nothing else."""

    def __init__(self) -> None:
        self.is_failing = True

    def check(self) -> None:
        if self.is_failing:
            raise RuntimeError("on purpose")


@pytest.mark.parametrize("part", ["crawl", "analyse", "resolve", "history"])
def test_a_failure_costs_nothing_but_a_second_try(tree: Path, part: str) -> None:
    """No lock stays held, no result is lost: the next call brings everything up to date."""
    fault = Failing()

    def failing(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            if name == part:
                fault.check()
            return real(*args)

        return call

    class Analyser(HereAnalyser):
        async def __call__(self, root: str, wanted: Sequence[Wanted], on_batch: Batch) -> None:
            await super().__call__(root, wanted[:2], on_batch)
            if part == "analyse":
                fault.check()
            await super().__call__(root, wanted[2:], on_batch)

    async def run() -> Root:
        root = Root(
            str(tree),
            crawl=failing("crawl", crawl),
            analyse=Analyser(),
            resolve=failing("resolve", resolve),
            history=failing("history", History.empty),
        )

        async def brought_up_to_date() -> None:
            await root.recrawl()
            await root.reload_history()

        with pytest.raises(RuntimeError, match="on purpose"):
            await brought_up_to_date()
        fault.is_failing = False
        await asyncio.wait_for(brought_up_to_date(), 20)
        return root

    assert essence(asyncio.run(run())) == essence(recrawled(new_root(tree)))


def test_a_failed_publication_is_made_up_for(tmp_path: Path) -> None:
    """Of a first index in the middle of its way: the last commit has it all."""
    for i in range(FIRST_PUBLISH_FILES + 10):
        (tmp_path / f"m{i}.py").write_text(f"import m{i + 1}\n")
    n_calls = 0

    def resolve_later(*args: Any) -> tuple[str, ...]:
        nonlocal n_calls
        n_calls += 1
        if n_calls == 1:
            raise RuntimeError("on purpose")
        return resolve(*args)

    class Yielding(HereAnalyser):
        async def __call__(self, root: str, wanted: Sequence[Wanted], on_batch: Batch) -> None:
            for one in wanted:
                await super().__call__(root, [one], on_batch)
                await asyncio.sleep(0.001)

    root = Root(
        str(tmp_path),
        crawl=crawl,
        analyse=Yielding(),
        resolve=resolve_later,
        history=History.empty,
    )
    assert essence(recrawled(root)) == essence(recrawled(new_root(tmp_path)))
    assert n_calls > 1


def test_an_edited_body_ranks_no_graph_anew(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither global PageRank nor communities: calls of the libraries behind them are counted."""
    calls: list[str] = []

    def counted(module: Any, name: str) -> None:
        real = getattr(module, name)

        def call(*args: Any, **named: Any) -> Any:
            calls.append(name)
            return real(*args, **named)

        monkeypatch.setattr(module, name, call)

    counted(rustworkx, "pagerank")
    counted(graspologic_native, "leiden")
    (tree / "only_here.py").write_text("")  # or another test's results would serve
    root = recrawled(new_root(tree))

    def asked() -> list[str]:
        calls.clear()
        global_pagerank(root.snapshot.graph)
        communities(root.snapshot.graph)
        return calls

    assert sorted(asked()) == ["leiden", "pagerank"]
    (tree / "pkg" / "auth.py").write_text("def token():\n    return 2\n")
    before = root.snapshot
    assert recrawled(root).snapshot is not before
    assert asked() == []
    (tree / "pkg" / "auth.py").write_text("import main\n\n\ndef token():\n    return 2\n")
    recrawled(root)
    assert sorted(asked()) == ["leiden", "pagerank"]


NAMES = st.sampled_from(["a.py", "b.py", "pkg/c.py", "pkg/sub/d.py", "notes.txt", ".gitignore"])
CONTENTS = st.sampled_from(
    [
        "",
        "import a\n",
        "from pkg import c\n\n\ndef login():\n    return c.token()\n",
        "def token():\n    return login()\n",
        "class Login:\n    token = 1\n",
        "*.txt\n",
        "pkg/sub\n",
    ]
)


class IncrementalIsScratch(RuleBasedStateMachine):
    """Whatever was done to the tree, the kept root says what a new one would."""

    def __init__(self) -> None:
        super().__init__()
        self.tree = Path(os.path.realpath(tempfile.mkdtemp(prefix="lctx-tree-")))
        self.analyser = HereAnalyser()
        self.root = new_root(self.tree, self.analyser)
        self.branches: tuple[dict[str, str], dict[str, str]] = ({}, {"a.py": "import a\n"})

    def may_be_file(self, name: str) -> bool:
        path = self.tree / name
        return not path.is_dir() and not any(parent.is_file() for parent in path.parents)

    @rule(name=NAMES, content=CONTENTS)
    def write(self, name: str, content: str) -> None:
        if self.may_be_file(name):
            (self.tree / name).parent.mkdir(parents=True, exist_ok=True)
            (self.tree / name).write_text(content)

    @rule(name=NAMES)
    def delete(self, name: str) -> None:
        if (self.tree / name).is_file():
            (self.tree / name).unlink()

    @rule(one=NAMES, other=NAMES)
    def move(self, one: str, other: str) -> None:
        if (self.tree / one).is_file() and self.may_be_file(other):
            (self.tree / other).parent.mkdir(parents=True, exist_ok=True)
            os.replace(self.tree / one, self.tree / other)

    @rule(directory=st.sampled_from(["pkg", "pkg/sub", "moved"]))
    def delete_directory(self, directory: str) -> None:
        if (self.tree / directory).is_dir():
            shutil.rmtree(self.tree / directory)

    @rule(place=st.sampled_from(["a.py", "pkg", "pkg/sub", "pkg/c.py"]), content=CONTENTS)
    def file_and_directory_change_places(self, place: str, content: str) -> None:
        path = self.tree / place
        if path.is_dir():
            shutil.rmtree(path)
            path.write_text(content)
        elif path.is_file():
            path.unlink()
            path.mkdir()
            (path / "inner.py").write_text(content)

    @rule(contents=st.dictionaries(NAMES, CONTENTS))
    def commit_branch(self, contents: dict[str, str]) -> None:
        self.branches = (self.branches[1], contents)

    @rule()
    def check_out_the_other_branch(self) -> None:
        """Everything goes, and what is in the branch comes, under new inodes."""
        self.branches = (self.branches[1], self.branches[0])
        for entry in self.tree.iterdir():
            shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        for name, content in self.branches[0].items():
            self.write(name, content)

    @rule()
    def move_directory(self) -> None:
        if (self.tree / "pkg").exists() and not (self.tree / "moved").exists():
            os.rename(self.tree / "pkg", self.tree / "moved")

    def teardown(self) -> None:
        shutil.rmtree(self.tree)

    @invariant()
    def same_as_from_scratch(self) -> None:
        recrawled(self.root)
        assert essence(self.root) == essence(recrawled(new_root(self.tree)))
        before, self.analyser.analysed = self.root.snapshot, []
        assert recrawled(self.root).snapshot is before
        assert self.analyser.analysed == []


IncrementalIsScratch.TestCase.settings = settings(
    max_examples=25, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)


TestIncrementalIsScratch = IncrementalIsScratch.TestCase
