"""What git knows of a root: its head, its past commits, its uncommitted changes.

git is asked as a program, and only ever reads. A repository is data that somebody else may have
written, its `.git/config` included, and git runs what configuration tells it to: so every call
replaces what could start a program (hooks, file system monitor, filters, external diff, signature
checks, transports, pagers) and ignores the user's and the system's configuration. Calls have a
deadline and a bound on what they may print.

No git, no repository, one that git distrusts, or one that is broken: empty answers, never an
error. What a caller cannot know is not worth failing for.

Tests: tests/roots/test_git.py
"""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator
from typing import Final

from lean_ctx_daemon.core.paths import escape
from lean_ctx_daemon.core.relevance.history import Commit

# History further back says little about today's files; 3,000 commits are read in 0.2 s.
MAX_COMMITS: Final = 3_000
# A commit over more files (a move, a licence header) says nothing about which belong together.
MAX_COMMIT_PATHS: Final = 60
MAX_MESSAGE_CHARS: Final = 2_000
TIMEOUT_S: Final = 20.0
MAX_OUTPUT_BYTES: Final = 64 * 1024 * 1024
_READ_BYTES: Final = 1 << 16

_NO_PROGRAMS: Final = (
    ("core.fsmonitor", "false"),
    ("core.hooksPath", os.devnull),
    ("core.untrackedCache", "false"),
    ("core.pager", "cat"),
    ("core.sshCommand", "false"),
    ("core.askPass", "false"),
    ("core.alternateRefsCommand", "false"),
    ("credential.helper", ""),
    ("protocol.allow", "never"),
    ("log.showSignature", "false"),
    ("gpg.program", "false"),
    ("diff.external", ""),
    ("submodule.recurse", "false"),
    ("safe.bareRepository", "explicit"),
)
_PLAIN_DIFF: Final = ("--no-ext-diff", "--no-textconv", "--no-renames", "--no-color")
_MARK: Final = b"\x01"
_HASH: Final = re.compile("[0-9a-f]{40}|[0-9a-f]{64}")


def repository_root(path: str) -> str | None:
    """The nearest directory at or above `path` (absolute) that has a `.git`, None without one."""
    directory = path
    while True:
        if os.path.lexists(os.path.join(directory, ".git")):
            return directory
        parent = os.path.dirname(directory)
        if parent == directory:
            return None
        directory = parent


def head(root: str) -> str | None:
    """The hash of the commit that is checked out; None before the first one, or without git."""
    return _line(_output(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"))


def is_ancestor(root: str, older: str, newer: str) -> bool:
    """Whether history leads from one hash to the other: only what lies between is new then."""
    if not (_HASH.fullmatch(older) and _HASH.fullmatch(newer)):
        return False
    common = _line(_output(root, "merge-base", older, newer))
    return common is not None and common == older


def commits(root: str, limit: int = MAX_COMMITS, since: str | None = None) -> list[Commit]:
    """The last non-merge commits of HEAD, newest first.

    With `since` (a hash) only those after it. `subject` is the message, bounded; a commit over
    more than MAX_COMMIT_PATHS files has no paths. Paths are relative to `root`.
    """
    if since is not None and not _HASH.fullmatch(since):
        return []
    revision = f"{since}..HEAD" if since else "HEAD"
    printed = _output(
        root,
        "log",
        f"--max-count={limit}",
        "--no-merges",
        "--relative",
        "--name-only",
        "-z",
        "--format=%x01%ct%x00%B%x00",
        *_PLAIN_DIFF,
        revision,
        "--",
    )
    return list(_commits(printed))


def dirty_paths(root: str) -> frozenset[str]:
    """Files that differ from HEAD: changed, staged, deleted, or new and not ignored."""
    printed = _output(
        root,
        "status",
        "--porcelain=v1",
        "-z",
        "--no-renames",
        "--untracked-files=all",
        "--ignore-submodules=all",
        config=_filters_off(root),
    )
    records = (record for record in printed.split(b"\0") if len(record) > 3)
    return frozenset(escape(record[3:]) for record in records)


def tracked_but_ignored(root: str) -> frozenset[str]:
    """Files that git tracks although an ignore rule matches them: sources all the same."""
    printed = _output(root, "ls-files", "--cached", "--ignored", "--exclude-standard", "-z")
    return frozenset(escape(path) for path in printed.split(b"\0") if path)


# --------------------------------------------------------------------------- parsing


def _commits(printed: bytes) -> Iterator[Commit]:
    """The commits in the output of `log`: mark, time NUL message NUL path NUL path NUL, and so on.

    Before the first path stands a line end.
    """
    fields = printed.split(b"\0")
    time: int | None = None
    message = b""
    paths: list[bytes] = []
    i = 0
    while i < len(fields):
        field = fields[i] if paths else fields[i].removeprefix(b"\n")
        stamp = field.removeprefix(_MARK)
        if field.startswith(_MARK) and stamp.isdigit() and i + 1 < len(fields):
            if time is not None:
                yield _commit(time, message, paths)
            time, message, paths = int(stamp), fields[i + 1], []
            i += 2
            continue
        if field:
            paths.append(field)
        i += 1
    if time is not None:
        yield _commit(time, message, paths)


def _commit(time: int, message: bytes, paths: list[bytes]) -> Commit:
    text = message.decode("utf-8", "replace").strip()[:MAX_MESSAGE_CHARS]
    kept = paths if len(paths) <= MAX_COMMIT_PATHS else []
    return Commit(time, text, tuple(escape(path) for path in kept))


def _line(printed: bytes) -> str | None:
    text = printed.decode("ascii", "replace").strip()
    return text or None


# --------------------------------------------------------------------------- calling git


def _filters_off(root: str) -> list[tuple[str, str]]:
    """Configuration that empties every content filter the repository defines.

    Comparing a file with the index may run its clean filter: a program of the repository's choice.
    """
    pattern = r"^filter\..*\.(clean|smudge|process|required)$"
    names = _output(root, "config", "--name-only", "-z", "--get-regexp", pattern)
    keys = {name.decode("utf-8", "surrogateescape") for name in names.split(b"\0") if name}
    return [(key, "false" if key.endswith(".required") else "") for key in sorted(keys)]


def _output(root: str, *arguments: str, config: Iterable[tuple[str, str]] = ()) -> bytes:
    """What git prints for the repository whose top is `root`; b"" if it fails.

    At the deadline or the size bound the process is ended, and what it printed so far is the
    answer: history comes newest first, so the older end is what is missing.
    """
    if not os.path.lexists(os.path.join(root, ".git")):
        return b""
    environment = _environment(root, [*_NO_PROGRAMS, *config])
    try:
        process = subprocess.Popen(
            ["git", "--no-pager", "--literal-pathspecs", *arguments],
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return b""
    deadline = threading.Timer(TIMEOUT_S, process.kill)
    deadline.daemon = True
    deadline.start()
    with process:
        printed, is_complete = _bounded(process)
        is_late = not deadline.is_alive()
        deadline.cancel()
    return printed if process.returncode == 0 or is_late or not is_complete else b""


def _bounded(process: subprocess.Popen[bytes]) -> tuple[bytes, bool]:
    """What the process prints up to the bound, and whether that is all."""
    parts = []
    size = 0
    assert process.stdout is not None  # noqa: S101 - opened as a pipe above
    while part := process.stdout.read(_READ_BYTES):
        parts.append(part)
        size += len(part)
        if size > MAX_OUTPUT_BYTES:
            process.kill()
            return b"".join(parts), False
    return b"".join(parts), True


def _environment(root: str, config: list[tuple[str, str]]) -> dict[str, str]:
    """An environment that holds nothing of ours but where programs and the account's home are."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    numbered = {"GIT_CONFIG_COUNT": str(len(config))}
    for i, (key, value) in enumerate(config):
        numbered[f"GIT_CONFIG_KEY_{i}"] = key
        numbered[f"GIT_CONFIG_VALUE_{i}"] = value
    return {
        **kept,
        **numbered,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        # The repository is the root's own, never one that happens to lie around it, and its work
        # tree is the root, wherever its configuration says it is.
        "GIT_WORK_TREE": root,
        "GIT_CEILING_DIRECTORIES": os.path.dirname(root),
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
