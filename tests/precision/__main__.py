"""Counts and shows what the rules find in public kernels, and writes the page about it.

    python -m tests.precision count KERNELS.json FOLDER   # finds, and writes findings.tsv
    python -m tests.precision show RULE FOLDER            # those to read, and the lines around them
    python -m tests.precision page                        # writes docs/precision.md

`KERNELS.json` lists kernels below `FOLDER` with the flags under which a compiler accepts them: an
object whose `files` have a `path`, `source`, `lines`, `std`, `includes`, `defines` and
`force_includes`.  The kernels are other people's work and no part of this repository.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.precision.page import FINDINGS, KERNELS, PAGE, SHOWN, Found, findings, page, spread

# As many files as one call takes.
GROUP = 100
AROUND = 2


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for; return the exit status."""
    match arguments:
        case ["count", listed, folder]:
            count(json.loads(Path(listed).read_text("utf-8"))["files"], Path(folder))
        case ["show", rule, folder]:
            show(rule, Path(folder))
        case ["page"]:
            PAGE.write_text(page(), "utf-8")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def count(kernels: list[dict[str, Any]], folder: Path) -> None:
    """Write what the profile finds in the kernels, each place once."""
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for each in kernels:
        words = ["--std", each["std"]]
        for name in (*each["includes"], "prelude"):
            words += ["-I", str(folder / name)]
        for name in each["defines"]:
            words += ["-D", name]
        for name in each["force_includes"]:
            words += ["--include", str(folder / name)]
        groups[tuple(words)].append(str(folder / each["path"]))
    found: set[Found] = set()
    for words, paths in groups.items():
        for start in range(0, len(paths), GROUP):
            found.update(_checked([*words, *paths[start : start + GROUP]], folder))
    FINDINGS.write_text("".join(f"{each.line_of_text}\n" for each in sorted(found)), "utf-8")
    sources: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for each in kernels:
        sources[each["source"]][0] += 1
        sources[each["source"]][1] += each["lines"]
    KERNELS.write_text(json.dumps(sources, indent=2) + "\n", "utf-8")


def _checked(words: list[str], folder: Path) -> list[Found]:
    command = [sys.executable, "-m", "opencl_ls", "check", "--no-cache", "-j", "1"]
    command += ["--profile", "recommended", "--format", "json", "--fail-on", "never"]
    with tempfile.TemporaryDirectory() as empty:
        run = subprocess.run([*command, *words], capture_output=True, cwd=empty, check=True)
    return [
        Found(
            each["code"],
            Path(each["file"]).relative_to(folder).as_posix(),
            each["line"],
            each["col"],
            each["severity"],
            each["message"],
        )
        for each in json.loads(run.stdout)["diagnostics"]
    ]


def show(rule: str, folder: Path) -> None:
    """Print the findings of a rule that are to be read, and the lines around each."""
    for each in spread([found for found in findings() if found.rule == rule], SHOWN):
        print(f"## {each.file}:{each.line}:{each.column}: {each.message}")
        lines = (folder / each.file).read_text("utf-8", "replace").splitlines()
        for number in range(max(1, each.line - AROUND), min(len(lines), each.line + AROUND) + 1):
            print(f"{'>' if number == each.line else ' '} {lines[number - 1]}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
