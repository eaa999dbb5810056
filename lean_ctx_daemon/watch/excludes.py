"""The ignore rules that stand outside the tree: the repository's and the user's own.

`.git/info/exclude` belongs to the checkout, `core.excludesFile` (or git's default place for it)
to the user. Of the user's git configuration only that one key is read, without calling git and
without following its includes.

Tests: tests/watch/test_excludes.py
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from lean_ctx_daemon.watch.gitdir import bounded_text, git_directories
from lean_ctx_daemon.watch.ignore import IgnoreRules
from lean_ctx_daemon.watch.policy import NO_RULES

# GitHub's longest ignore template has 8 kB; a quarter of a megabyte is no ignore file.
MAX_IGNORE_BYTES: Final = 256 * 1024
MAX_CONFIG_BYTES: Final = 1024 * 1024


def repository_excludes(root: str) -> IgnoreRules:
    """The rules of `.git/info/exclude`; none without a repository or such a file."""
    directories = git_directories(root)
    if directories is None:
        return NO_RULES
    return _rules(os.path.join(directories.common, "info", "exclude"))


def user_excludes(environment: Mapping[str, str]) -> IgnoreRules:
    """The rules of the user's global ignore file, as git would find it with this environment."""
    home = environment.get("HOME", "")
    if not home:
        return NO_RULES
    config_home = environment.get("XDG_CONFIG_HOME") or os.path.join(home, ".config")
    path = os.path.join(config_home, "git", "ignore")
    for config in (os.path.join(config_home, "git", "config"), os.path.join(home, ".gitconfig")):
        # The later file wins, as in git.
        named = excludes_file(_text(config, MAX_CONFIG_BYTES) or "")
        path = _expanded(named, home) if named else path
    return _rules(path)


def excludes_file(config: str) -> str:
    """The value of core.excludesFile in a git configuration's text, "" if it has none."""
    section = value = ""
    for raw in config.splitlines():
        line = raw.strip()
        if line.startswith("["):
            section = line.partition("]")[0].removeprefix("[").strip().lower()
            line = line.partition("]")[2].strip()
        key, equals, rest = line.partition("=")
        if section == "core" and equals and key.strip().lower() == "excludesfile":
            value = rest.strip().strip('"')
    return value


def _expanded(path: str, home: str) -> str:
    return os.path.join(home, path[2:]) if path.startswith("~/") else os.path.join(home, path)


def _rules(path: str) -> IgnoreRules:
    text = _text(path, MAX_IGNORE_BYTES)
    return IgnoreRules.parse(text) if text else NO_RULES


def _text(path: str, max_bytes: int) -> str | None:
    # The user may keep these files as links (dotfile managers do); only repositories may not.
    return bounded_text(os.path.realpath(path), max_bytes)
