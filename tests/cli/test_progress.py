"""The progress bar shows on long runs, and is removed at their end."""

from __future__ import annotations

import io

from opencl_ls.cli.progress import Progress


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_short_run_shows_nothing() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = Progress(2, stream, clock)
    clock.now = 0.4
    progress.step("a.cl")
    progress.step("b.cl")
    progress.clear()
    assert stream.getvalue() == ""


def test_a_long_run_shows_how_far_it_is_and_wipes_it_away() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = Progress(4, stream, clock)
    progress.step("a.cl")
    clock.now = 1.0
    progress.step("b.cl")
    progress.step("c.cl")
    assert stream.getvalue() == f"\r\x1b[K[{'#' * 15}{'.' * 15}] 2/4 b.cl"
    clock.now = 1.2
    progress.step("d" * 50)
    assert f"[{'#' * 30}] 4/4 ...{'d' * 27}" in stream.getvalue()
    progress.clear()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_without_a_terminal_nothing_is_written() -> None:
    clock = Clock()
    progress = Progress(2, None, clock)
    clock.now = 9.0
    progress.step("a.cl")
    progress.clear()
