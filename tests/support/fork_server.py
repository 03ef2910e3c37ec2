"""Servers that start at once, as forks of one process that has loaded everything.

A start imports pygls, the grammar and all rules, which costs a second of a processor.  Each process
of pytest that needs servers starts this module once.  It loads what a server loads, and for each
client of its socket forks: the child takes the client's arguments, folder, environment and standard
streams, and runs the real `main`.  `multiprocessing` has a start method of this name and kind.

Only POSIX has `fork` and sockets that carry descriptors: `AVAILABLE` tells.
"""

from __future__ import annotations

import atexit
import marshal
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLIENT = Path(__file__).with_name("fork_client.py")
_STREAMS = ("stdin", "stdout", "stderr")
AVAILABLE = hasattr(os, "fork") and hasattr(socket, "send_fds")


def command(*arguments: str) -> list[str]:
    """Return a command that does what `python -m opencl_ls` does with these arguments.

    The server ends when the process of the command ends, and the other way round, with the same
    exit status.
    """
    return [sys.executable, "-I", "-S", str(CLIENT), _address(), *arguments]


@cache
def _address() -> str:
    """Start the process that forks, and return the path of its socket."""
    folder = tempfile.mkdtemp(prefix="opencl-ls-fork-")
    address = str(Path(folder, "socket"))
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.fork_server", str(listener.fileno())],
            # The end of its input, with this process at the latest, ends it.
            stdin=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            pass_fds=[listener.fileno()],
            start_new_session=True,
        )

    def end() -> None:
        process.communicate()
        shutil.rmtree(folder)

    atexit.register(end)
    return address


def _load() -> None:
    """Load what a server loads before its first document and in the pauses after it."""
    for name in ("opencl_ls.cli.serve", "opencl_ls.server.endpoints"):
        import_module(name)
    from opencl_ls.server.loading import loading
    from opencl_ls.settings.model import DEFAULT

    for _ in loading(lambda: DEFAULT):
        pass


class _Forks:
    """The servers that run, each with the connection of its client while there is one."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._running: dict[int, socket.socket | None] = {}
        self._ended, self._child_ended = socket.socketpair()
        self._child_ended.setblocking(False)
        # A signal without a handler wakes no `select`.
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._child_ended.fileno())
        self._selector = selectors.DefaultSelector()
        for waited in (sys.stdin, listener, self._ended):
            self._selector.register(waited, selectors.EVENT_READ)

    def run(self) -> bool:
        """Fork servers; return True in each of them, and False when no more are wanted."""
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is sys.stdin:
                    for process in self._running:
                        os.kill(process, signal.SIGKILL)
                    return False
                if key.fileobj is self._listener:
                    if self._fork(self._listener.accept()[0]):
                        return True
                elif key.fileobj is self._ended:
                    self._ended.recv(1 << 12)
                    self._reap()
                elif key.data in self._running:
                    # The client has ended before its server.
                    self._forget(key.data)
                    os.kill(key.data, signal.SIGKILL)

    def _fork(self, connection: socket.socket) -> bool:
        _, streams, *_ = socket.recv_fds(connection, 1, 3)
        with connection.makefile("rb") as stream, suppress(EOFError):
            request = marshal.load(stream)
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _become(streams, *request)
                return True
            self._running[process] = connection
            self._selector.register(connection, selectors.EVENT_READ, process)
        # An error means that the client was killed before it had said all.
        for number in streams:
            os.close(number)
        return False

    def _reap(self) -> None:
        """Tell the clients of servers that have ended how they did."""
        for process in list(self._running):
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                self._forget(process, marshal.dumps(os.waitstatus_to_exitcode(status)))
                del self._running[process]

    def _forget(self, process: int, answer: bytes = b"") -> None:
        """Send the client of a server its last answer, if it is still there."""
        connection = self._running[process]
        if connection is not None:
            self._running[process] = None
            self._selector.unregister(connection)
            with connection, suppress(BrokenPipeError):
                connection.sendall(answer)


def _become(streams: list[int], folder: str, arguments: list[str], environment: dict) -> None:
    """Take what a client of this process was started with."""
    for number, name in enumerate(_STREAMS):
        os.dup2(streams[number], number)
        os.close(streams[number])
        # The objects of the process before know what the file was, such as where in it.
        old = getattr(sys, name)
        options = {"encoding": old.encoding, "errors": old.errors, "closefd": False}
        setattr(sys, name, os.fdopen(number, old.mode, **options))
    sys.stderr.reconfigure(line_buffering=True)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments


def main() -> int:
    """Serve the socket whose number is the one argument; in a fork, be the server."""
    _load()
    if not _Forks(socket.socket(fileno=int(sys.argv[1]))).run():
        return 0
    from opencl_ls.cli.main import main as real

    return real()


if __name__ == "__main__":
    sys.exit(main())
