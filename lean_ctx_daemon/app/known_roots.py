"""The roots this user has added: a list of absolute paths that survives restarts.

A small JSON file in the state folder. A damaged file is set aside under another name and the list
starts empty: roots come back by themselves as soon as they are used.

What it does not: open roots, or check that they exist (one on an unmounted disk stays listed).

Tests: tests/app/test_known_roots.py
"""

from __future__ import annotations

import contextlib
import json
import logging
import os

from lean_ctx_daemon.app.save import save_file

log = logging.getLogger(__name__)


class KnownRoots:
    """The list, in the order of addition, written through at every change."""

    def __init__(self, file: str) -> None:
        """`file` is where the list is kept; its folder exists."""
        self._file = file
        self._paths = self._loaded()

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    @property
    def paths(self) -> tuple[str, ...]:
        """Absolute real paths, oldest first."""
        return tuple(self._paths)

    def add(self, path: str) -> None:
        """Put a root on the list; one that is there stays where it is."""
        if path not in self._paths:
            self._paths.append(path)
            self._save()

    def remove(self, path: str) -> bool:
        """Take a root off the list; whether it was on it."""
        if path not in self._paths:
            return False
        self._paths.remove(path)
        self._save()
        return True

    def _save(self) -> None:
        try:
            save_file(self._file, json.dumps({"roots": self._paths}, indent=1).encode())
        except OSError as error:
            log.warning("the list of roots cannot be kept in %s: %s", self._file, error.strerror)

    def _loaded(self) -> list[str]:
        try:
            with open(self._file, "rb") as file:
                listed = json.load(file)["roots"]
                return [p for p in listed if isinstance(p, str) and os.path.isabs(p)]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError):
            log.warning("%s is damaged; it is set aside as %s.bad", self._file, self._file)
            with contextlib.suppress(OSError):
                os.replace(self._file, self._file + ".bad")
            return []
