from __future__ import annotations

import pytest

from lean_ctx_daemon.core.types import SkipReason
from lean_ctx_daemon.watch.names import is_ignored_name, is_secret, skip_reason_of_name


@pytest.mark.parametrize(
    "path",
    [
        ".env", "app/.env.local", "deploy/prod.env", ".envrc", "certs/server.pem", "TLS.KEY",
        "id_rsa", "keys/id_ed25519_work", "store.p12", "a.pfx", "app.jks", ".netrc", ".npmrc",
        ".pypirc", ".aws/credentials", ".ssh/config", "home/.kube/config", "credentials.json",
        "secrets.yml", ".git/config", "infra/terraform.tfstate", ".git-credentials",
    ],
)  # fmt: skip
def test_secrets(path: str) -> None:
    assert is_secret(path)
    assert skip_reason_of_name(path) is SkipReason.SECRET


@pytest.mark.parametrize(
    "path",
    [
        ".env.example", "config/.env.sample", ".env.template", "example.env", "env.py",
        "environment.ts", "credentials.py", "secrets.go", "keys.py", "id_rsa.pub", "keyboard.ts",
        "src/ssh/config.rs", "monkey.js", "token.rs", "password_reset.html",
    ],
)  # fmt: skip
def test_source_about_secrets_is_source(path: str) -> None:
    assert skip_reason_of_name(path) is None


@pytest.mark.parametrize("path", ["logo.PNG", "a/b.tar.gz", "lib.so", "font.woff2", "x.pyc"])
def test_binary_by_extension(path: str) -> None:
    assert skip_reason_of_name(path) is SkipReason.BINARY


@pytest.mark.parametrize(
    "path", ["icon.svg", "a.ts", "png", ".png", "Makefile", "x.m", "y.class.php"]
)
def test_text_by_extension(path: str) -> None:
    assert skip_reason_of_name(path) is None


@pytest.mark.parametrize(
    ("name", "is_dir", "ignored"),
    [
        ("node_modules", True, True),
        ("node_modules", False, False),
        (".git", True, True),
        (".git", False, True),
        ("pkg.egg-info", True, True),
        ("build", True, False),
        ("dist", True, False),
        ("vendor", True, False),
        ("target", True, False),
        ("package-lock.json", False, True),
        ("package.json", False, False),
        ("app.min.js", False, True),
        ("app.js", False, False),
        ("a.py~", False, True),
    ],
)
def test_ignored_names(name: str, is_dir: bool, ignored: bool) -> None:  # noqa: FBT001
    assert is_ignored_name(name, is_dir=is_dir) is ignored
