"""The check of many files, on several processors, with results in the order of the files.

A process analyses a header once for all files that include it, and files beside each other often
share headers.  So each process has a share of neighbours that costs about as much as the others.
It takes the dearest file first.  A process without work takes the cheapest file of another share,
so that all end at about the same time.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.cli.model import FileResult, Problem
from opencl_ls.cli.paths import STANDARD_INPUT
from opencl_ls.processes import FORKS, processors

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext
    from multiprocessing.process import BaseProcess

    Check = Callable[[str], FileResult]

# A forked process has the rules and the built-ins loaded already; any other starts with nothing.
_LEAST_BYTES: Final = 10_000 if FORKS else 100_000
"""The bytes of files whose check takes several times as long as the start of a process."""
_LEAST_FILES: Final = 6 if FORKS else 12
"""The number of files of any size for which a process is started: their headers may be long."""
_AHEAD: Final = 2
"""The number of files that a process has at a time, so that it never waits for the next one."""


def check_all(
    check: Check, paths: Sequence[str], jobs: int | None
) -> Generator[FileResult, None, None]:
    """Yield the result of `check` for each path, in the order of the paths.

    `jobs` is the number of processes, by default as many as pay, up to one for each processor.
    `check` must be picklable, since it may run in other processes.
    """
    # Only this process has the standard input.
    is_here = jobs == 1 or len(paths) <= 1 or STANDARD_INPUT in paths
    costs = [] if is_here else [_cost(path) for path in paths]
    number = 1 if is_here else process_count(costs, jobs)
    if number == 1:
        yield from map(check, paths)
    else:
        yield from _in_processes(check, paths, shares(costs, number))


def process_count(costs: Sequence[int], jobs: int | None) -> int:
    """Return the number of processes for files of some sizes in bytes; `jobs` is the option."""
    if jobs is None:
        paying = max(sum(costs) // _LEAST_BYTES, len(costs) // _LEAST_FILES)
        jobs = min(paying, processors())
    return max(1, min(jobs, len(costs)))


def shares(costs: Sequence[int], number: int) -> list[deque[int]]:
    """Split files into shares of neighbours of about equal cost; the dearest comes first in each.

    `costs` has a number for each file; a share holds the files' places in `costs`.
    """
    whole = sum(costs) + len(costs)
    parts: list[list[int]] = [[] for _ in range(number)]
    before = 0
    for place, cost in enumerate(costs):
        # The middle of a file decides in which share it is.
        parts[(2 * before + cost) * number // (2 * whole)].append(place)
        before += cost + 1
    return [deque(sorted(part, key=lambda place: -costs[place])) for part in parts]


class _Worker(Struct, eq=False):
    """A process, the places of the files that it has, and those of the files of its share."""

    process: BaseProcess
    connection: Connection
    share: deque[int]
    has: deque[int]


def _in_processes(
    check: Check, paths: Sequence[str], parts: Iterable[deque[int]]
) -> Generator[FileResult, None, None]:
    import multiprocessing  # noqa: PLC0415 (slow; often not needed)
    from multiprocessing.connection import wait  # noqa: PLC0415

    context = multiprocessing.get_context("fork" if FORKS else "spawn")
    workers: list[_Worker] = []
    found: dict[int, FileResult] = {}
    try:
        for share in parts:
            workers.append(_start(context, check, share, [each.connection for each in workers]))
        for worker in workers:
            _give(worker, workers, paths)
        for place in range(len(paths)):
            while place not in found:
                busy = [each for each in workers if each.has]
                if not busy:
                    found[place] = _not_checked(paths[place])
                    break
                ready = wait([each.connection for each in busy])
                for worker in busy:
                    if worker.connection in ready:
                        _take(worker, paths, found)
                        _give(worker, workers, paths)
            yield found.pop(place)
    finally:
        # They wait for the next file, or the caller has stopped, as after an interrupt.
        for worker in workers:
            worker.process.terminate()
        for worker in workers:
            worker.process.join()
            worker.connection.close()


def _start(
    context: BaseContext, check: Check, share: deque[int], others: Sequence[Connection]
) -> _Worker:
    ours, theirs = context.Pipe()
    # A forked process has the ends of all pipes so far: it would not see that this process ended.
    inherited = (ours, *others) if FORKS else ()
    process = context.Process(target=_work, args=(check, theirs, inherited), daemon=True)  # type: ignore[attr-defined]
    process.start()
    theirs.close()
    return _Worker(process, ours, share, deque())


def _give(worker: _Worker, workers: Sequence[_Worker], paths: Sequence[str]) -> None:
    """Give a worker what it lacks of files, of its own share or the cheapest of the largest one."""
    while not worker.connection.closed and len(worker.has) < _AHEAD:
        largest = max(workers, key=lambda each: len(each.share))
        if worker.share:
            place = worker.share.popleft()
        elif largest.share:
            place = largest.share.pop()
        else:
            return
        worker.has.append(place)
        try:
            worker.connection.send(paths[place])
        except OSError:
            # It has ended, which `_take` finds.
            return


def _take(worker: _Worker, paths: Sequence[str], found: dict[int, FileResult]) -> None:
    """Take a result of a worker, or note that it has ended."""
    try:
        result = worker.connection.recv()
    except (EOFError, OSError):
        # The operating system ended the process, most likely for lack of memory.
        worker.connection.close()
        found.update((place, _not_checked(paths[place])) for place in worker.has)
        worker.has.clear()
    else:
        found[worker.has.popleft()] = result


def _not_checked(path: str) -> FileResult:
    problem = Problem(path, "not checked: a worker process ended; try -j 1")
    return FileResult(path, problems=(problem,), checked=False)


def _work(check: Check, connection: Connection, inherited: Sequence[Connection]) -> None:
    """Check files, in a process of its own, for as long as the first process asks for any."""
    import signal  # noqa: PLC0415 (of workers alone)

    # An interrupt of the terminal reaches all processes; the first one handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in inherited:
        each.close()
    try:
        while True:
            connection.send(check(connection.recv()))
    except (EOFError, OSError):
        # The first process has ended.
        return


def _cost(path: str) -> int:
    """Return an estimate of what a file costs: its size in bytes."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0
