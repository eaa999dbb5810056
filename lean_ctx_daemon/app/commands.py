"""The commands of `lctx`: for each its arguments, its help, the request it means and its view.

What it does not: run anything. A command's function returns a Call; cli.py does the rest.

Tests: tests/app/test_commands.py
"""

from __future__ import annotations

from typing import Final

import click

from lean_ctx_daemon.app import render
from lean_ctx_daemon.app.config import Config
from lean_ctx_daemon.app.grammar import (
    Call,
    Group,
    WholeNumber,
    budget_option,
    call,
    examples,
    json_option,
    root_option,
    task_argument,
    top_option,
    version_option,
    view,
)
from lean_ctx_daemon.server import service as s

DEFAULT: Final = Config()


@click.group(
    cls=Group,
    params=[version_option],
    epilog=examples(
        'lctx preload "fix the login redirect loop"',
        "lctx read -m map src/app.py",
        "git diff | lctx rank -",
    ),
)
def cli() -> None:
    """The code that a language model should see: for a task, in a budget, from a daemon that knows
    your repositories. Everything stays on this machine.

    A path inside a git repository adds that repository by itself. Exit codes: 0 done, 1 the answer
    is no or a file has a problem, 2 wrong usage, 75 no daemon.
    """


@cli.command(
    epilog=examples(
        'lctx preload "fix the NaN in entropy.rs" --budget 4000',
        "lctx preload - < issue.txt > context.txt",
        'lctx preload "add a --dry-run option" --path services/api --json',
    )
)
@task_argument
@budget_option("budget.preload", DEFAULT.preload_tokens)
@click.option("--path", metavar="DIR", help="Stay inside this folder of the repository.")
@root_option
@json_option
def preload(
    task: str, budget: int | None, path: str | None, root: str | None, *, is_json: bool
) -> Call:
    """Print the code that matters for TASK, within a budget.

    TASK is one quoted argument, or - for standard input. On a terminal the chosen files come first;
    otherwise they go to standard error, and standard output is the context alone.
    """
    return Call(
        lambda text: s.PreloadRequest(task=text, root=root, budget=budget, path=path),
        view(render.preload, is_json=is_json),
        task,
    )


@cli.command(
    epilog=examples('lctx rank "session expires too early"', "lctx rank - < traceback.txt")
)
@task_argument
@top_option("files")
@root_option
@json_option
def rank(task: str, top: int, root: str | None, *, is_json: bool) -> Call:
    """Print the files that matter for TASK, best first.

    TASK is one quoted argument, or - for standard input.
    """
    return Call(
        lambda text: s.RankRequest(task=text, root=root, top=top),
        view(render.rank, is_json=is_json),
        task,
    )


@cli.command(
    epilog=examples(
        "lctx read src/app.py",
        "lctx read -m signatures src/*.py",
        "lctx read -m lines:10-40,90-120 src/app.py",
        'lctx read -m task --task "fix the retry" src/client.py',
    )
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "-m",
    "--mode",
    default="auto",
    show_default=True,
    metavar="MODE",
    help="One of the modes above.",
)
@click.option("--task", metavar="TEXT", help="What the file is read for (modes auto and task).")
@root_option
@json_option
def read(
    paths: tuple[str, ...], mode: str, task: str | None, root: str | None, *, is_json: bool
) -> Call:
    """Print files, as much of each as the mode says.

    \b
    auto          what size, kind of file and --task call for
    full          every byte
    map           imports, signatures and structure, with line numbers
    signatures    signatures of functions, classes and types
    task          what --task needs
    reference     one line: size and public names
    lines:A-B     these lines; several ranges with commas

    What is left out is marked with its line numbers. Secrets are never read. Of several files,
    those that cannot be shown are named on standard error, and the exit code is 1.
    """  # noqa: D301  # the backspace is click's: keep these lines apart
    return call(
        s.ReadRequest(paths=list(paths), mode=mode, task=task, root=root),
        view(render.read, is_json=is_json, json=render.read_json),
    )


@cli.command(epilog=examples("lctx overview", "lctx overview --budget 500"))
@budget_option("budget.overview", DEFAULT.overview_tokens)
@root_option
@json_option
def overview(budget: int | None, root: str | None, *, is_json: bool) -> Call:
    """Print what a newcomer should know of a repository."""
    request = s.OverviewRequest(root=root, budget=budget)
    return call(request, view(render.text, is_json=is_json))


@cli.command(epilog=examples('lctx intent "refactor the parser into two modules"'))
@click.argument("query")
@root_option
@json_option
def intent(query: str, root: str | None, *, is_json: bool) -> Call:
    """Print how QUERY is understood: type of task, targets, scope.

    QUERY is one quoted argument, or - for standard input.
    """
    return Call(
        lambda text: s.IntentRequest(query=text, root=root),
        view(render.facts, is_json=is_json),
        query,
    )


@cli.group()
def graph() -> None:
    """Ask the dependency graph."""


@graph.command(epilog=examples("lctx graph related src/db.ts"))
@click.argument("path")
@top_option("files")
@root_option
@json_option
def related(path: str, top: int, root: str | None, *, is_json: bool) -> Call:
    """Print the files that are related to PATH, nearest first."""
    request = s.GraphRequest(path=path, root=root, top=top)
    return call(request, view(render.related, is_json=is_json))


@cli.group()
def root() -> None:
    """Add, list or remove watched repositories."""


@root.command(epilog=examples("lctx root add ~/src/project"))
@click.argument("path", metavar="DIR")
@json_option
def add(path: str, *, is_json: bool) -> Call:
    """Watch the folder DIR, a git repository or not."""
    return call(s.RootRequest("add", path), view(render.facts, is_json=is_json))


@root.command("list")
@json_option
def list_(*, is_json: bool) -> Call:
    """Print the watched repositories and how they are."""
    return call(s.RootRequest("list"), view(render.roots, is_json=is_json))


@root.command(epilog=examples("lctx root remove ~/src/project"))
@click.argument("path", metavar="DIR")
@json_option
def remove(path: str, *, is_json: bool) -> Call:
    """Watch DIR no longer, and forget what is known of it."""
    return call(s.RootRequest("remove", path), view(render.facts, is_json=is_json))


@cli.command()
@root_option
@json_option
def sync(root: str | None, *, is_json: bool) -> Call:
    """Wait until the daemon knows the repository as it is on disk.

    Questions need no sync: an edited file is seen at once, a new one within a second.
    """
    return call(s.SyncRequest(root=root), view(render.facts, is_json=is_json))


@cli.command()
@json_option
def status(*, is_json: bool) -> Call:
    """Print how the daemon and the watched repositories are.

    A root is watching (up to date by events), indexing, degraded (a note says why), gone, or
    closed (known, opened with the next question about it).
    """
    return call(s.StatusRequest(), view(render.status, is_json=is_json))


@cli.command(epilog=examples("lctx logs", "lctx logs -n 1000 | grep WARNING"))
@click.option(
    "-n",
    "--lines",
    type=WholeNumber(1, 10_000),
    default=50,
    show_default=True,
    metavar="LINES",
    help="How many lines to print.",
)
@json_option
def logs(lines: int, *, is_json: bool) -> Call:
    """Print the end of the daemon's log.

    It holds what the daemon did and what failed, never the contents of files.
    """
    return call(s.LogsRequest(lines), view(render.lines, is_json=is_json))


@cli.group()
def cache() -> None:
    """Look at what is kept on disk, or delete it."""


@cache.command("show")
@json_option
def cache_show(*, is_json: bool) -> Call:
    """Print how large the cache is and how it is used.

    Records and bytes are those on disk. What follows counts from the daemon's start; hits and
    misses are its own look-ups, when it opens a repository.
    """
    return call(s.CacheRequest("show"), view(render.facts, is_json=is_json))


@cache.command("purge")
@json_option
def cache_purge(*, is_json: bool) -> Call:
    """Delete what is kept on disk.

    It only saves time: all of it is computed again when it is needed. Watched repositories stay
    watched.
    """
    return call(s.CacheRequest("purge"), view(render.facts, is_json=is_json))


@cli.group()
def config() -> None:
    """Look at the configuration: an optional TOML file."""


@config.command("show")
@json_option
def config_show(*, is_json: bool) -> Call:
    """Print every key with its value, and whether that is the default or from the file.

    The file is read when the daemon starts: after a change, `lctx stop`. A key with a bad value
    has its default, and the exit code is 1 as long as something is wrong with the file.

    \b
    budget.preload         tokens of a preload
    budget.overview        tokens of an overview
    index.max_file_bytes   larger files are listed, and not read
    index.ignore           gitignore patterns that hold in every repository
    index.workers          processes that analyse files, at most
    cache.max_bytes        size of the cache on disk, at most
    """  # noqa: D301  # as in read
    plain = view(render.config, is_json=is_json, json=render.config_json)
    return call(s.ConfigRequest("show"), plain)


@config.command("path", epilog=examples('cat "$(lctx config path)"'))
@json_option
def config_path(*, is_json: bool) -> Call:
    """Print where the configuration is looked for. The file need not exist."""
    return call(s.ConfigRequest("path"), view(render.file, is_json=is_json))


@cli.command()
def ping() -> Call:
    """Say pong: the daemon is there."""
    return call(s.PingRequest(), render.line("pong"))


@cli.command()
def stop() -> Call:
    """End the daemon. The next `lctx` starts it again."""
    return call(s.StopRequest(), render.line("stopped"))
