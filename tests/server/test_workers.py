"""Forked processes of the server, and documents that they help to analyse."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.analysis.sources import MemorySources
from opencl_ls.findings import Finding
from opencl_ls.processes import FORKS
from opencl_ls.server import analyses, workers
from opencl_ls.server.analyses import Analyses
from opencl_ls.server.documents import Document, Documents, apply_range
from opencl_ls.server.workers import Workers, worker_count
from opencl_ls.settings.model import DEFAULT

pytestmark = pytest.mark.skipif(not FORKS, reason="processes are forked on Linux alone")

PATH = "/main.cl"
KERNEL = """\
kernel void spread{0}(global int *out, local int *cells) {{
  cells[get_local_id(0)] = {0};
  out[0] = cells[get_local_id(0) ^ 1] + left_out;
}}
"""
TEXT = "".join(map(KERNEL.format, range(80)))


def all_messages(given: Workers) -> list[bytes]:
    """Return the messages of processes that end by themselves."""
    for pipe in given._pipes:
        # Until it ends.
        os.set_blocking(pipe, True)
    return list(given.messages())


def numbered(number: int, count: int) -> Iterator[bytes]:
    """Yield two messages, of which one is longer than a pipe holds."""
    yield f"{number} of {count}".encode()
    yield bytes([number]) * 100_000


def test_messages_come_from_each_process() -> None:
    given = Workers(numbered, 2)
    found = all_messages(given)
    given.end()
    assert found == [b"0 of 2", bytes(100_000), b"1 of 2", b"\1" * 100_000]


def descriptors(number: int, count: int) -> Iterator[bytes]:
    """Yield how many open files the process has beside its own pipe."""
    assert (number, count) == (0, 1)
    # One of them is the folder that is listed.
    yield str(len(list(Path("/proc/self/fd").iterdir())) - 1).encode()


def test_a_process_has_no_files_of_the_server() -> None:
    with Path(__file__).open():
        given = Workers(descriptors, 1)
    assert all_messages(given) == [b"4"]
    given.end()


def failing(number: int, count: int) -> Iterator[bytes]:
    """Yield one message and then fail."""
    yield b"first"
    raise RuntimeError(number, count)


def test_a_process_that_fails_ends() -> None:
    given = Workers(failing, 1)
    assert all_messages(given) == [b"first"]
    given.end()
    given.end()


def test_no_process_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", fork)
    given = Workers(numbered, 2)
    assert all_messages(given) == []
    given.end()


def endless(number: int, count: int) -> Iterator[bytes]:
    """Yield messages without an end."""
    while True:
        yield f"{number} of {count}".encode()


def is_gone(process: int) -> bool:
    """Wait until a process has ended, by the server or with its work, and return True."""
    try:
        return os.waitpid(process, 0)[0] == process
    except ChildProcessError:
        # The server has seen its end.
        return True


def test_a_process_ends_before_its_work_is_done() -> None:
    given = Workers(endless, 1)
    processes = list(given._processes)
    given.end()
    assert all(map(is_gone, processes))


def test_one_processor_is_left_to_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = []
    for number in (1, 2, 3, 16):
        monkeypatch.setattr(workers, "processors", lambda number=number: number)
        counts.append(worker_count())
    assert counts == [0, 1, 2, 3]


@pytest.fixture
def document() -> Document:
    """Return an open document with many kernels."""
    return Documents().open("file://" + PATH, 1, TEXT)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch, document: Document) -> Analyses:
    """Return the analyses with the document, which two processes help to analyse."""
    monkeypatch.setattr(analyses, "worker_count", lambda: 2)
    made = Analyses(list, lambda _: False)
    made.open(document, DEFAULT)
    made.provisional(document)
    return made


def expected() -> list[Finding]:
    """Return the findings of one process."""
    host = Host(MemorySources({}))
    host.open(PATH, TEXT, DEFAULT)
    return sorted(host.analysis(PATH).findings)


def test_findings_are_the_same(known: Analyses, document: Document) -> None:
    steps = sum(1 for _ in known.go_on(document))
    analysis = known.complete(document)
    assert analysis is not None
    assert sorted(analysis.findings) == expected()
    assert steps > 0


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the processes that are started."""
    processes: list[int] = []

    class Noted(Workers):
        def __init__(self, work: workers.Work, count: int) -> None:
            super().__init__(work, count)
            processes.extend(self._processes)

    monkeypatch.setattr(analyses, "Workers", Noted)
    return processes


def test_processes_that_are_killed_are_no_error(
    known: Analyses, document: Document, started: list[int]
) -> None:
    steps = known.go_on(document)
    next(steps)
    for process in started:
        os.kill(process, signal.SIGKILL)
    for _ in steps:
        pass
    analysis = known.complete(document)
    assert analysis is not None
    assert sorted(analysis.findings) == expected()


def test_processes_go_on_after_an_edit(
    known: Analyses, document: Document, started: list[int]
) -> None:
    next(known.go_on(document))
    # What is typed in a body concerns no other item.
    start = document.lines.offset(1, 2, "utf-16")
    edit = apply_range(document, (1, 2), (1, 2), "out[1] = 1; ", "utf-16")
    assert edit.start == start
    known.edit(document, edit, DEFAULT)
    known.provisional(document)
    for _ in known.go_on(document):
        pass
    assert len(started) == 2
    assert all(map(is_gone, started))
    analysis = known.complete(document)
    assert analysis is not None
    assert len(analysis.findings) == len(expected())


@pytest.mark.parametrize("end", [Analyses.end, lambda known: known.close(PATH)])
def test_processes_end_with_the_document(
    known: Analyses, document: Document, started: list[int], end: Callable[[Analyses], None]
) -> None:
    next(known.go_on(document))
    end(known)
    assert len(started) == 2
    assert all(map(is_gone, started))
