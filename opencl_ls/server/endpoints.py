"""The connection of a session: standard input and output, or TCP."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING

from opencl_ls.server.outbox import Outbox
from opencl_ls.server.session import configure_logging, run
from opencl_ls.server.transport import Inbox, read_frames

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger(__name__)

_CHUNK = 1 << 16
_PATIENCE = 5.0
_STACK = 16 << 20
_MOST_CLIENTS = 32


def serve_stdio() -> int:
    """Serve one client over standard input and output; return the process's exit status."""
    configure_logging()
    source = os.dup(sys.stdin.fileno())
    target = os.dup(sys.stdout.fileno())
    # Standard output belongs to the protocol: other output, of libraries or C code, goes to
    # standard error.
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for the life of the process
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(target, view) :]

    try:
        # Only the end of the process ends a write to a full pipe.
        status = session(partial(os.read, source, _CHUNK), write, partial(os._exit, 1))
    except KeyboardInterrupt:
        status = None
    return 1 if status is None else status


def serve_tcp(host: str, port: int) -> int:
    """Serve clients, each in its own session; return the process's exit status.

    A client's `exit` ends the server as soon as no other is connected; a disconnection does not.
    """
    configure_logging()
    # A thread may have a much smaller stack than the main thread.
    threading.stack_size(_STACK)
    with socket.create_server((host, port)) as listener:
        address, bound = listener.getsockname()[:2]
        print(f"opencl-ls: listening on {address}:{bound}", file=sys.stderr, flush=True)  # noqa: T201
        clients = _Clients(listener)
        threading.Thread(target=clients.accept, name="listener", daemon=True).start()
        try:
            end = clients.end.get()
        except KeyboardInterrupt:
            return 1
    if isinstance(end, OSError):
        raise end
    return end


class _Clients:
    """The connections of a listening server; `end` gets the status that it ends with."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        self._count = 0
        self._status: int | None = None
        self._counting = threading.Lock()
        self.end: Queue[int | OSError] = Queue()

    def accept(self) -> None:
        """Take connections until the listener fails."""
        while True:
            try:
                connection, _ = self._listener.accept()
            except ConnectionError:
                continue
            except OSError as error:
                self.end.put(error)
                return
            with self._counting:
                self._count += 1
                welcome = self._count <= _MOST_CLIENTS
            if welcome:
                serve = partial(self._serve, connection)
                threading.Thread(target=serve, name="session", daemon=True).start()
            else:
                logger.warning("a client was turned away: %d are connected", _MOST_CLIENTS)
                self._leave(connection, None)

    def _serve(self, connection: socket.socket) -> None:
        status = None
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            read = partial(connection.recv, _CHUNK)
            status = session(read, connection.sendall, partial(hang_up, connection))
        finally:
            self._leave(connection, status)

    def _leave(self, connection: socket.socket, status: int | None) -> None:
        hang_up(connection)
        connection.close()
        with self._counting:
            self._count -= 1
            if status is not None:
                self._status = status
            if not self._count and self._status is not None:
                self.end.put(self._status)


def session(
    read: Callable[[], bytes],
    write: Callable[[bytes], None],
    abandon: Callable[[], None],
    patience: float = _PATIENCE,
) -> int | None:
    """Serve one client; `abandon` must end a running `write`, or the process.

    It is called for a client that reads nothing for `patience` seconds although it has closed its
    input, or has sent more than the queue holds.  Other clients have no time limit.
    """
    inbox, outbox, over = Inbox(), Outbox(write), threading.Event()

    def given_up(waits: Callable[[float], bool]) -> bool:
        sent = -1
        while not waits(patience):
            if outbox.sending and outbox.sent == sent:
                abandon()
                return True
            sent = outbox.sent if outbox.sending else -1
        return False

    def read_when_there_is_room() -> bytes:
        return b"" if given_up(inbox.await_room) else read()

    def listen() -> None:
        read_frames(read_when_there_is_room, inbox)
        given_up(over.wait)

    threading.Thread(target=listen, name="reader", daemon=True).start()
    try:
        return run(inbox, outbox)
    finally:
        over.set()


def hang_up(connection: socket.socket) -> None:
    """End a connection; a mere `close` does not wake threads that read or write."""
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
