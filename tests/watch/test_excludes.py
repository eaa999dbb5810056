from __future__ import annotations

from pathlib import Path

import pytest

from lean_ctx_daemon.watch.excludes import excludes_file, repository_excludes, user_excludes


def ignores(environment: dict[str, str], name: str) -> bool:
    return user_excludes(environment).verdict(name, name, is_dir=False) is True


@pytest.mark.parametrize(
    ("config", "value"),
    [
        ("[core]\n\texcludesFile = ~/.ignore\n", "~/.ignore"),
        ('[Core]\nexcludesfile="/a b"\n', "/a b"),
        ("[core] excludesFile = x\n", "x"),
        ("[core]\nexcludesFile = a\n[user]\nname=b\n[core]\nexcludesFile = c\n", "c"),
        ("[other]\nexcludesFile = a\n", ""),
        ("# [core]\n; excludesFile = a\n", ""),
        ("", ""),
    ],
)
def test_excludes_file_of_a_configuration(config: str, value: str) -> None:
    assert excludes_file(config) == value


def test_the_default_place(tmp_path: Path) -> None:
    (tmp_path / ".config" / "git").mkdir(parents=True)
    (tmp_path / ".config" / "git" / "ignore").write_text("*.mine\n")
    assert ignores({"HOME": str(tmp_path)}, "a.mine")
    assert not ignores({"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}, "a.mine")
    assert not ignores({}, "a.mine")


def test_the_configured_place_even_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").write_text("*.mine\n")
    (tmp_path / "ignore").symlink_to("dotfiles")
    (tmp_path / ".gitconfig").write_text("[core]\n\texcludesfile = ~/ignore\n")
    assert ignores({"HOME": str(tmp_path)}, "a.mine")


def test_the_repositorys_own(tmp_path: Path) -> None:
    assert not repository_excludes(str(tmp_path))
    for directory in ("objects", "info"):
        (tmp_path / ".git" / directory).mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    assert not repository_excludes(str(tmp_path))
    (tmp_path / ".git" / "info" / "exclude").write_text("*.mine\n")
    assert repository_excludes(str(tmp_path)).verdict("a.mine", "a.mine", is_dir=False)
