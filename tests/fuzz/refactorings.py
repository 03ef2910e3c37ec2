"""Refactorings of selections all over kernels: none raises, and none makes a mistake.

    python -m tests.fuzz.refactorings --selections 200 --corpus FOLDER --list FILE

What is made has no error and no warning that the kernel had not, and a kernel that is cut off or
edited makes nothing raise.
"""

from __future__ import annotations

import argparse
import collections
import sys
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from opencl_ls.analysis.host import Host
from opencl_ls.cli.fixing import apply_edits
from opencl_ls.features.refactorings import refactorings
from opencl_ls.findings import Severity
from opencl_ls.text import byte_text
from tests.fuzz import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.refactorings import Offer
    from tests.fuzz.kernels import Kernel

# A barrier that only some work-items come to is found at the call where a function holds it.
SAME_MISTAKE = {"barrier/in-divergent-call": "barrier/divergent"}


@dataclass
class Tally:
    """How many of each refactoring were made, and what was wrong."""

    made: collections.Counter[str] = field(default_factory=collections.Counter)
    cases: list[str] = field(default_factory=list)


def fuzz(found: Sequence[Kernel], selections: int, seed: int) -> Tally:
    """Refactor each kernel at a number of selections, and offer refactorings in broken ones."""
    tally = Tally()
    for number, kernel in enumerate(found):
        chance = Random(f"{seed} {number}")
        analysis = _checked(kernel, byte_text(kernel.text))
        before = _grave(analysis)
        for _ in range(selections):
            start, end = _selection(analysis, chance)
            for offer in refactorings(analysis, start, end):
                if not offer.disabled:
                    tally.made[offer.name] += 1
                    _judge(kernel, analysis, offer, before, tally)
        _break(kernel, analysis.text, chance)
    return tally


def _selection(analysis: Analysis, chance: Random) -> tuple[int, int]:
    """Return a place, or a stretch that some node, or some statements of a block, cover."""
    start = chance.randrange(len(analysis.text) + 1)
    code = analysis.code_at(start)
    nodes = [] if code is None else code.nodes_around(start, start)
    blocks = [node for node in nodes if node.kind == "Compound" and node.children]
    way = chance.randrange(3)
    if way == 1 and blocks:
        inside = chance.choice(blocks).children
        first = chance.randrange(len(inside))
        last = chance.randrange(first, min(len(inside), first + 5))
        begin, finish = inside[first].span, inside[last].span
        if begin is not None and finish is not None:
            return begin[0], finish[1]
    spans = [span for node in nodes if (span := node.span) is not None]
    return chance.choice(spans) if way == 2 and spans else (start, start)


def _judge(
    kernel: Kernel,
    analysis: Analysis,
    offer: Offer,
    before: collections.Counter[tuple[str, Severity]],
    tally: Tally,
) -> None:
    """Make a refactoring; what is graver than a hint and was not there before is a mistake."""
    edits = [(each.place.start, each.place.end, each.text) for each in offer.edits()]
    made = apply_edits(analysis.text, edits)
    news = _grave(_checked(kernel, made)) - before
    if news or not edits:
        shown = "\n".join(f"{start}-{end}: {text}" for start, end, text in edits)
        tally.cases.append(f"{kernel.path}: {offer.title}: {dict(news)}\n{shown}")


def _break(kernel: Kernel, text: str, chance: Random) -> None:
    """Offer refactorings in what is cut off, and where a character is missing or too much."""
    cut = chance.randrange(len(text) + 1)
    hole = chance.randrange(len(text) + 1)
    for broken in (
        text[:cut],
        text[:hole] + text[hole + 1 :],
        text[:hole] + chance.choice("(){};,\"'/*#\\") + text[hole:],
    ):
        analysis = _checked(kernel, broken)
        for _ in range(5):
            start, end = sorted(chance.randrange(len(broken) + 1) for _ in range(2))
            for offset in ((start, start), (start, end), (len(broken), len(broken))):
                for offer in refactorings(analysis, *offset):
                    offer.edits()


def _checked(kernel: Kernel, text: str) -> Analysis:
    host = Host(kernel.files)
    host.open(kernel.path, text, kernel.settings)
    return host.analysis(kernel.path)


def _grave(analysis: Analysis) -> collections.Counter[tuple[str, Severity]]:
    return collections.Counter(
        (SAME_MISTAKE.get(each.code, each.code), each.severity)
        for each in analysis.findings
        if each.severity <= Severity.WARNING
    )


def main() -> int:
    """Refactor kernels, and say what was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--selections", type=int, default=100)
    kernels.choices(parser)
    arguments = parser.parse_args()
    tally = fuzz(kernels.chosen(arguments), arguments.selections, arguments.seed)
    for name, count in sorted(tally.made.items()):
        print(f"{count:6} {name}")
    print("\n".join(tally.cases))
    return 1 if tally.cases else 0


if __name__ == "__main__":
    sys.exit(main())
