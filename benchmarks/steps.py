"""Shows which functions work the more at an edit the longer the file is.

    python -m benchmarks.steps [--lines 1000 --lines 9000] [--row "type in a body"] [--most 15]

The lines of Python that run are counted, and not timed: for each edit, those in two generated
files, and what each function runs more of for every line by which one is longer.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from benchmarks import counts, edits, figures, inputs


def main(arguments: list[str] | None = None) -> int:
    """Count, and print a table for each kind of edit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--lines", type=int, action="append", help="two sizes [1000 and 9000]")
    add("--row", action="append", help="an edit as `keystrokes` names it; all of them without it")
    add("--most", type=int, default=15, help="how many functions are shown [15]")
    options = parser.parse_args(arguments)
    small, *_, large = sorted(options.lines or (1000, 9000))
    with tempfile.TemporaryDirectory() as folder:
        wanted = {_plain(row) for row in options.row or ()}
        few = _counted(inputs.write_synthetic(Path(folder), small), wanted)
        many = _counted(inputs.write_synthetic(Path(folder), large), wanted)
    for row, found in many.items():
        grown = {
            name: (count - few[row].get(name, 0)) / (large - small) for name, count in found.items()
        }
        print(f"\n{row}: {sum(grown.values()):.1f} steps for each line\n")
        print(figures.heading("what", "steps for each line"))
        for name in sorted(grown, key=lambda each: -grown[each])[: options.most]:
            print(figures.row([name, f"{grown[name]:.2f}"]))
    return 0


def _counted(kernel: inputs.Input, wanted: set[str]) -> dict[str, dict[str, float]]:
    """Return the steps of each function, on the average of the edits of each row wanted."""
    session = counts.Session()
    session.open(kernel.path, kernel.text)
    found: dict[str, list[Counter[str]]] = {}
    for cycle in edits.cycles(kernel.text):
        for step in cycle:
            row = _plain(step.row)
            counted = not wanted or row in wanted
            session.edit(kernel.path, step.edit, steps=counted)
            if counted:
                found.setdefault(row, []).append(session.where)
    return {
        row: {name: count / len(each) for name, count in sum(each, Counter()).items()}
        for row, each in found.items()
    }


def _plain(row: str) -> str:
    """Return a row's name without numbers, such as that of a macro's mentions."""
    return re.sub(r"\d+", "N", row)


if __name__ == "__main__":
    sys.exit(main())
