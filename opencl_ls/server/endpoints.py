"""Where a session's bytes come from and go to: standard input and output, or a TCP connection."""

from __future__ import annotations

import os
import socket
import sys
import threading
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from opencl_ls.server.session import Outbox, configure_logging, run
from opencl_ls.server.transport import Inbox, read_frames

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 16


def serve_stdio() -> int:
    """Serve one client over standard input and output; return the process's exit status."""
    configure_logging()
    source = os.dup(sys.stdin.fileno())
    target = os.dup(sys.stdout.fileno())
    # Standard output belongs to the protocol: whatever else is printed, by a library or by C code,
    # goes to standard error.
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for the life of the process
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(target, view) :]

    try:
        status = _session(partial(os.read, source, _CHUNK), write)
    except KeyboardInterrupt:
        status = None
    return 1 if status is None else status


def serve_tcp(host: str, port: int) -> int:
    """Serve one client after another; a client's `exit` ends the server, its leaving does not."""
    configure_logging()
    with socket.create_server((host, port)) as listener:
        address, bound = listener.getsockname()[:2]
        print(f"opencl-ls: listening on {address}:{bound}", file=sys.stderr, flush=True)  # noqa: T201
        try:
            while True:
                connection, _ = listener.accept()
                with connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    status = _session(partial(connection.recv, _CHUNK), connection.sendall)
                if status is not None:
                    return status
        except KeyboardInterrupt:
            return 1


def _session(read: Callable[[], bytes], write: Callable[[bytes], None]) -> int | None:
    inbox = Inbox()
    reader = threading.Thread(target=read_frames, args=(read, inbox), name="reader", daemon=True)
    reader.start()
    return run(inbox, Outbox(write))
