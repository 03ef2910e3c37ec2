"""Times the first look at files beside clang and clangd, by turns in one run.

    python -m benchmarks.first_look [--corpus ROOT LIST] [--dearest 50] [--sample 500] [--jobs 2]
        [--clang clang-19] [--clangd clangd] [--starts 3] [--only dearest|many|unseen]

LIST is that of `cold_check`.  Without one, kernels are generated.  Three parts:

`dearest`: the files with the most lines of text after preprocessing, each in a process of its own;
CPU time.  "cold" begins with an empty cache.  "kept" is the check of the same file with one kernel
more, so that nothing is known of the file, and all is known of its headers.

`many`: a sample of the files by `opencl-ls check --jobs 2`, beside clang one by one, as in the last
part of `cold_check`.

`unseen`: a new server with an empty cache opens a short file and, after a second in which it loads,
a generated file of 150 to 16,000 lines, timed to its first diagnostics and to all that it has, in
milliseconds.  "CPU" is the time of the server until then, "workers" that of the processes that it
started for the file; "MiB" is its resident memory, "held" theirs.  These need Linux.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from benchmarks import client, cold_check, figures, inputs
from benchmarks.client import Server

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.client import Publish
    from benchmarks.cold_check import Source
    from benchmarks.inputs import Input

PARTS = ("dearest", "many", "unseen")
COMPARED: Final = ("complete", "CPU", "MiB")
"""The columns with clangd beside them, which starts no processes."""
SILENCE: Final = 2.0
"""The seconds without diagnostics, at first and for each 1,000 lines, after which none follow."""
LOADING: Final = 1.0
"""The seconds in which a server loads what comes after its first answer."""

_ONE_MORE: Final = "\nkernel void one_more(global int *out) { out[get_global_id(0)] = 1; }\n"
_MISTAKE: Final = "kernel void last_of_all(void) { left_out(); }\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    inputs.add_options(parser)
    add = parser.add_argument
    add("--corpus", nargs=2, type=Path, metavar=("ROOT", "LIST"), help="kernels with their options")
    add("--clang", default="clang-19", help="the command of clang [clang-19]")
    add("--clangd", help="the command of clangd; without it only our server is timed")
    add("--std", default="CL2.0", help="for files without options of their own [CL2.0]")
    add("--dearest", type=int, default=50, help="how many of the dearest files [50]")
    add("--sample", type=int, default=500, help="how many files of all [500]")
    add("--jobs", type=int, default=2, help="how many processes share the sample [2]")
    add("--starts", type=int, default=3, help="how many servers are started for a figure [3]")
    add("--only", action="append", choices=PARTS, help="a part; all of them without it")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    clang = (options.clang, *cold_check.CLANG)
    print(figures.machine(), end="\n\n")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        if "dearest" in parts or "many" in parts:
            sources = cold_check.list_sources(options, folder)
            # The first run also compiles the modules.
            cold_check.run([*cold_check.OURS, "--no-cache", str(sources[0].path)])
        if "dearest" in parts:
            counted = [(source, expanded_lines(source, options.clang)) for source in sources]
            ordered = sorted(counted, key=lambda entry: -entry[1])
            dearest(ordered[: options.dearest], clang, folder)
        if "many" in parts:
            sample = sources[:: max(1, len(sources) // options.sample)][: options.sample]
            cold_check.folder(sample, clang, options.jobs, folder, at_a_time=1)
            print()
        if "unseen" in parts:
            commands = [client.OURS, *([client.clangd(options.clangd)] if options.clangd else [])]
            peer = ("clangd", "ratio") if options.clangd else ()
            names = [(name, *(peer if name in COMPARED else ())) for name in _Look._fields]
            print(figures.heading("file", "lines", *chain.from_iterable(names)))
            for lines in options.lines or inputs.SIZES:
                kernel = inputs.write_synthetic(folder, lines)
                unseen(commands, kernel, folder, options)
    return 0


def expanded_lines(source: Source, clang: str) -> int:
    """Return how many lines of a file are left after preprocessing, headers included."""
    command = [clang, "-x", "cl", "-E", "-P", "-w", *source.options, str(source.path)]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.stdout.count(b"\n")


def dearest(sources: list[tuple[Source, int]], clang: tuple[str, ...], made: Path) -> None:
    """Check files by turns: cold, and again with one kernel more."""
    head = ("lines", "clang ms", "cold ms", "ratio", "kept ms", "ratio")
    print(figures.heading("file", *head))
    ratios: list[tuple[float, float]] = []
    for number, (source, lines) in enumerate(sources):
        text = source.path.read_bytes() + _ONE_MORE.encode()
        folder = made / f"more_{number}"
        folder.mkdir()
        more = folder / source.path.name
        more.write_bytes(text)
        cache = {"OPENCL_LS_CACHE": str(folder / "cache")}
        beside = [f"-I{source.path.parent}", *source.options]
        theirs = cold_check.run([*clang, *source.options, str(source.path)]).cpu
        ours = [*cold_check.OURS, *source.options, str(source.path)]
        cold = cold_check.run(ours, environment=cache).cpu
        kept = cold_check.run([*cold_check.OURS, *beside, str(more)], environment=cache).cpu
        ratios.append((cold / theirs, kept / theirs))
        cells = [f"{theirs * 1000:.0f}", f"{cold * 1000:.0f}", f"{cold / theirs:.2f}"]
        cells += [f"{kept * 1000:.0f}", f"{kept / theirs:.2f}"]
        print(figures.row([source.path.name, lines, *cells]), flush=True)
    for name, each in zip(("cold", "kept"), zip(*ratios, strict=True), strict=True):
        print(
            f"\n{name}: ratio {statistics.median(each):.2f} in the median, {max(each):.2f} at most"
        )
    print()


def unseen(
    commands: list[client.Command], kernel: Input, folder: Path, options: argparse.Namespace
) -> None:
    """Measure new servers until all that a file has is known, and their memory."""
    counts = [_diagnostics(command, kernel, folder, options) for command in commands]
    rows: list[list[_Look]] = [[] for _ in commands]
    for start in range(options.starts):
        for number, command in enumerate(commands):
            cache = folder / f"{kernel.path.stem}_{start}_{number}"
            rows[number].append(_look(_server(command, cache, options), kernel, counts[number]))
    ours, *peers = [[*zip(*row, strict=True)] for row in rows]
    cells: list[object] = []
    for number, name in enumerate(_Look._fields):
        cells.append(_middle(ours[number]))
        if name in COMPARED and peers:
            theirs = peers[0][number]
            cells += [_middle(theirs), figures.ratio(ours[number], theirs)]
    print(figures.row([kernel.path.name, kernel.lines, *cells]), flush=True)


def _middle(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.0f}"


class _Look(NamedTuple):
    """Milliseconds on the clock, then of CPU time, and MiB; the columns of the table."""

    open: float
    complete: float
    CPU: float
    workers: float
    MiB: float
    held: float


def _look(server: Server, kernel: Input, count: int) -> _Look:
    """Measure a server until it has published a number of diagnostics, and end it."""
    before = server.spent()
    sent = server.open(kernel.path, kernel.text + _MISTAKE)
    first = server.diagnostics(kernel.path, sent).time - sent
    complete = server.diagnostics(kernel.path, sent, lambda it: len(it.messages) >= count).time
    own, ended = (now - then for now, then in zip(server.spent(), before, strict=True))
    memory = server.resident() / 1024, server.resident_children() / 1024
    server.close()
    return _Look(first * 1000, (complete - sent) * 1000, own, ended, *memory)


def _diagnostics(
    command: client.Command, kernel: Input, folder: Path, options: argparse.Namespace
) -> int:
    """Return how many diagnostics a server has about a file in the end."""
    server = _server(command, folder / f"{kernel.path.stem}_all_{len(command)}", options)
    sent = server.open(kernel.path, kernel.text + _MISTAKE)
    last = server.diagnostics(kernel.path, sent, _tells_mistake).time
    silence = SILENCE * (1 + kernel.lines / 1000)
    found = server.last_diagnostics(kernel.path, last, silence).messages
    server.close()
    return len(found)


def _tells_mistake(publish: Publish) -> bool:
    return any("left_out" in message for message in publish.messages)


def _server(command: client.Command, cache: Path, options: argparse.Namespace) -> Server:
    """Return a new server that has loaded, and found an empty cache."""
    cache.mkdir()
    environment = {"XDG_CACHE_HOME": str(cache), "OPENCL_LS_CACHE": str(cache / "opencl-ls")}
    server = Server(command, cache.parent, std=options.std, environment=environment)
    short = inputs.write_synthetic(cache.parent, 1, "short")
    server.diagnostics(short.path, server.open(short.path, short.text))
    time.sleep(LOADING)
    return server


if __name__ == "__main__":
    sys.exit(main())
