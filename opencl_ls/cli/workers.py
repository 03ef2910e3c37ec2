"""The check of many files, on several processors, with results in the order of the files."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.model import FileResult, Problem
from opencl_ls.cli.paths import STANDARD_INPUT

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

# For fewer files one process is done before others have started.
FEW_FILES: Final = 12
_LARGEST_CHUNK: Final = 8


def check_all(
    check: Callable[[str], FileResult], paths: Sequence[str], jobs: int | None
) -> Generator[FileResult, None, None]:
    """Yield the result of `check` for each path, in the order of the paths.

    `check` must be picklable, since it may run in other processes.
    """
    number = process_count(len(paths), jobs)
    if number == 1 or STANDARD_INPUT in paths:
        # Only this process has the standard input.
        yield from map(check, paths)
    else:
        yield from _in_processes(check, paths, number)


def process_count(files: int, jobs: int | None) -> int:
    """Return the number of processes for a number of files; `jobs` is the user's option."""
    if jobs is None:
        jobs = 1 if files < FEW_FILES else _processors()
    return max(1, min(jobs, files))


def _in_processes(
    check: Callable[[str], FileResult], paths: Sequence[str], number: int
) -> Generator[FileResult, None, None]:
    import multiprocessing  # noqa: PLC0415 (slow; often not needed)
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

    # A forked process has the rules and the built-ins loaded already, and on Linux forking is
    # safe as long as no thread runs, which is the case here.  Elsewhere system libraries start
    # threads of their own, so processes are spawned.
    method = "fork" if sys.platform == "linux" else "spawn"
    chunk = max(1, min(_LARGEST_CHUNK, len(paths) // (number * 4)))
    done = 0
    with ProcessPoolExecutor(
        number,
        mp_context=multiprocessing.get_context(method),
        initializer=_start_worker,
        initargs=(check,),
    ) as pool:
        # `pool.map` would cancel what is left when the caller has stopped, and the pool's thread
        # shows a traceback where it finds a cancelled future after a process has ended.
        chunks = [paths[start : start + chunk] for start in range(0, len(paths), chunk)]
        waited = [pool.submit(_check_in_worker, each) for each in chunks]
        try:
            for future in waited:
                for result in future.result():
                    yield result
                    done += 1
        except BrokenProcessPool:
            # The operating system ended a process, most likely for lack of memory.
            for path in paths[done:]:
                problem = Problem(path, "not checked: a worker process ended; try -j 1")
                yield FileResult(path, problems=(problem,), checked=False)
        except BaseException:
            # The caller has stopped, as after an interrupt.  The pool's thread ends
            # with the processes and is waited for: Python's exit would write into a pipe that the
            # thread may just have closed, and show a traceback.
            for process in multiprocessing.active_children():
                process.terminate()
            raise


_worker_check: Callable[[str], FileResult] | None = None


def _start_worker(check: Callable[[str], FileResult]) -> None:
    import signal  # noqa: PLC0415 (of workers alone)

    global _worker_check  # noqa: PLW0603 (a worker's one piece of state)
    _worker_check = check
    # An interrupt of the terminal reaches all processes; the first one handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check_in_worker(paths: Sequence[str]) -> list[FileResult]:
    assert _worker_check is not None
    return [_worker_check(path) for path in paths]


def _processors() -> int:
    # A container may leave the process fewer processors than the machine has.
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1
