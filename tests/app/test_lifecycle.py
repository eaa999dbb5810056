"""Lock and socket, in this process."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from lctx import address
from lean_ctx_daemon.app.lifecycle import (
    AlreadyRunningError,
    CannotStartError,
    claimed,
    is_answering,
)
from tests.support.serving import short_folder


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with short_folder() as folder:
        monkeypatch.setenv("LCTX_HOME", folder)
        yield Path(folder)


def test_the_claim_is_a_private_socket_and_a_lock_that_names_it(home: Path) -> None:
    claim = claimed()
    status = os.stat(claim.path)
    assert claim.path == f"{home}/run/s"
    assert stat.S_ISSOCK(status.st_mode)
    assert status.st_mode & 0o077 == 0
    assert address.recorded_path() == claim.path
    assert is_answering(claim.path)
    assert claim.is_ours()
    claim.release()
    assert not os.path.exists(claim.path)


def test_a_second_claim_finds_the_first(home: Path) -> None:
    claim = claimed()
    with pytest.raises(AlreadyRunningError, match=f"{home}/run/s"):
        claimed()
    claim.release()
    claimed().release()


def test_the_umask_of_the_process_stays(home: Path) -> None:
    assert home.exists()
    before = os.umask(0o022)
    claim = claimed()
    assert os.umask(before) == 0o022
    claim.release()


def test_a_lock_whose_holder_does_not_answer_is_waited_for_and_named(home: Path) -> None:
    claim = claimed()
    claim.sock.close()
    with pytest.raises(CannotStartError, match=f"{home}/lock"):
        claimed(timeout_s=0.1)
    claim.release()


def test_a_live_daemon_whose_lock_file_was_removed_keeps_its_socket(home: Path) -> None:
    claim = claimed()
    (home / "lock").unlink()
    assert not claim.is_ours()
    with pytest.raises(AlreadyRunningError):
        claimed()
    claim.release()


def test_a_socket_that_was_replaced_is_not_ours_and_not_removed(home: Path) -> None:
    assert home.exists()
    claim = claimed()
    os.unlink(claim.path)
    Path(claim.path).touch()
    assert not claim.is_ours()
    claim.release()
    assert os.path.exists(claim.path)


def test_sockets_for_another_process_are_not_taken(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LISTEN_PID", "1")
    monkeypatch.setenv("LISTEN_FDS", "1")
    claim = claimed()
    assert claim.path == f"{home}/run/s"
    assert not claim.is_passed
    assert "LISTEN_FDS" not in os.environ
    claim.release()


def test_more_than_one_passed_socket_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert home.exists()
    monkeypatch.setenv("LISTEN_PID", str(os.getpid()))
    monkeypatch.setenv("LISTEN_FDS", "2")
    with pytest.raises(CannotStartError, match="2 sockets"):
        claimed()


def test_nobody_answers_at_a_file_or_at_nothing(home: Path) -> None:
    (home / "file").touch()
    assert not is_answering(f"{home}/file")
    assert not is_answering(f"{home}/nothing")
    with socket.socket(socket.AF_UNIX) as sock:
        sock.bind(f"{home}/bound")
        assert not is_answering(f"{home}/bound")
        sock.listen(1)
        assert is_answering(f"{home}/bound")
