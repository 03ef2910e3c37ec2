"""Shows in which stages a cold check spends its CPU time, over many files.

    python -m benchmarks.stages [FILE|FOLDER...] [--corpus ROOT LIST] [--dearest 50] [--sample 200]
        [--seed 1]

The inputs are those of `cold_check`.  All are preprocessed: the dearest have the most lines
of expanded text.  These and a random sample of the others are then checked once in this process,
each without the memory of any other, with timers in the functions that begin a stage.  The time of
a stage is its own, without that of the stages inside of it.  The tables have CPU milliseconds for
each thousand lines of expanded text and the share of each stage, and then the dearest files one by
one.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks import figures, inputs
from benchmarks.cold_check import Source, list_sources
from opencl_ls.analysis.host import Host, check
from opencl_ls.cli.checker import prepare
from opencl_ls.disk import DiskFiles
from opencl_ls.settings.options import from_build_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.preprocess.chunks import Piece
    from opencl_ls.settings.model import Settings

BEGINNINGS: Final = {
    "opencl_ls.preprocess.preprocessor:Preprocessor.__init__": "preprocess",
    "opencl_ls.analysis.groups:ItemGroups.of": "split",
    "opencl_ls.syntax.recovery:recover": "recover",
    "opencl_ls.syntax.recovery:recover_misread": "recover",
    "opencl_ls.syntax.tree:_parsed_within": "parse",
    "opencl_ls.syntax.lower:lower": "lower",
    "opencl_ls.semantics.names.bind:bind": "bind",
    "opencl_ls.semantics.typing.expressions:type_item": "type",
    "opencl_ls.linter.walk:check_item": "rules",
    "opencl_ls.linter.unit_rules:run_unit_rules": "unit rules",
    "opencl_ls.semantics.memory.interleaving.analysis:analyse": "races",
    "opencl_ls.analysis.placement:Placement.group": "render",
}
"""The stage that begins with a function; a stage with several functions is their sum."""
REST: Final = "rest"
STAGES: Final = (*dict.fromkeys(BEGINNINGS.values()), REST)


class Profile(NamedTuple):
    """The CPU seconds of a check by stage, and its lines of expanded text."""

    source: Source
    seconds: dict[str, float]
    lines: int

    @property
    def total(self) -> float:
        """All seconds of the check."""
        return sum(self.seconds.values())


class Timers:
    """Timers in the functions of `BEGINNINGS`, for as long as the context lasts."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.lines = 0
        self._stage = REST
        self._since = 0.0
        self._undo: list[tuple[Any, str, object]] = []

    def start(self) -> None:
        """Forget what was measured before, and begin with the rest."""
        self.seconds = dict.fromkeys(STAGES, 0.0)
        self.lines = 0
        self._since = time.process_time()

    def stop(self) -> dict[str, float]:
        """Return the seconds of each stage since the start."""
        self._enter(REST)
        return self.seconds

    def __enter__(self) -> Timers:
        """Put a timer into each function, wherever a module has imported it."""
        for name, stage in BEGINNINGS.items():
            owner, last, function = found(name)
            for place in [owner] if isinstance(owner, type) else _holders(function, last):
                self._undo.append((place, last, function))
                setattr(place, last, self._timed(function, stage))
        return self

    def __exit__(self, *_: object) -> None:
        """Take the timers out again."""
        for place, name, function in self._undo:
            setattr(place, name, function)
        self._undo.clear()

    def _timed(self, function: Any, stage: str) -> Any:
        if isinstance(function, staticmethod | classmethod):
            return type(function)(self._timed(function.__func__, stage))

        @functools.wraps(function)
        def timed(*arguments: Any, **named: Any) -> Any:
            if stage == "split":
                self.lines += _lines(arguments[-1].pieces)
            before = self._enter(stage)
            try:
                return function(*arguments, **named)
            finally:
                self._enter(before)

        return timed

    def _enter(self, stage: str) -> str:
        now = time.process_time()
        before = self._stage
        self.seconds[before] += now - self._since
        self._stage, self._since = stage, now
        return before


def found(name: str) -> tuple[Any, str, Any]:
    """Return the class or module that holds a function of `BEGINNINGS`, its name, and itself."""
    module, _, path = name.partition(":")
    *outer, last = path.split(".")
    owner: Any = importlib.import_module(module)
    for each in outer:
        owner = getattr(owner, each)
    return owner, last, vars(owner)[last]


def _holders(function: object, name: str) -> list[Any]:
    """Return the modules in which a name is a function."""
    loaded = [module for key, module in sys.modules.items() if key.startswith("opencl_ls")]
    return [module for module in loaded if vars(module).get(name) is function]


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    inputs.add_options(parser)
    add = parser.add_argument
    add("--corpus", nargs=2, type=Path, metavar=("ROOT", "LIST"), help="kernels with their options")
    add("--std", default="CL2.0", help="for files without options of their own [CL2.0]")
    add("--dearest", type=int, default=50, help="how many of the files that cost most [50]")
    add("--sample", type=int, default=200, help="how many of the others [200]")
    add("--seed", type=int, default=1, help="of the sample [1]")
    options = parser.parse_args(arguments)
    print(figures.machine(), end="\n\n")
    prepare()
    with tempfile.TemporaryDirectory() as made:
        sources = list_sources(options, Path(made))
        # The first check of a process also reads the tables.
        _check(sources[0])
        host = Host(DiskFiles())
        ordered = sorted(sources, key=functools.partial(expanded_lines, host), reverse=True)
        dearest, others = ordered[: options.dearest], ordered[options.dearest :]
        chance = Random(options.seed)  # noqa: S311
        sample = chance.sample(others, min(options.sample, len(others)))
        with Timers() as timers:
            _show("dearest", [_profile(source, timers) for source in dearest], each=True)
            _show("sample", [_profile(source, timers) for source in sample], each=False)
    return 0


def expanded_lines(host: Host, source: Source) -> int:
    """Return how many lines of expanded text a file has: it is preprocessed, and no more."""
    path = str(source.path)
    host.open(path, host._files.read(path) or "", _settings(source))
    unit = host._documents[path].preprocessor.unit
    host.close(path)
    return _lines(unit.pieces)


def _lines(pieces: Sequence[Piece]) -> int:
    return sum(piece.text.count("\n") for piece in pieces)


def _profile(source: Source, timers: Timers) -> Profile:
    timers.start()
    _check(source)
    return Profile(source, timers.stop(), timers.lines)


def _check(source: Source) -> None:
    """Check a file without the memory of any other."""
    assert check(str(source.path), DiskFiles(), _settings(source)).findings is not None


def _settings(source: Source) -> Settings:
    settings, _ = from_build_options([*source.options, "-cl-ext=+all"])
    return settings


def _show(name: str, profiles: list[Profile], *, each: bool) -> None:
    """Print the sums over some files, and each of them."""
    if not profiles:
        return
    lines = sum(profile.lines for profile in profiles)
    total = sum(profile.total for profile in profiles)
    print(f"{len(profiles)} files ({name}), {lines} expanded lines, {total:.2f} s of CPU time:\n")
    print(figures.heading("what", "ms for 1,000 lines", "share"))
    for stage in STAGES:
        spent = sum(profile.seconds[stage] for profile in profiles)
        cells = [stage, f"{spent * 1e6 / max(1, lines):.1f}", f"{100 * spent / total:.1f} %"]
        print(figures.row(cells))
    if each:
        print(f"\n{figures.heading('file', 'lines', 'ms', *STAGES)}")
        for profile in profiles:
            shares = [f"{profile.seconds[stage] * 1000:.0f}" for stage in STAGES]
            name, whole = profile.source.path.name, f"{profile.total * 1000:.0f}"
            print(figures.row([name, profile.lines, whole, *shares]))
    print(flush=True)


if __name__ == "__main__":
    sys.exit(main())
