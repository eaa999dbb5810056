"""The client as a process, against a daemon whose Service only echoes."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import threading
import time
from collections.abc import Iterator

import pytest

from lctx import __version__
from tests.support.processes import (
    client_command,
    echo_daemon,
    environment,
    instance,
    run_client,
    wait_until,
)


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    """An instance with a running daemon."""
    with instance() as folder, echo_daemon(folder):
        yield folder


def client(home: str, *argv: str, **pipes: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(client_command(*argv), env=environment(home), **pipes)  # type: ignore[call-overload,no-any-return]


def test_output_errors_and_exit_codes_are_the_daemons(home: str) -> None:
    done = run_client(home, "ping")
    assert (done.returncode, done.stdout, done.stderr) == (0, "pong\n", "")
    done = run_client(home, "preload", "fix it")
    assert (done.returncode, done.stdout) == (0, "fix it\n")
    assert "a.py\t1.000\t8000\tfull\t2\n" in done.stderr
    done = run_client(home, "preload", "refuse")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "lctx: no\n      ask otherwise\n")
    assert run_client(home, "preload").returncode == 2


def test_standard_input_goes_where_the_dash_is(home: str) -> None:
    done = subprocess.run(
        client_command("rank", "-", "--top", "1"),
        env=environment(home),
        input=b"fix " * 50_000 + b"it\n",
        capture_output=True,
        check=True,
    )
    assert done.stdout.startswith(b"fix fix ")
    assert b"fix it\t" in done.stdout


def test_endless_standard_input_ends_with_a_reason(home: str) -> None:
    feeder = subprocess.Popen(["yes"], stdout=subprocess.PIPE)
    with feeder:
        done = subprocess.run(
            client_command("rank", "-"),
            env=environment(home),
            stdin=feeder.stdout,
            capture_output=True,
            check=False,
        )
        feeder.kill()
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"1 MiB" in done.stderr


def test_a_large_reply_to_a_slow_reader_is_whole(home: str) -> None:
    with client(home, "preload", "big 3000000", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        time.sleep(0.3)  # meanwhile the client has to take what the daemon sends
        assert len(process.stdout.read()) == 3_000_001
    assert process.returncode == 0


def test_a_reader_that_goes_away_is_no_noise(home: str) -> None:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with client(home, "preload", "big 3000000", **pipes) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert b"lctx:" not in process.stderr.read()
    assert process.returncode == 141


def test_ctrl_c_cancels_and_exits_130(home: str) -> None:
    with client(home, "preload", "sleep 30", stderr=subprocess.PIPE) as process:
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 130


def test_on_a_terminal_there_are_progress_and_a_table(home: str) -> None:
    ours, theirs = pty.openpty()
    process = client(home, "preload", "sleep 0.1", stdout=theirs, stderr=theirs)
    seen = bytearray()

    def read() -> None:
        while True:
            try:
                data = os.read(ours, 65536)
            except OSError:  # the terminal is closed
                return
            if not data:
                return
            seen.extend(data)

    reader = threading.Thread(target=read)
    reader.start()
    assert process.wait() == 0
    os.close(theirs)
    reader.join()
    os.close(ours)
    assert b"sleeping 0/1" in seen
    assert b"relevance" in seen
    assert b"2 of 8000 tokens, 1 files" in seen


def test_arguments_and_folder_may_be_any_bytes(home: str) -> None:
    with subprocess.Popen(
        [*client_command("read", "-m", "full"), b"caf\xe9", "--", "-x"],
        env=environment(home),
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read().startswith(b"==> caf%E9 (full, 1 tokens)\ntext of caf%E9\n")


def test_version_is_the_clients(home: str) -> None:
    assert run_client(home, "--version").stdout == f"lctx {__version__}\n"


def test_stop_starts_no_daemon_and_comes_back_when_it_is_gone() -> None:
    with instance() as folder:
        assert run_client(folder, "stop").stdout == "no daemon is running\n"
        with echo_daemon(folder) as daemon:
            assert run_client(folder, "stop").stdout == "stopped\n"
            wait_until(lambda: daemon.poll() == 0)
            assert run_client(folder, "stop").stdout == "no daemon is running\n"


def test_a_daemon_that_dies_under_a_request_is_a_line_and_75(home: str) -> None:
    with instance() as folder, echo_daemon(folder) as daemon:
        assert folder != home
        with client(folder, "preload", "sleep 30", stderr=subprocess.PIPE) as process:
            time.sleep(0.3)
            daemon.kill()
            assert process.stderr is not None
            assert (
                process.stderr.read() == b"lctx: the daemon ended before it answered; try again\n"
            )
        assert process.returncode == 75
