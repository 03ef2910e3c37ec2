"""Times `opencl-ls check` of a kernel of one line beside clang, from process start to exit.

    python -m benchmarks.start [--rounds 21] [--clang clang-19] [--python PYTHON]...

Each PYTHON is an interpreter with opencl-ls; without one it is that of this script, with this
checkout.  The rows are the interpreter alone, a check without a cache, and a repeated one, in CPU
time: the median, and times that of clang in the same round.  Byte code is there, and each command
ran twice before it is measured.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import figures
from benchmarks.cold_check import CLANG

KERNEL = "kernel void f(global int *p) { p[get_global_id(0)] = 1; }\n"
_TRIES = 2


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--rounds", type=int, default=21, help="the number of measured rounds [21]")
    add("--clang", default="clang-19", help="the command of clang [clang-19]")
    add("--python", action="append", default=[], help="an interpreter with opencl-ls")
    found = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "one.cl").write_text(KERNEL)
        commands = _commands(found.python or [sys.executable], shutil.which(found.clang))
        spent: dict[str, list[float]] = {row: [] for row in commands}
        for number in range(_TRIES + found.rounds):
            for row, command in commands.items():
                time = _cpu(command, folder)
                if number >= _TRIES:
                    spent[row].append(time)
    _show(spent)
    return 0


def _commands(pythons: list[str], clang: str | None) -> dict[str, list[str]]:
    commands = {} if clang is None else {"clang": [clang, *CLANG, "one.cl"]}
    for python in pythons:
        check = [python, "-m", "opencl_ls", "check", "one.cl"]
        commands |= {
            f"{python}: the interpreter": [python, "-c", ""],
            f"{python}: check --no-cache": [*check, "--no-cache"],
            f"{python}: check, repeated": check,
        }
    return commands


def _cpu(command: list[str], folder: Path) -> float:
    """Return the CPU time that a command takes, in milliseconds."""
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPATH"] = str(Path(__file__).parents[1])
    environment["OPENCL_LS_CACHE"] = str(folder / "cache")
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)}: exit status {process.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def _show(spent: dict[str, list[float]]) -> None:
    print(figures.machine())
    print(figures.heading("what", "ms of CPU", "times clang"))
    for what, times in spent.items():
        ratio = ""
        if peers := spent.get("clang"):
            pairs = zip(times, peers, strict=True)
            ratio = f"{statistics.median(time / peer for time, peer in pairs):.2f}"
        print(figures.row((what, f"{statistics.median(times):.1f}", ratio)))


if __name__ == "__main__":
    sys.exit(main())
