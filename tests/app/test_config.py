"""The user's configuration: what acts, and what is said of what is wrong."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lean_ctx_daemon.app.config import (
    KEYS,
    MAX_CONFIG_BYTES,
    MAX_PATTERNS,
    MAX_PROBLEMS,
    Config,
    Settings,
    WholeNumber,
    loaded,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def said(file: Path, text: str) -> Settings:
    file.write_text(text, "utf-8")
    return loaded(str(file))


def test_without_a_file_every_key_has_its_default(file: Path) -> None:
    assert loaded(str(file)) == Settings(str(file), Config())
    assert loaded(str(file / "below-a-file")).problems == ()
    assert said(file, "") == said(file, "[index]\n# nothing\n") == Settings(str(file), Config())


def test_every_field_of_the_config_has_its_key() -> None:
    attributes = [key.attribute for key in KEYS.values()]
    assert sorted(attributes) == sorted(one.name for one in dataclasses.fields(Config))


def test_what_the_file_sets_is_in_effect(file: Path) -> None:
    found = said(
        file,
        """
        budget.preload = 4000
        [index]
        ignore = ["generated/", "*.snap"]
        workers = 1
        """,
    )
    assert found.problems == found.notes == ()
    usual = Config()
    assert found.config == dataclasses.replace(
        usual, preload_tokens=4000, ignore=("generated/", "*.snap"), workers=1
    )
    assert {row[0]: row[1:] for row in found.rows()}["budget.preload"] == (4000, 8000, "file")
    assert {row[0]: row[3] for row in found.rows()}["budget.overview"] == "default"


@pytest.mark.parametrize(
    ("text", "name", "allowed"),
    [
        ("budget.preload = 0", "budget.preload", "0 is not a whole number from 1 to 10000000"),
        ("budget.preload = 'many'", "budget.preload", "'many' is not a whole number"),
        ("budget.overview = true", "budget.overview", "True is not a whole number"),
        ("budget.overview = 5.0", "budget.overview", "5.0 is not a whole number"),
        ("index.workers = 17", "index.workers", "from 1 to 16"),
        ("index.max_file_bytes = 1", "index.max_file_bytes", "from 1024 to 4194304"),
        ("cache.max_bytes = 1", "cache.max_bytes", "from 16777216"),
        ("index.ignore = 'build/'", "index.ignore", "gitignore patterns"),
        ("index.ignore = ['a', 1]", "index.ignore", "gitignore patterns"),
        ("index.ignore = ['a', ' ']", "index.ignore", "gitignore patterns"),
        ("index.ignore = ['# a']", "index.ignore", "gitignore patterns"),
        ('index.ignore = ["a\\nb"]', "index.ignore", "each one line"),
        (f"index.ignore = {['a'] * (MAX_PATTERNS + 1)}", "index.ignore", "at most 1000"),
        ("budget.preolad = 1", "budget.preolad", "did you mean 'budget.preload'?"),
        ("colour = 'red'", "colour", "is no key; keys: budget.preload, "),
        ("[colour]\nink = 1", "colour.ink", "is no key"),
        ("index = 3", "index", "is no key"),
    ],
)
def test_what_is_wrong_is_named_and_the_other_keys_act(
    file: Path, text: str, name: str, allowed: str
) -> None:
    found = said(file, f"budget.preload = 7000\n{text}" if "preload =" not in text else text)
    [problem] = found.problems
    assert problem.startswith(f"{file}: {name}")
    assert allowed in problem
    assert found.notes == (problem,)
    assert found.config == Config(preload_tokens=7000 if found.keys_set else 8000)


def test_several_problems_are_one_note(file: Path) -> None:
    found = said(file, "a = 1\nb = 2\nc = 3\n")
    assert [p.split(": ")[1].split()[0] for p in found.problems] == ["a", "b", "c"]
    assert found.notes == (f"{found.problems[0]} (2 more: lctx config show)",)


def test_of_very_many_problems_the_first_are_told(file: Path) -> None:
    found = said(file, "".join(f"key{number} = 1\n" for number in range(5_000)))
    assert len(found.problems) == MAX_PROBLEMS + 1
    assert found.problems[-1] == f"{file}: {5_000 - MAX_PROBLEMS} more keys are wrong"


def test_a_file_that_is_no_toml_is_not_used(file: Path) -> None:
    for text, reason in [
        ("budget.preload = 1\nbudget.overview = = 2", "line 2"),
        ("x = " + "[" * 60_000, "nested too deeply"),
        (f"budget.preload = [{{{'a.' * 10_000}a = 1}}]", "nested too deeply"),
        ("x = '''" + "y" * MAX_CONFIG_BYTES, "larger than"),
    ]:
        found = said(file, text)
        assert found.config == Config()
        assert found.problems[0].startswith(f"{file} is not used")
        assert reason in found.problems[0]
    file.write_bytes(b"x = '\xff'")
    assert "not UTF-8" in loaded(str(file)).problems[0]


def test_what_is_no_file_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        assert "not a regular file" in loaded(str(tmp_path / name)).problems[0]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.one_of(
        st.binary(max_size=80),
        st.builds(
            lambda name, value: f"{name} = {value}".encode(),
            st.sampled_from(sorted(KEYS)),
            st.one_of(st.integers(), st.booleans(), st.text("ab[]'\"\\#,", max_size=9)),
        ),
    )
)
def test_any_bytes_give_values_within_their_bounds(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    found = loaded(str(file))
    for key in KEYS.values():
        value = getattr(found.config, key.attribute)
        if isinstance(key.kind, WholeNumber):
            assert key.kind.first <= value <= key.kind.last
        else:
            assert all(isinstance(pattern, str) for pattern in value)
