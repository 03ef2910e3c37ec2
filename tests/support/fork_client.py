"""The command that stands for a server that `fork_server` forks: it hands over what it was given.

It is started for each server, so that it imports next to nothing.
"""

from __future__ import annotations

import marshal
import os
import signal
import socket
import sys

if __name__ == "__main__":
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    socket.send_fds(connection, [b"\0"], [0, 1, 2])
    folder = os.getcwd()  # noqa: PTH109 - pathlib takes longer to import than all of this
    connection.sendall(marshal.dumps((folder, sys.argv[2:], dict(os.environ))))
    # Their ends are seen by those at their other ends when the server ends.
    for number in range(3):
        os.close(number)
    answer = connection.recv(64)
    # No answer: the fork server itself was ended, and all servers with it.
    status = marshal.loads(answer) if answer else 1
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)
