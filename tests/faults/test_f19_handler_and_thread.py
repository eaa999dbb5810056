"""F19: a handler that raises changes nothing; a watcher that died says so and can be replaced."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

import pytest

from lean_ctx_daemon.watch.coalesce import RawEvent
from lean_ctx_daemon.watch.listener import Listener
from lean_ctx_daemon.watch.observer import Watch
from tests.support.watching import Mirror, until


def test_events_go_on_after_a_handler_raised(tmp_path: Path) -> None:
    seen: list[str] = []
    reasons: list[str] = []

    def handler(event: RawEvent) -> None:
        seen.append(event.path)
        raise RuntimeError(event.path)

    watch = Watch(str(tmp_path), Listener(lambda _: False, handler, lambda: None, reasons.append))
    watch.start()
    try:
        for name in ("a.py", "b.py"):
            (tmp_path / name).write_text("x")
            until(partial(seen.__contains__, name))
        assert watch.is_alive
        assert any("a.py" in reason for reason in reasons)
    finally:
        watch.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_a_dead_reader_is_reported_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from watchdog.observers.inotify_c import InotifyFD

    def failing(_: InotifyFD) -> None:
        raise OSError(5, "Input/output error")

    with Mirror(tmp_path) as mirror:
        with monkeypatch.context() as patch:
            patch.setattr(InotifyFD, "read_events", failing)
            (tmp_path / "a.py").write_text("x")
            until(lambda: not mirror.watch.is_alive)
        until(lambda: mirror.reasons)
        assert "died" in mirror.reasons[0]
        assert mirror.watch.coverage.uncovered == ("",)
        (tmp_path / "missed.py").write_text("x")
    started_s = time.monotonic()
    with Mirror(tmp_path) as mirror:
        assert mirror.watch.coverage.is_complete
        assert set(mirror.files) == {"a.py", "missed.py"}
        assert time.monotonic() - started_s < 2
