"""Which root a request is about."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lean_ctx_daemon.app.workspaces import Workspaces
from lean_ctx_daemon.core.types import BadRequest, Refused
from lean_ctx_daemon.server.service import RequestContext
from tests.support.spaces import at, repository, workspaces, write


async def root_of(
    spaces: Workspaces, context: RequestContext, root: str | None = None, path: str | None = None
) -> str:
    return (await spaces.opened(root, path, context)).path


def test_a_repository_becomes_a_root_by_being_used(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", {"src/a.py": ""})
    other = repository(tmp_path / "other", {"b.py": ""})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            assert spaces.around(None, at(repo)) is None
            assert await root_of(spaces, at(repo / "src")) == str(repo)
            assert await root_of(spaces, at(repo), path="../other/b.py") == str(other)
            assert await root_of(spaces, at("/"), root=str(other)) == str(other)
            assert [row["path"] for row in spaces.listed()] == [str(repo), str(other)]
            space = spaces.around(None, at(repo / "src"))
            assert space is not None
            assert space.path == str(repo)

    asyncio.run(run())


def test_a_repository_inside_another_is_a_root_of_its_own(tmp_path: Path) -> None:
    outer = repository(tmp_path / "outer", {"a.py": ""})
    inner = repository(outer / "vendor" / "inner", {"b.py": ""})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            assert await root_of(spaces, at(outer)) == str(outer)
            assert await root_of(spaces, at(inner)) == str(inner)
            assert await root_of(spaces, at(outer), path=str(inner / "b.py")) == str(inner)

    asyncio.run(run())


def test_home_the_top_and_folders_without_git_are_added_on_purpose(tmp_path: Path) -> None:
    home = repository(tmp_path / "home", {"dotfile": ""})
    plain = write(tmp_path / "plain", {"a.py": ""})

    async def run() -> None:
        async with workspaces(home) as spaces:
            for folder in (home, plain, "/"):
                with pytest.raises(Refused, match="outside every root") as caught:
                    await spaces.opened(None, None, at(folder))
                assert "lctx root add" in caught.value.hint
            for folder in (home, plain):
                space, is_new = spaces.add(".", str(folder))
                assert (space.path, is_new) == (str(folder), True)
                assert await root_of(spaces, at(folder)) == str(folder)
            assert spaces.add(str(plain), "")[1] is False

    asyncio.run(run())


def test_programs_on_the_socket_add_nothing_by_naming_a_path(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", {"a.py": ""})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            with pytest.raises(Refused, match="outside every root") as caught:
                await spaces.opened(str(repo), None, at("", "json"))
            assert str(repo) in caught.value.hint
            with pytest.raises(Refused, match="outside every root"):
                await spaces.opened(None, str(repo / "a.py"), at(tmp_path, "json"))
            assert spaces.listed() == []
            spaces.add(str(repo), "")
            assert await root_of(spaces, at("", "json"), root=str(repo)) == str(repo)
            with pytest.raises(BadRequest, match="no root is named"):
                await spaces.opened(None, "a.py", at("", "json"))

    asyncio.run(run())


def test_a_program_has_the_repository_that_it_was_started_in(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", {"a.py": ""})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            assert await root_of(spaces, at(repo, "json")) == str(repo)

    asyncio.run(run())


def test_what_is_no_folder_is_no_root(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", {"a.py": ""})

    async def run() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            with pytest.raises(Refused, match="is not a directory"):
                await spaces.opened("a.py", None, at(repo))
            with pytest.raises(Refused, match="is not a directory"):
                spaces.add("a.py", str(repo))
            with pytest.raises(Refused, match="does not exist"):
                spaces.add("nothing", str(repo))
            with pytest.raises(BadRequest, match="relative"):
                spaces.add("repo", "")
            for root, path in (("/a\0b", None), (None, "a\0b")):
                with pytest.raises(BadRequest, match="contains NUL"):
                    await spaces.opened(root, path, at(repo))
            with pytest.raises(Refused, match="is not a root"):
                await spaces.remove(".", str(repo))

    asyncio.run(run())


def test_the_list_survives_and_a_removed_root_is_forgotten(tmp_path: Path) -> None:
    one = repository(tmp_path / "one", {"a.py": "a = 1\n"})
    two = repository(tmp_path / "two", {"b.py": "b = 1\n"})

    async def first() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            await spaces.ready(None, None, at(one))
            row = spaces.listed()[0]
            assert (row["state"], row["files"], row["pending"]) == ("watching", 1, 0)
            assert row["watched_directories"] == row["wanted_directories"] > 0
            await spaces.opened(None, None, at(two))
            assert await spaces.remove(str(two), "") == str(two)

    async def second() -> None:
        async with workspaces(tmp_path / "home") as spaces:
            assert spaces.listed() == [{"path": str(one), "state": "closed"}]

    asyncio.run(first())
    asyncio.run(second())
