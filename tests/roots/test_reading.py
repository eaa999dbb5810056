from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lean_ctx_daemon.core.types import Refused
from lean_ctx_daemon.roots.reading import (
    OutsideRoot,
    read_file,
    resolve_inside,
    signature_of,
)

LIMIT = 1_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("a = 1\n")
    return root


def refusal(root: Path, path: str) -> Refused:
    with pytest.raises(Refused) as caught:
        read_file(str(root), path, LIMIT)
    assert caught.value.message
    return caught.value


# ------------------------------------------------------------------- resolve_inside


def test_the_same_file_by_every_name(root: Path) -> None:
    (root / "link.py").symlink_to("src/a.py")
    (root / "linked").symlink_to("src")
    names = ["src/a.py", "./src/../src/a.py", f"{root}/src/a.py", "link.py", "linked/a.py"]
    assert {resolve_inside(str(root), name) for name in names} == {"src/a.py"}


def test_a_root_reached_through_a_link(root: Path, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(root)
    assert resolve_inside(str(tmp_path / "alias"), f"{root}/src/a.py") == "src/a.py"


def test_the_root_itself_and_what_does_not_exist_yet(root: Path) -> None:
    assert resolve_inside(str(root), ".") == ""
    assert resolve_inside(str(root), "new/deep/file.py") == "new/deep/file.py"


def test_escaped_names_are_accepted_back(root: Path) -> None:
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py")).write_text("x")
    assert resolve_inside(str(root), "caf%E9.py") == "caf%E9.py"
    assert read_file(str(root), "caf%E9.py", LIMIT)[0] == b"x"


@given(st.lists(st.sampled_from(["..", ".", "src", "a.py", "", "/", "up", "x"]), max_size=8))
def test_the_result_never_climbs(
    tmp_path_factory: pytest.TempPathFactory, parts: list[str]
) -> None:
    root = tmp_path_factory.getbasetemp() / "climb" / "repo"
    (root / "src").mkdir(parents=True, exist_ok=True)
    if not (root / "up").is_symlink():
        (root / "up").symlink_to("..")
    try:
        found = resolve_inside(str(root), "/".join(parts))
    except OutsideRoot:
        return
    assert ".." not in found.split("/")
    assert os.path.realpath(root / found) == os.path.join(os.path.realpath(root), found).rstrip("/")


# ------------------------------------------------------------------- read_file


def test_bytes_and_their_signature(root: Path) -> None:
    data, signature = read_file(str(root), "src/a.py", LIMIT)
    assert data == b"a = 1\n"
    assert signature == signature_of(str(root), "src/a.py")
    assert signature.size == len(data)


def test_an_empty_file(root: Path) -> None:
    (root / "empty").touch()
    assert read_file(str(root), "empty", LIMIT)[0] == b""


def test_a_missing_file_and_a_missing_directory(root: Path) -> None:
    assert "does not exist" in refusal(root, "src/b.py").message
    assert "does not exist" in refusal(root, "nowhere/b.py").message
    assert signature_of(str(root), "src/b.py") is None


def test_a_directory_and_the_root(root: Path) -> None:
    assert "is a directory" in refusal(root, "src").message
    assert "is a directory" in refusal(root, "").message


def test_a_file_as_a_directory(root: Path) -> None:
    assert "src/a.py/b" in refusal(root, "src/a.py/b").message


def test_links_are_not_followed(root: Path) -> None:
    (root / "link.py").symlink_to("src/a.py")
    (root / "linked").symlink_to("src")
    assert "symbolic link" in refusal(root, "link.py").message
    assert "symbolic link" in refusal(root, "linked/a.py").message


def test_a_named_pipe_a_socket_and_a_device_do_not_block(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(root / "pipe")
    assert "named pipe" in refusal(root, "pipe").message
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(root)  # a socket address is short, a temporary path may not be
        listener.bind("sock")
        assert "socket" in refusal(root, "sock").message
    assert "device" in refusal(Path("/dev"), "null").message


def test_too_large_names_both_numbers(root: Path) -> None:
    (root / "big").write_bytes(b"x" * (LIMIT + 1))
    message = refusal(root, "big").message
    assert "1,001" in message
    assert "1,000" in message
    (root / "big").write_bytes(b"x" * LIMIT)
    assert len(read_file(str(root), "big", LIMIT)[0]) == LIMIT


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permission(root: Path) -> None:
    (root / "src" / "a.py").chmod(0)
    assert "permission denied" in refusal(root, "src/a.py").message


@pytest.mark.parametrize("path", ["../x", "src/../src/a.py", "/etc/passwd", "src//a.py", "a\0b"])
def test_only_plain_paths_are_opened(root: Path, path: str) -> None:
    with pytest.raises(OutsideRoot):
        read_file(str(root), path, LIMIT)


def test_what_is_read_is_one_version_and_its_signature_fits(root: Path) -> None:
    """An atomic save at any instant gives the old bytes or the new ones, each with its own stat."""
    stop = threading.Event()

    def save_again_and_again() -> None:
        n = 0
        while not stop.is_set():
            n = (n + 1) % 50
            (root / "tmp").write_bytes(b"%d" % n * (n + 1))
            (root / "tmp").replace(root / "src" / "a.py")

    (root / "src" / "a.py").write_bytes(b"0")
    writer = threading.Thread(target=save_again_and_again)
    writer.start()
    n_read = 0
    try:
        for _ in range(300):
            try:
                data, signature = read_file(str(root), "src/a.py", LIMIT)
            except Refused as refused:
                assert "changes while it is read" in refused.message  # noqa: PT017 - or it is read
                continue
            n_read += 1
            assert signature.size == len(data)
            number = data[:1] if len(data) < 11 else data[:2]
            assert data == number * (int(number) + 1)
    finally:
        stop.set()
        writer.join()
    assert n_read


def test_no_descriptor_is_left_open(root: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    read_file(str(root), "src/a.py", LIMIT)
    refusal(root, "src/none.py")
    refusal(root, "src")
    assert len(os.listdir("/dev/fd")) == before
