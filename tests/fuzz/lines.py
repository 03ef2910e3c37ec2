"""Lines that break off: one statement of a kernel is left unfinished, as while it is typed.

    python -m tests.fuzz.lines --lines 1000 --seed 1 --corpus FOLDER --list FILE

The error has to stand in the line that breaks off, and to be the only one of syntax.
"""

from __future__ import annotations

import argparse
import collections
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from opencl_ls.text import byte_text, display
from tests.fuzz import kernels
from tests.fuzz.kernels import Kernel
from tests.fuzz.sources import errors

WAYS: Final = {
    "a semicolon is missing": re.compile(r"^[ \t]+[^#/*\n]*[^\s;](;)[ \t]*$", re.M),
    "a value is missing": re.compile(
        r"^[ \t]+\w[\w.\[\]]*[ \t]*[-+*/]?=([ \t]*[^=#/*\n]+;)[ \t]*$", re.M
    ),
}
"""How lines are broken off: what is looked for, of which the first group is left out."""

RIGHT: Final = "reported in the line, and nowhere else"
ALSO: Final = "reported in the line, and elsewhere"
ELSEWHERE: Final = "reported elsewhere"
NOT: Final = "not reported: the line is not compiled, or goes on in the next one"


def verdict(kernel: Kernel, text: str, start: int, end: int) -> str:
    """Return where errors of syntax stand in a byte text that breaks off between two bytes."""
    found = [
        finding.place
        for finding in errors(kernel, display(text))
        if finding.code.startswith("syntax/") and finding.place.file == kernel.path
    ]
    inside = [place for place in found if start <= place.start <= end]
    if not found:
        return NOT
    if not inside:
        return ELSEWHERE
    return RIGHT if len(found) == 1 else ALSO


def broken_off(
    found: Sequence[Kernel], count: int, seed: int
) -> dict[str, collections.Counter[str]]:
    """Break off `count` lines in each way; return how often each verdict came."""
    chance = Random(seed)
    tallies = {way: collections.Counter[str]() for way in WAYS}
    for way, pattern in WAYS.items():
        for _ in range(count):
            kernel = chance.choice(found)
            whole = byte_text(kernel.text)
            lines = [match for match in pattern.finditer(whole) if "for" not in match[0]]
            if not lines:
                continue
            match = chance.choice(lines)
            start, end = match.span(1)
            outcome = verdict(kernel, whole[:start] + whole[end:], match.start(), start)
            tallies[way][outcome] += 1
    return tallies


def main() -> int:
    """Break off lines, and print the verdicts."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.lines", description=__doc__)
    parser.add_argument("--lines", type=int, default=100, help="how many in each way")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path, help="a folder of kernels")
    parser.add_argument("--list", type=Path, help="which of them, with their options")
    options = parser.parse_args()
    found = kernels.own()
    if options.corpus is not None:
        found = kernels.of_corpus(options.corpus, options.list, 20_000, includes=False)
    for way, tally in broken_off(found, options.lines, options.seed).items():
        print(way)
        for outcome, count in tally.most_common():
            print(f"{count:7} {outcome}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
