"""Times a cold `opencl-ls check` beside `clang -fsyntax-only`, file by file and over a folder.

    python -m benchmarks.cold_check [FILE|FOLDER...] [--package darktable] [--lines 3000]
        [--corpus ROOT LIST] [--clang clang-19] [--largest 15] [--sample 500] [--jobs 2]
        [--only largest] [--only one] [--only folder]

A folder means all kernels in it; without an input, 100 kernels are generated.  LIST is a JSON
file whose "files" say, for each, its path below ROOT and the options under which a compiler takes
it: "std", "defines", "includes" and "force_includes".

Machines are shared, so look at the ratios: the two checkers take turns.  Three parts:

`largest`: each of the largest files in a process of its own, with no memory of any other; CPU time.

`one`: a sample of the files, ours in one process and clang in one for each; CPU time.

`folder`: the same sample by `opencl-ls check --jobs 2`, beside two clangs at a time, on the clock
and in CPU time; and once more by ours, which finds all that it found before in its cache.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from benchmarks import client, figures, inputs

PARTS = ("largest", "one", "folder")
CLANG = (
    *("-x", "cl", "-fsyntax-only", "-w", "-target", "spir64"),
    *("-Xclang", "-finclude-default-header", "-Xclang", "-cl-ext=+all"),
)
OURS = (
    *(sys.executable, "-m", "opencl_ls", "check"),
    *("--quiet", "--fail-on", "never", "--extensions", "all"),
)


class Source(NamedTuple):
    """A file, and the options under which both checkers take it."""

    path: Path
    lines: int
    options: list[str]


class Spent(NamedTuple):
    """Seconds on the clock, and of CPU time."""

    clock: float
    cpu: float


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    inputs.add_options(parser)
    add = parser.add_argument
    add("--corpus", nargs=2, type=Path, metavar=("ROOT", "LIST"), help="kernels with their options")
    add("--clang", default="clang-19", help="the command of clang [clang-19]")
    add("--std", default="CL2.0", help="for files without options of their own [CL2.0]")
    add("--largest", type=int, default=15, help="how many of the largest files [15]")
    add("--sample", type=int, default=500, help="how many files of all [500]")
    add("--jobs", type=int, default=2, help="how many processes share the folder [2]")
    add("--only", action="append", choices=PARTS, help="a part; all of them without it")
    options = parser.parse_args(arguments)
    parts = options.only or PARTS
    clang = (options.clang, *CLANG)
    print(figures.machine(), end="\n\n")
    with tempfile.TemporaryDirectory() as made:
        sources = list_sources(options, Path(made))
        step = max(1, len(sources) // options.sample)
        sample = sources[::step][: options.sample]
        if "largest" in parts:
            ordered = sorted(sources, key=lambda source: -source.lines)
            largest(ordered[: options.largest], clang)
        if "one" in parts:
            one_process(sample, clang)
        if "folder" in parts:
            folder(sample, clang, options.jobs, Path(made))
    return 0


def list_sources(options: argparse.Namespace, made: Path) -> list[Source]:
    """Return the files to be checked; `made` takes what has to be written for it."""
    if options.corpus:
        root, listed = options.corpus[0].resolve(), options.corpus[1]
        entries = json.loads(listed.read_text("utf-8"))["files"]
        return [
            Source(root / entry["path"], entry["lines"], build_options(root, entry))
            for entry in entries
        ]
    roots = [*options.paths, *(inputs.unpack(package, made) for package in options.package)]
    paths: list[Path] = []
    for root in roots:
        paths += sorted(root.rglob("*.cl")) if root.is_dir() else [root]
    kernels = [inputs.read(path) for path in paths]
    kernels += [inputs.write_synthetic(made, lines) for lines in options.lines]
    if not kernels:
        kernels = [
            inputs.write_synthetic(made, 100 + 10 * number, f"kernel_{number}")
            for number in range(100)
        ]
    return [Source(each.path, each.lines, [f"-cl-std={options.std}"]) for each in kernels]


def build_options(root: Path, entry: dict[str, list[str]]) -> list[str]:
    """Return the options of an entry of a corpus as both checkers take them."""
    options = [f"-cl-std={entry['std']}", *(f"-D{define}" for define in entry["defines"])]
    options += [f"-I{root / each}" for each in [*entry["includes"], "prelude"]]
    for file in entry["force_includes"]:
        options += ["-include", str(root / file)]
    return options


def largest(sources: list[Source], clang: tuple[str, ...]) -> None:
    """Check the largest files, each in a process of its own, by turns."""
    print(figures.heading("file", "lines", "clang ms", "ours ms", "ratio"))
    ratios = []
    for source in sources:
        theirs = run([*clang, *source.options, str(source.path)]).cpu
        ours = run([*OURS, "--no-cache", *source.options, str(source.path)]).cpu
        ratios.append(ours / theirs)
        cells = [source.path.name, source.lines, f"{theirs * 1000:.0f}", f"{ours * 1000:.0f}"]
        print(figures.row([*cells, f"{ours / theirs:.2f}"]), flush=True)
    print(f"\nmedian ratio of {len(ratios)} files: {statistics.median(ratios):.2f}\n")


def one_process(sources: list[Source], clang: tuple[str, ...]) -> None:
    """Check many files: ours in one process, clang in one for each."""
    theirs = sum(run([*clang, *source.options, str(source.path)]).cpu for source in sources)
    listed = json.dumps([(str(source.path), source.options) for source in sources])
    ours = run([sys.executable, "-m", "benchmarks.cold_check", "--worker"], listed).cpu
    print(
        f"{len(sources)} files, CPU time: clang {theirs:.1f} s, ours in one process {ours:.1f} s, "
        f"ratio {ours / theirs:.2f}\n",
        flush=True,
    )


def worker() -> int:
    """Check the files named on standard input in this process."""
    from opencl_ls.analysis.host import check
    from opencl_ls.cli.checker import prepare
    from opencl_ls.disk import DiskFiles
    from opencl_ls.settings.options import from_build_options

    prepare()
    files = DiskFiles()
    for path, options in json.load(sys.stdin):
        settings, _ = from_build_options([*options, "-cl-ext=+all"])
        assert check(path, files, settings).findings is not None
    return 0


def folder(
    sources: list[Source], clang: tuple[str, ...], jobs: int, made: Path, at_a_time: int = 0
) -> None:
    """Check many files with several processes, and once more from the cache.

    Clang runs `at_a_time` files, as many as ours without it.
    """
    theirs = clangs(sources, clang, at_a_time or jobs)
    # A database of commands tells our checker the options of each file.
    commands = made / "compile_commands.json"
    entries = [
        {
            "directory": str(source.path.parent),
            "file": str(source.path),
            "arguments": ["clang", *source.options, str(source.path)],
        }
        for source in sources
    ]
    commands.write_text(json.dumps(entries), "utf-8")
    command = [*OURS, "--jobs", str(jobs), "--config", str(commands)]
    command += [str(source.path) for source in sources]
    cache = {"OPENCL_LS_CACHE": str(made / "cache")}
    cold = run(command, environment=cache)
    known = run(command, environment=cache)
    head = ("what", "clock s", "ratio", "CPU s", "CPU ratio")
    peers = f", {at_a_time} of clang" if at_a_time else ""
    print(f"{len(sources)} files, {jobs} processes at a time{peers}:\n\n{figures.heading(*head)}")
    for name, spent in (("clang", theirs), ("ours", cold), ("ours, from its cache", known)):
        cells = [name, f"{spent.clock:.2f}", f"{spent.clock / theirs.clock:.2f}"]
        print(figures.row([*cells, f"{spent.cpu:.2f}", f"{spent.cpu / theirs.cpu:.2f}"]))
    print(f"\nfrom the cache: {known.clock / cold.clock:.3f} of the time of the first check")


def clangs(sources: list[Source], clang: tuple[str, ...], jobs: int) -> Spent:
    """Run clang on each file, several at a time."""
    before, begin = _children(), time.perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        commands = ([*clang, *source.options, str(source.path)] for source in sources)
        # What it has to say about a kernel is of no concern here.
        list(pool.map(lambda one: subprocess.run(one, capture_output=True, check=False), commands))
    return Spent(time.perf_counter() - begin, _children() - before)


def run(command: list[str], data: str = "", environment: dict[str, str] | None = None) -> Spent:
    """Run a command and return what it spent."""
    before, begin = _children(), time.perf_counter()
    done = subprocess.run(
        command,
        input=data,
        text=True,
        capture_output=True,
        check=False,
        env={**os.environ, **client.CHECKOUT, **(environment or {})},
    )
    spent = Spent(time.perf_counter() - begin, _children() - before)
    if done.returncode not in (0, 1):
        print(f"{command[0]} ended with {done.returncode}: {done.stderr[-300:]}", file=sys.stderr)
    return spent


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(worker() if "--worker" in sys.argv else main())
