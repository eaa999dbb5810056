"""The thin client: sends the arguments to the daemon and prints what comes back.

It imports `sys`, `os` and `_socket`, and nothing else until something is unusual, because its start
is the product's latency: `select` when output is blocked, `lctx.spawn` when no daemon answers.
Exit codes are the daemon's; 75 when there is none, 130 after Ctrl-C, 141 when the reader went away.

What it does not: know any command or option (except that `stop` alone starts no daemon), parse,
compute or render.

Tests: tests/client/test_client.py, tests/contract/test_client_imports.py
"""

import _socket
import os
import sys

from lctx import __version__, wire
from lctx.address import UnsafeError, check_dir, recorded_path, socket_path

EXIT_UNAVAILABLE = 75
EXIT_CANCELLED = 130
EXIT_BROKEN_PIPE = 141
CONNECT_TIMEOUT_S = 3

_CHUNK_BYTES = 65536
# What the daemon needs to know of the caller's surroundings to render for it.
_WISHES = ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "COLUMNS")


class UnavailableError(Exception):
    """Nobody answers. The message is the one line that the user sees."""


class OtherMajorError(Exception):
    """The daemon that answers is of another major version."""


def main() -> None:
    """Run the command of `sys.argv` and end the process with its exit code."""
    try:
        code = exit_code(sys.argv[1:])
    except KeyboardInterrupt:
        code = EXIT_CANCELLED
    except (UnavailableError, UnsafeError) as error:
        _complain(str(error))
        code = EXIT_UNAVAILABLE
    except BrokenPipeError:
        code = EXIT_BROKEN_PIPE
    except OSError as error:
        _complain(error.strerror or str(error))
        code = 1
    os._exit(code)  # nothing is buffered, and the interpreter's own farewell takes a millisecond


def exit_code(argv: list[str]) -> int:
    """Have the daemon run `argv`, starting it if need be; the exit code it gives."""
    sock = connected()
    if sock is None and argv == ["stop"]:
        os.write(1, b"no daemon is running\n")
        return 0
    try:
        return Conversation(sock or _started()).run(argv)
    except OtherMajorError as error:
        return _exit_code_of_restarted(argv, error)


def connected() -> _socket.socket | None:
    """A connection to the running daemon, or None. Errors: UnsafeError, UnavailableError."""
    path = socket_path()
    sock = _connected_to(path)
    if sock is None:
        recorded = recorded_path()  # a daemon that was started from another environment
        if recorded and recorded != path:
            sock = _connected_to(recorded)
    return sock


class Conversation:
    """One command over one connection: frames in, output and an exit code out."""

    def __init__(self, sock: _socket.socket) -> None:
        self._sock = sock
        self._received = bytearray()
        self._output: list[tuple[int, memoryview]] = []
        self._is_stdin_wanted = False
        self._code: int | None = None

    def run(self, argv: list[str]) -> int:
        """Send the command, print the replies; the exit code."""
        self._send(
            wire.frame(wire.HELLO, _greeting())
            + wire.frame(wire.ARGV, b"".join(os.fsencode(arg) + b"\0" for arg in argv))
        )
        is_cancelled = False
        while self._code is None:
            try:
                self._receive()
                if self._code is None and self._output:
                    self._receive_while_printing()
                if self._is_stdin_wanted:
                    self._send_stdin()
            except KeyboardInterrupt:
                if is_cancelled:  # pressed twice: the daemon is not waited for
                    raise
                is_cancelled = True
                self._send(wire.frame(wire.CANCEL))
        while self._output:
            self._print(_CHUNK_BYTES)
        if argv == ["stop"] and self._code == 0:
            _wait_until_gone()
        return self._code

    def stop_daemon(self) -> None:
        """Tell a daemon of another version to end."""
        self._send(wire.frame(wire.STOP))

    def _send(self, data: bytes) -> None:
        try:
            self._sock.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            self._is_stdin_wanted = False  # the daemon has said all: what it said is read next

    def _receive(self) -> None:
        try:
            data = self._sock.recv(_CHUNK_BYTES)
        except ConnectionResetError:
            data = b""
        if not data:
            raise UnavailableError("the daemon ended before it answered; try again")
        received = self._received
        received += data
        while len(received) >= wire.HEADER_BYTES:
            end = wire.HEADER_BYTES + int.from_bytes(received[:4], "big")
            if len(received) < end:
                break
            kind, payload = received[4], bytes(received[wire.HEADER_BYTES : end])
            del received[:end]
            self._take(kind, payload)

    def _take(self, kind: int, payload: bytes) -> None:
        if kind in {wire.OUT, wire.ERR}:
            self._output.append((1 if kind == wire.OUT else 2, memoryview(payload)))
        elif kind == wire.EXIT:
            self._code = int(payload)
        elif kind == wire.NEED_STDIN:
            self._is_stdin_wanted = True
        elif kind == wire.HELLO:
            version = _version_of(payload)
            if not wire.is_compatible(version, __version__):
                raise OtherMajorError(version)

    def _receive_while_printing(self) -> None:
        """Print what is there without ever keeping the daemon waiting: our reader may be slow."""
        import select

        while self._output and self._code is None:
            readable, writable, _ = select.select([self._sock], [self._output[0][0]], [])
            if writable:
                self._print(select.PIPE_BUF)  # so much never blocks after select
            if readable:
                self._receive()

    def _print(self, n_bytes: int) -> None:
        """Write up to `n_bytes` of the oldest output."""
        fd, data = self._output[0]
        try:
            n_written = os.write(fd, data[:n_bytes])
        except BlockingIOError:  # somebody made the terminal non-blocking
            import select

            select.select([], [fd], [])
            return
        if n_written < len(data):
            self._output[0] = (fd, data[n_written:])
        else:
            self._output.pop(0)

    def _send_stdin(self) -> None:
        """Send standard input to its end, or as far as the daemon wants it."""
        while self._is_stdin_wanted:
            data = os.read(0, _CHUNK_BYTES)
            self._is_stdin_wanted = bool(data)
            self._send(wire.frame(wire.STDIN, data))


def _connected_to(path: str) -> _socket.socket | None:
    try:
        check_dir(os.path.dirname(path))
    except FileNotFoundError:
        return None
    sock = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    # The kernel holds BACKLOG connections; a daemon that takes none is not waited for for ever.
    # (`settimeout` would not do: it makes a full backlog an error at once.)
    _set_send_timeout(sock, CONNECT_TIMEOUT_S)
    try:
        sock.connect(path)
    except (FileNotFoundError, ConnectionRefusedError):
        sock.close()
        return None
    except BlockingIOError:
        raise UnavailableError("the daemon took no connection within 3 s; try again") from None
    _set_send_timeout(sock, 0)
    return sock


def _set_send_timeout(sock: _socket.socket, timeout_s: int) -> None:
    timeval = timeout_s.to_bytes(8, sys.byteorder) + bytes(8)
    sock.setsockopt(_socket.SOL_SOCKET, _socket.SO_SNDTIMEO, timeval)


def _started() -> _socket.socket:
    """A connection to a daemon that is started now, by us or by somebody at the same moment."""
    from lctx.spawn import start_daemon, startup_log_path

    try:
        sock = start_daemon(connected)
    except OSError as error:
        raise UnavailableError(f"no daemon can be started: {error}") from None
    if sock is None:
        raise UnavailableError(
            f"the daemon did not start; see {startup_log_path()}, or run: lctxd --foreground"
        )
    return sock


def _exit_code_of_restarted(argv: list[str], error: OtherMajorError) -> int:
    """Have the daemon of another major version replaced by ours, once, and run `argv` there."""
    way_out = f"the daemon is of version {error}, this is lctx {__version__}; run: lctx stop"
    sock = connected()
    if sock is not None:
        Conversation(sock).stop_daemon()
    _wait_until_gone()
    try:
        return Conversation(_started()).run(argv)
    except OtherMajorError:
        raise UnavailableError(way_out) from None


def _wait_until_gone() -> None:
    from lctx.spawn import is_gone

    if not is_gone():
        raise UnavailableError("the daemon was told to end, but is still there")


def _greeting() -> bytes:
    """The fields of HELLO: who we are, where we stand, and what our output is."""
    try:
        cwd = os.getcwdb()
    except OSError:  # deleted under our feet; absolute arguments work all the same
        cwd = b""
    ttys = [name for fd, name in enumerate(("in", "out", "err")) if os.isatty(fd)]
    fields = {
        "version": __version__,
        "face": "cli",
        "session": os.environ.get("LCTX_SESSION", ""),
        "tty": ",".join(ttys),
        "width": str(os.get_terminal_size(1).columns) if "out" in ttys else "",
    }
    fields.update((name, os.environ[name]) for name in _WISHES if name in os.environ)
    text = "".join(f"{key}={value}\0" for key, value in fields.items())
    return os.fsencode(text) + b"cwd=" + cwd + b"\0"


def _version_of(greeting: bytes) -> str:
    for item in greeting.split(b"\0"):
        if item.startswith(b"version="):
            return item[8:].decode("ascii", "replace")
    return ""


def _complain(message: str) -> None:
    try:  # noqa: SIM105  # `contextlib` costs the client a millisecond
        os.write(2, f"lctx: {message}\n".encode(errors="surrogateescape"))
    except OSError:
        pass  # nobody is there to read it
