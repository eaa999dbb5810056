"""The truth about a tree: every file that is known, with its signature, and the policy found.

A crawl opens directories and ignore files and nothing else. It follows no link (a link is listed
as skipped, so loops are impossible), stays out of ignored directories and out of what is a root of
its own (a nested repository, submodule or worktree), and survives what it cannot read. Paths are
root-relative text (core/paths.py). On any doubt the daemon crawls again: 11,000 files take about
a tenth of a second.

Tests: tests/watch/test_crawl.py
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from lean_ctx_daemon.core.paths import escape, unescape
from lean_ctx_daemon.core.types import Signature, SkipReason
from lean_ctx_daemon.watch.excludes import MAX_IGNORE_BYTES, repository_excludes, user_excludes
from lean_ctx_daemon.watch.gitdir import bounded_text
from lean_ctx_daemon.watch.ignore import IgnoreRules
from lean_ctx_daemon.watch.names import GENERATED_MARKERS, TARGET_MANIFESTS
from lean_ctx_daemon.watch.policy import MAX_FILE_BYTES, Findings, Givens, Policy, Scope

_OPEN_DIRECTORY: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Crawl:
    """What a tree holds. `directories` are those to watch, "" (the root) first.

    A crawl of a part of the tree holds that part only; its policy is the whole root's.
    """

    files: Mapping[str, Signature]
    skipped: Mapping[str, SkipReason]
    directories: tuple[str, ...]
    policy: Policy


def crawl(
    root: str,
    *,
    own_globs: Collection[str] = (),
    tracked: Collection[str] = (),
    max_file_bytes: int = MAX_FILE_BYTES,
    environment: Mapping[str, str] = os.environ,
) -> Crawl:
    """Everything known below `root` (absolute).

    `own_globs` are the user's ignore patterns from the daemon's configuration, `tracked` the
    files that git tracks although they are ignored; larger files than `max_file_bytes` are listed
    as skipped. Errors: none; an unreadable root is empty and listed as skipped under "".
    """
    givens = Givens(
        excludes=(repository_excludes(root), user_excludes(environment)),
        own_globs=IgnoreRules.parse("\n".join(own_globs)),
        tracked=frozenset(tracked),
        max_file_bytes=max_file_bytes,
    )
    return crawl_below(root, Policy(givens), "")


def crawl_below(root: str, policy: Policy, directory: str) -> Crawl:
    """What is known in `directory` now, and the policy with what that part of the tree says.

    An ignored directory, or one that is gone, is empty.
    """
    before = policy.findings
    cleared = Policy(policy.givens, before.replaced(directory, Findings()))
    walk = _Walk(os.fsencode(root), cleared)
    above, _, name = directory.rpartition("/")
    scope = cleared.scope_of(above) if directory else cleared.outermost
    if scope is not None and not (directory and cleared.hides(scope, directory, name, is_dir=True)):
        walk.run(directory, scope)
    found = Findings(walk.ignore_files, frozenset(walk.boundaries), frozenset(walk.outputs))
    return Crawl(
        walk.files,
        walk.skipped,
        tuple(walk.directories),
        Policy(policy.givens, before.replaced(directory, found)),
    )


@dataclass(slots=True)
class _Walk:
    """One crawl in progress; `_pending` holds directories with the scope they stand in."""

    root: bytes
    policy: Policy
    files: dict[str, Signature] = field(default_factory=dict)
    skipped: dict[str, SkipReason] = field(default_factory=dict)
    directories: list[str] = field(default_factory=list)
    ignore_files: dict[str, IgnoreRules] = field(default_factory=dict)
    boundaries: set[str] = field(default_factory=set)
    outputs: set[str] = field(default_factory=set)
    _pending: list[tuple[str, Scope]] = field(default_factory=list)

    def run(self, directory: str, scope: Scope) -> None:
        self._pending.append((directory, scope))
        while self._pending:
            self._enter(*self._pending.pop())

    def _enter(self, directory: str, above: Scope) -> None:
        """List one directory; `above` is the scope it stands in."""
        path = os.path.join(self.root, unescape(directory))
        try:
            # The root may be named through a link; below it, what was a directory must still be.
            flags = _OPEN_DIRECTORY if directory else _OPEN_DIRECTORY & ~os.O_NOFOLLOW
            descriptor = os.open(path, flags)
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as error:
            self._unreadable(directory, error)
            return
        try:
            with os.scandir(descriptor) as listing:
                entries = {entry.name: entry for entry in listing}
            self._list(directory, above, entries, descriptor)
        except OSError as error:
            self._unreadable(directory, error)
        finally:
            os.close(descriptor)

    def _unreadable(self, directory: str, error: OSError) -> None:
        is_permission = isinstance(error, PermissionError)
        self.skipped[directory] = SkipReason.PERMISSION if is_permission else SkipReason.IO

    def _list(
        self, directory: str, above: Scope, entries: dict[str, os.DirEntry[str]], descriptor: int
    ) -> None:
        if directory and (".git" in entries or not GENERATED_MARKERS.isdisjoint(entries)):
            self.boundaries.add(directory)
            return
        prefix = f"{directory}/" if directory else ""
        if not TARGET_MANIFESTS.isdisjoint(entries):
            self.outputs.add(f"{prefix}target")
        rules = None
        if ".gitignore" in entries:
            text = bounded_text(".gitignore", MAX_IGNORE_BYTES, dir_fd=descriptor)
            rules = IgnoreRules.parse(text) if text else None
        if rules:
            self.ignore_files[directory] = rules
        name = directory.rpartition("/")[2]
        scope = self.policy.entered(above, directory, name, rules)
        self.directories.append(directory)
        for raw_name, entry in entries.items():
            self._entry(prefix, scope, raw_name, entry)

    def _entry(self, prefix: str, scope: Scope, raw_name: str, entry: os.DirEntry[str]) -> None:
        is_plain = raw_name.isascii() and "%" not in raw_name
        name = raw_name if is_plain else escape(os.fsencode(raw_name))
        path = prefix + name
        is_dir = entry.is_dir(follow_symlinks=False)
        if self.policy.hides(scope, path, name, is_dir=is_dir):
            return
        if is_dir:
            if path not in self.outputs:
                self._pending.append((path, scope))
        elif entry.is_symlink():
            self.skipped[path] = SkipReason.SYMLINK
        else:
            self._file(path, entry)

    def _file(self, path: str, entry: os.DirEntry[str]) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError:
            self.skipped[path] = SkipReason.IO
            return
        reason = self.policy.skip_reason(path, status.st_size)
        if not stat.S_ISREG(status.st_mode):
            reason = SkipReason.NOT_REGULAR
        if reason is not None:
            self.skipped[path] = reason
        else:
            self.files[path] = signature(status)


def signature(status: os.stat_result) -> Signature:
    """What a stat result says of a file's identity and content."""
    return Signature(
        status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_dev
    )
