"""Edit short texts in which everything depends on everything else.

    python -m tests.fuzz.dense declarations --edits 100000 --seed 1

The kernels of the world mean what they say.  Here a handful of names stands for many things at
once, and an edit changes what half of the others mean.  After most edits all that a server says is
held against a server that has just opened the same texts.  The seed decides all that is written.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from opencl_ls.text import difference
from tests.fuzz.bodies import BODIES
from tests.fuzz.declarations import DECLARATIONS
from tests.fuzz.directives import DIRECTIVES
from tests.fuzz.session import Case, Failure, Message, Session
from tests.fuzz.shrink import printed, shrunk
from tests.fuzz.typing import Change
from tests.fuzz.writer import Grammar, Writer, joined

GRAMMARS = {"declarations": DECLARATIONS, "directives": DIRECTIVES, "bodies": BODIES}
EDITS = 12
"""The number of edits of one program before a new one is written."""


def fault(grammar: Grammar, seed: str) -> tuple[Case, Failure] | None:
    """Edit one program; return what went wrong."""
    chance = Random(seed)
    writer = Writer(grammar, chance)
    kernel, files = writer.kernel()
    texts = tuple(map(joined, files))
    session, messages, earlier = Session(kernel, texts, "utf-8"), [], [files]
    for _ in range(EDITS):
        number = chance.randrange(len(files))
        goes_back = chance.random() < 0.07
        lines = chance.choice(earlier)[number] if goes_back else writer.edited(files[number])
        files = [*files[:number], lines, *files[number + 1 :]]
        earlier.append(files)
        text, new = session.texts[number], joined(lines)
        start, end, stop = difference(text, new)
        then = chance.choices(("all", "findings", ""), (7, 2, 1))[0]
        messages.append(Message((Change(start, end, new[start:stop]),), then, number))
        failure = session.send(messages[-1])
        if failure is not None:
            return Case(kernel, texts, "utf-8", tuple(messages)), failure
    return None


def main() -> int:
    """Edit programs until one goes wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.dense", description=__doc__)
    parser.add_argument("texts", choices=GRAMMARS)
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    for number in range(options.edits // EDITS):
        found = fault(GRAMMARS[options.texts], f"{options.seed} {number}")
        if found is not None:
            print(f"the program '{options.seed} {number}':\n{printed(*shrunk(*found))}")
            return 1
    print(f"{options.edits // EDITS * EDITS} edits, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
