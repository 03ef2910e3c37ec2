"""Times a cold `opencl-ls check` beside `clang-19 -fsyntax-only`, file by file and in one run.

    python benchmarks/cold_check.py ROOT LIST [--largest 15] [--sample 500] [--jobs 1]

ROOT is a folder with kernels, LIST a JSON file whose "files" say, for each, its path below ROOT and
the options under which a compiler takes it: "std", "defines", "includes" and "force_includes".

Machines are shared, so look at the ratios: the two checkers take turns, and each figure is CPU time
of the processes themselves.  For the largest files every check is a process of its own, with no
memory of any other; for the sample, opencl-ls checks all files in one process, as it does for a
folder, and clang starts anew for each, as it has to.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

CLANG = ["clang-19", "-x", "cl", "-fsyntax-only", "-w", "-target", "spir64"]
CLANG += ["-Xclang", "-finclude-default-header", "-Xclang", "-cl-ext=+all"]


def main() -> int:
    """Run both benchmarks and print their figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("--largest", type=int, default=15)
    parser.add_argument("--sample", type=int, default=500)
    options = parser.parse_args()
    entries = json.loads(options.list.read_text("utf-8"))["files"]
    root = options.root.resolve()
    largest(root, sorted(entries, key=lambda entry: -entry["lines"])[: options.largest])
    step = max(1, len(entries) // options.sample)
    sample(root, entries[::step][: options.sample])
    return 0


def largest(root: Path, entries: list[dict[str, Any]]) -> None:
    """Check the largest files, each in a process of its own, by turns."""
    print(f"{'lines':>7} {'clang ms':>9} {'ours ms':>9} {'ratio':>6}  file")
    ratios = []
    for entry in entries:
        clang = cpu([*CLANG, *build_options(root, entry), str(root / entry["path"])])
        ours = cpu(
            [
                sys.executable,
                "-m",
                "opencl_ls",
                "check",
                "--quiet",
                "--no-cache",
                "--fail-on",
                "never",
                "--extensions",
                "all",
                *build_options(root, entry),
                str(root / entry["path"]),
            ]
        )
        ratios.append(ours / clang)
        print(
            f"{entry['lines']:7} {clang * 1000:9.0f} {ours * 1000:9.0f} {ours / clang:6.2f}  "
            f"{entry['path'].rpartition('/')[2]}"
        )
    print(f"median ratio of {len(ratios)} files: {statistics.median(ratios):.2f}\n")


def sample(root: Path, entries: list[dict[str, Any]]) -> None:
    """Check many files: ours in one process, clang in one for each."""
    clang = sum(
        cpu([*CLANG, *build_options(root, entry), str(root / entry["path"])]) for entry in entries
    )
    ours = cpu([sys.executable, __file__, "--worker"], json.dumps([str(root), entries]))
    print(f"{len(entries)} files: clang {clang:.1f} s, ours {ours:.1f} s, ratio {ours / clang:.2f}")


def worker() -> int:
    """Check the files named on standard input in this process."""
    from opencl_ls.analysis import check
    from opencl_ls.cli.checker import prepare
    from opencl_ls.disk import DiskFiles
    from opencl_ls.settings.options import from_build_options

    root, entries = json.load(sys.stdin)
    prepare()
    files = DiskFiles()
    for entry in entries:
        settings, _ = from_build_options([*build_options(Path(root), entry), "-cl-ext=+all"])
        assert check(str(Path(root) / entry["path"]), files, settings).findings is not None
    return 0


def build_options(root: Path, entry: dict[str, Any]) -> list[str]:
    """Return the options of an entry as both checkers take them."""
    options = [f"-cl-std={entry['std']}", *(f"-D{define}" for define in entry["defines"])]
    options += [f"-I{root / folder}" for folder in [*entry["includes"], "prelude"]]
    for file in entry["force_includes"]:
        options += ["-include", str(root / file)]
    return options


def cpu(command: list[str], data: str = "") -> float:
    """Return the seconds of CPU time that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        command, input=data, text=True, capture_output=True, check=False, env=environment
    )
    if done.returncode not in (0, 1):
        print(f"{command[0]} ended with {done.returncode}: {done.stderr[-300:]}", file=sys.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    sys.exit(worker() if "--worker" in sys.argv else main())
