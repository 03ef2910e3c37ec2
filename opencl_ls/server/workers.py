"""Processes that are forked for one task, and write messages until they are ended.

They take nothing from the server but its memory.  The server reads the messages that are there,
never waits for one, and does itself what a process did not do, so that the end of one is no error.
"""

from __future__ import annotations

import gc
import os
import signal
import warnings
from contextlib import suppress
from struct import Struct
from typing import TYPE_CHECKING, Final, NoReturn

from opencl_ls.processes import FORKS, processors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Work = Callable[[int, int], Iterator[bytes]]
    """Returns the messages of a process, by its number from 0 on and the number of all."""

_MOST: Final = 3
"""The largest number of processes for a task: the server itself keeps one processor."""
_NICE: Final = 5
"""What is added to the nice value of a process: the server and the editor go first."""
_YOUNG: Final = 100_000
"""The number of new objects after which a process collects: it answers no key."""
_READ: Final = 1 << 16
"""The bytes that are read at a time, as many as a pipe holds on Linux."""
_LENGTH: Final = Struct("<I")


def worker_count() -> int:
    """Return how many processes can help this one: 0 with one processor, or without fork."""
    return min(_MOST, processors() - 1) if FORKS else 0


class Workers:
    """Some forked processes, which do `work`."""

    def __init__(self, work: Work, count: int) -> None:
        _reap()
        self._pipes: dict[int, bytearray] = {}
        self._processes: list[int] = []
        for number in range(count):
            self._start(work, number, count)

    def messages(self) -> Iterator[bytes]:
        """Yield the messages that have arrived; those of one process are in its order."""
        for pipe, rest in self._pipes.items():
            with suppress(BlockingIOError):
                while data := os.read(pipe, _READ):
                    rest.extend(data)
            while len(rest) >= _LENGTH.size:
                end = _LENGTH.size + _LENGTH.unpack_from(rest)[0]
                if len(rest) < end:
                    break
                yield bytes(rest[_LENGTH.size : end])
                del rest[:end]

    def end(self) -> None:
        """End the processes, without a wait for their end."""
        for pipe in self._pipes:
            os.close(pipe)
        for process in self._processes:
            os.kill(process, signal.SIGKILL)
        _ended.extend(self._processes)
        self._pipes, self._processes = {}, []
        _reap()

    def _start(self, work: Work, number: int, count: int) -> None:
        ours, theirs = os.pipe()
        try:
            with warnings.catch_warnings():
                # Python warns of locks that other threads hold: the child takes none of them.
                warnings.simplefilter("ignore", DeprecationWarning)
                process = os.fork()
        except OSError:
            # The system allows no other process.
            os.close(ours)
            os.close(theirs)
            return
        if not process:
            _serve(work, number, count, theirs)
        os.close(theirs)
        os.set_blocking(ours, False)
        self._pipes[ours] = bytearray()
        self._processes.append(process)


_ended: list[int] = []
"""The processes that were ended and may not be gone yet."""


def _reap() -> None:
    """Remove the processes that are gone from the system's table."""
    for process in tuple(_ended):
        with suppress(ChildProcessError):
            if os.waitpid(process, os.WNOHANG) == (0, 0):
                continue
        _ended.remove(process)


def _serve(work: Work, number: int, count: int, pipe: int) -> NoReturn:
    """Write the messages of some work into a pipe, in a forked process, and end it."""
    try:
        os.nice(_NICE)
        # A collection would copy the pages of all objects that the server has.
        gc.freeze()
        gc.set_threshold(_YOUNG)
        # The client sees the end of the server when no process has its pipes or its socket.
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1):
            os.dup2(nowhere, descriptor)
        for descriptor in map(int, os.listdir("/proc/self/fd")):  # noqa: PTH208 - only numbers
            if descriptor not in (0, 1, 2, pipe):
                with suppress(OSError):
                    os.close(descriptor)
        for message in work(number, count):
            data = memoryview(_LENGTH.pack(len(message)) + message)
            while data:
                data = data[os.write(pipe, data) :]
    finally:
        # Nothing that the server registered for its own end may run here.
        os._exit(0)
