"""Compare our verdicts on the cells of matrices with those of clang-19.

    python -m tests.matrix [NAME...] [--sample N] [--target TARGET] [--list] [--keep N]

`--sample N` takes one cell in N, `--list` shows each cell where the verdicts differ for no reason
that is known, and `--keep N` writes clang's verdicts on one cell in N for the tests.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from zlib import crc32

from tests.matrix.frame import FOLDER, TARGETS, Verdict, by_itself, compared, matrix, names, sample
from tests.matrix.judges import clang, ours
from tests.matrix.reasons import disagreements


def main() -> None:
    """Run as the module's docstring says."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix")
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *names()])
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep", type=int)
    options = parser.parse_args()
    for name in options.names or names():
        if options.keep:
            keep(name, options.keep)
        else:
            report(name, options.sample, options.target or list(TARGETS), show=options.list)


def report(name: str, one_in: int, targets: list[str], *, show: bool) -> None:
    """Print how far we agree on a matrix, and what the rest has in common."""
    made = matrix(name)
    cells = sample(made.cells, one_in)
    count: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    open_ones: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    for target in targets:
        for cell, theirs, mine in compared(made, cells, target, clang, ours):
            if theirs.level == mine.level:
                count["agree"] += 1
                continue
            for each in disagreements():
                if each.fits(cell.id, target, theirs, mine):
                    count["follow another compiler" if each.follows else "with a reason"] += 1
                    reasons[each.reason] += 1
                    break
            else:
                count["differ"] += 1
                open_ones[_cause(theirs, mine)].append((f"{cell.id} ({target})", cell.text))
    total = count.total()
    print(f"{name}: {len(cells)} cells, {total} verdicts")
    for what, number in count.most_common():
        print(f"  {number:6} {number / total:7.2%} {what}")
    for reason, number in reasons.most_common():
        print(f"  {number:6} {reason}")
    for cause, places in sorted(open_ones.items(), key=lambda pair: -len(pair[1])):
        print(f"  {len(places):6} {' | '.join(cause)}")
        for where, text in places if show else places[:2]:
            print(f"           {where}: {' '.join(text.split())}")


def keep(name: str, one_in: int) -> None:
    """Write clang's verdicts on a sample, a character for each target."""
    made = matrix(name)
    lines = [
        f"{cell.id} {crc32((made.prelude + cell.text).encode()):08x} "
        + "".join(
            by_itself(made, cell, target, clang).level if target in cell.targets else "."
            for target in TARGETS
        )
        for cell in sample(made.cells, one_in)
    ]
    path = FOLDER / "verdicts" / f"{name}.txt"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{path.name}: {len(lines)} cells")


def _cause(theirs: Verdict, mine: Verdict) -> tuple[str, str, str]:
    """Return what cells have in common that fail in one way: the words without what they quote."""
    return (
        f"clang {theirs.level}, ours {mine.level}",
        *(
            re.sub(r"'[^']*'|\d+", "..", each.said[0])[:110] if each.said else ""
            for each in (theirs, mine)
        ),
    )


if __name__ == "__main__":
    main()
