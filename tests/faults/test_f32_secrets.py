"""F32 (the part of watch/): secrets are listed and never opened, ignored ones not even listed.

What is stored and logged is looked at where the daemon runs as a whole.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.crawl import crawl

OPENED: list[str] = []


def hook(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open":
        OPENED.append(str(arguments[0]))


def test_secrets_are_not_opened(tmp_path: Path) -> None:
    secrets = (".env", "deploy/.env.production", "tls/server.pem", "id_rsa", ".aws/credentials")
    for path in (*secrets, "a.py", ".env.example", "sub/hidden.key"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("SECRET")
    (tmp_path / "sub" / ".gitignore").write_text("hidden.*\n")
    sys.addaudithook(hook)
    OPENED.clear()
    found = crawl(str(tmp_path), environment={})
    opened = list(OPENED)
    assert set(found.files) == {"a.py", ".env.example", "sub/.gitignore"}
    assert found.skipped == dict.fromkeys(secrets, SkipReason.SECRET)
    assert any(path.endswith(".gitignore") for path in opened)
    assert not any(path.endswith(secrets) or path.endswith(".key") for path in opened)
