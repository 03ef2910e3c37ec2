"""`check --watch`: checks the affected files after each change, until it is interrupted.

The inputs of a result are known: the file, its includes, the places at which another file would be
included instead, and the settings files.  They are polled in turn.  That takes no library, works on
network drives, and sees files that an editor replaces by renaming.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.cli.checker import Checker
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.model import Run, counted
from opencl_ls.cli.paths import collect, is_folder
from opencl_ls.cli.reports import report
from opencl_ls.cli.rounds import against, check_files, finish, open_baseline, say_if_none
from opencl_ls.cli.terminal import complain, is_terminal, write
from opencl_ls.settings.files import settings_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.model import FileResult

    Stamp = tuple[int, ...] | None

INTERVAL: Final = 0.2
"""The interval of polling, in seconds: people perceive it as immediate."""
SETTLING: Final = 0.03
"""The time after a change, in seconds, in which further ones belong to it."""
_SHARE: Final = 20
"""Polling takes at most one part of the time in this many."""
_TICK: Final = 20_000_000
"""The largest delay of file times against the clock, in nanoseconds."""
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"


class _Look(NamedTuple):
    """The state of the disk: the files to check, and the states of all files that are read."""

    paths: tuple[str, ...]
    stamps: dict[str, Stamp]


def watch(
    options: CheckOptions,
    pause: Callable[[float], None] = time.sleep,
    now: Callable[[], str] = lambda: time.strftime("%H:%M:%S"),
) -> int:
    """Check whenever something changes; the exit status after an interrupt is the last one.

    The first round raises UsageError and KeyboardInterrupt.  Later an option may name a file that
    is just being edited.
    """
    state = _State(options)
    look = state.look()
    try:
        _round(state, look, now())
        while True:
            look = _next_look(state, pause)
            try:
                _round(state, look, now())
            except UsageError as error:
                complain(str(error))
                state.status = 2
    except KeyboardInterrupt:
        if state.status is None:
            raise
        return state.status


def _round(state: _State, look: _Look, time_of_day: str) -> None:
    """Check the changed files, and report everything."""
    options = state.options
    state.seen = look
    checker = Checker(options)
    state.has_hosts = checker.has_hosts
    baseline = open_baseline(options)
    number = state.update(checker, look)
    if is_terminal(sys.stdout):
        write(_CLEAR, sys.stdout)
    say_if_none(look.paths, options)
    run = against(baseline, Run(state.results[path] for path in look.paths), options)
    report(run, options, sys.stdout)
    state.status = finish(run, options)
    if not options.quiet:
        checked = f"{number} of {counted(len(look.paths), 'file')}"
        write(f"{time_of_day} checked {checked}; Ctrl-C ends\n\n", sys.stdout)


def _next_look(state: _State, pause: Callable[[float], None]) -> _Look:
    """Wait until something changes, and then until nothing changes any more."""
    start = time.monotonic()
    look = state.look()
    interval = max(INTERVAL, _SHARE * (time.monotonic() - start))
    while look == state.seen:
        pause(interval)
        look = state.look()
    while True:
        pause(SETTLING)
        after = state.look()
        if after == look:
            return look
        look = after


class _State:
    """The state between two rounds: the results, and the states of their inputs.

    `seen` is the state of the disk in the last round, `status` its exit status.
    """

    def __init__(self, options: CheckOptions) -> None:
        self.options = options
        # A settings file that changes counts from the next round on.
        self.has_hosts = Checker(options).has_hosts
        self.results: dict[str, FileResult] = {}
        self.seen = _Look((), {})
        self.status: int | None = None
        self._sources: dict[str, frozenset[str]] = {}
        self._named = {options.baseline} if options.baseline is not None else set[str]()
        if options.config is None:
            # They say what is searched for, in a folder without a kernel as well.
            for folder in filter(is_folder, options.paths):
                self._named.update(_settings_of(f"{folder}/kernel.cl"))
        self._stamps: dict[str, Stamp] = {}

    def look(self) -> _Look:
        """Poll the disk."""
        paths = tuple(collect(self.options.paths, self.has_hosts))
        files = {*paths, *self._all_sources()}
        return _Look(paths, {file: _stamp(file) for file in files})

    def update(self, checker: Checker, look: _Look) -> int:
        """Check the files for which something changed, and return their number."""
        began = time.time_ns() - _TICK
        changed = {file for file in look.stamps if look.stamps[file] != self._stamps.get(file, ())}
        stale = [
            path
            for path in look.paths
            if path not in self.results or not changed.isdisjoint(self._sources[path])
        ]
        found = dict(zip(stale, check_files(checker, stale, self.options), strict=True))
        self.results = {path: found.get(path) or self.results[path] for path in look.paths}
        self._sources = {
            path: _sources(found[path], self.options) if path in found else self._sources[path]
            for path in look.paths
        }
        self._stamps = {
            file: look.stamps[file] if file in look.stamps else _stamp(file, began)
            for file in {*look.paths, *self._all_sources()}
        }
        self.seen = _Look(look.paths, self._stamps)
        return len(stale)

    def _all_sources(self) -> set[str]:
        return self._named.union(*self._sources.values())


def _sources(result: FileResult, options: CheckOptions) -> frozenset[str]:
    """Return the files, existing or not, whose change can change a result."""
    settings = (options.config,) if options.config is not None else _settings_of(result.path)
    return frozenset((result.path, *result.files, *result.missed, *settings))


def _settings_of(path: str) -> Iterable[str]:
    return settings_files(str(Path.cwd() / Path(path).parent))


def _stamp(file: str, began: int | None = None) -> Stamp:
    """Return a stamp of the state of a file; None if there is no file.

    A file that changed since a round `began` may have been read before: its state is not known.
    """
    try:
        status = os.stat(file)  # noqa: PTH116 (of each file, five times a second)
    except (OSError, ValueError):
        return None
    if began is not None and status.st_mtime_ns >= began:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino
