"""Edit kernels as people do, and hold every answer against that of a cold start.

    python -m tests.fuzz.edits --edits 1000000 --seed 1 --corpus FOLDER --list FILE

What is typed depends only on the seed.  Each fault is shrunk and printed as a case.
"""

from __future__ import annotations

import argparse
import collections
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz import kernels
from tests.fuzz.kernels import Kernel
from tests.fuzz.session import ENCODINGS, Case, Failure, Message, Session
from tests.fuzz.shrink import printed, shrunk
from tests.fuzz.typing import Change, habits

LONGEST = 300
"""The number of edits in one session; then another kernel is opened."""


@dataclass
class Tally:
    """What a run has done and found; of each kind of failure the first is kept, shrunk."""

    edits: int = 0
    sessions: int = 0
    compared: int = 0
    clean: int = 0
    failures: collections.Counter[str] = field(default_factory=collections.Counter)
    cases: dict[str, str] = field(default_factory=dict)


def fuzz(
    found: Sequence[Kernel],
    edits: int,
    seed: int,
    every: int = 60,
    tell: Callable[[str], None] = lambda _: None,
) -> Tally:
    """Make `edits` edits, compare with a cold start after about `every` of them."""
    tally = Tally()
    lenders = tuple(kernel.text for kernel in found if kernel.text)
    began = time.monotonic()
    shown_at = began
    while tally.edits < edits:
        chance = Random(f"{seed} {tally.sessions}")
        _Sitting(found, lenders, chance, every, tally).run(min(LONGEST, edits - tally.edits), tell)
        now = time.monotonic()
        if now - shown_at > 30 or tally.edits >= edits:
            shown_at = now
            rate = tally.edits / (now - began)
            tell(
                f"{tally.edits} edits, {rate:.0f} in a second; {tally.compared} states compared, "
                f"{tally.clean} of them without an error of syntax; "
                f"failures: {dict(tally.failures) or 'none'}"
            )
    return tally


class _Sitting:
    """One session from a kernel's opening to the end, or to the first failure."""

    def __init__(
        self,
        found: Sequence[Kernel],
        lenders: tuple[str, ...],
        chance: Random,
        every: int,
        tally: Tally,
    ) -> None:
        self.chance = chance
        self.lenders = lenders
        self.every = every
        self.tally = tally
        kernel = chance.choice(found)
        text = kernel.text
        if chance.random() < 0.15:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        if chance.random() < 0.1:
            text = text.replace("    ", "\t").replace("/*", "/* \u00e9\U0001f600")
        texts = (text,)
        if kernel.header and chance.random() < 0.5:
            texts = (text, (kernel.files.read(kernel.header) or "").encode("latin-1").decode())
        self.case = Case(kernel, texts, chance.choice(ENCODINGS), ())
        self.messages: list[Message] = []
        self.session = Session(kernel, texts, self.case.encoding)
        # What takes each text back, newest last, and what brings it forth again.
        self.undo: list[list[tuple[Change, ...]]] = [[] for _ in texts]
        self.redo: list[list[tuple[Change, ...]]] = [[] for _ in texts]

    def run(self, edits: int, tell: Callable[[str], None]) -> None:
        """Edit until the limit is reached, then go back to the beginning."""
        self.tally.sessions += 1
        stop = self.tally.edits + edits
        failure = None
        while failure is None and self.tally.edits < stop:
            failure = self._burst()
        for number in range(len(self.case.texts)):
            while failure is None and self.undo[number]:
                failure = self._back(number, "")
        if failure is None:
            failure = self._send((), 0, "all")
        self.tally.compared += self.session.compared
        self.tally.clean += self.session.clean
        if failure is not None:
            self._failed(failure, tell)

    def _burst(self) -> Failure | None:
        """Make one row of changes, or go back and forth in those that were made."""
        chance = self.chance
        number = chance.randrange(len(self.case.texts)) if chance.random() < 0.3 else 0
        text = self.session.texts[number]
        grown = len(text) > 3 * len(self.case.texts[number]) + 2000
        if self.undo[number] and (grown or chance.random() < 0.25):
            return self._some_back(number, grown)
        redo = self.redo[number]
        if redo and chance.random() < 0.1:
            return self._made(redo.pop(), number, self._then())
        redo.clear()
        known, weights = habits()
        changes = chance.choices(known, weights)[0](chance, text, self.lenders)
        if len(changes) > 1 and chance.random() < 0.3:
            return self._made(tuple(_valid(changes, text)), number, self._then())
        for change in _valid(changes, text):
            failure = self._made((change,), number, self._then())
            if failure is not None:
                return failure
        return None

    def _some_back(self, number: int, far: bool) -> Failure | None:
        count = len(self.undo[number])
        wanted = count if far or self.chance.random() < 0.3 else self.chance.randrange(1, 30)
        for left in range(min(count, wanted), 0, -1):
            failure = self._back(number, "all" if left == 1 else self._then(0))
            if failure is not None:
                return failure
        return None

    def _back(self, number: int, then: str) -> Failure | None:
        text = self.session.texts[number]
        changes = self.undo[number].pop()
        again: list[Change] = []
        for change in changes:
            again.append(change.inverse(text))
            text = change.apply(text)
        self.redo[number].append(tuple(reversed(again)))
        return self._send(changes, number, then)

    def _made(self, changes: tuple[Change, ...], number: int, then: str) -> Failure | None:
        text = self.session.texts[number]
        back: list[Change] = []
        for change in changes:
            back.append(change.inverse(text))
            text = change.apply(text)
        self.undo[number].append(tuple(reversed(back)))
        return self._send(changes, number, then)

    def _then(self, often: float = 1) -> str:
        """Choose what is asked after a message; people type faster than editors ask."""
        roll = self.chance.random()
        if roll < often / self.every:
            return "all"
        return "findings" if roll < 0.7 else ""

    def _send(self, changes: tuple[Change, ...], number: int, then: str) -> Failure | None:
        roll = self.chance.random()
        message = Message(changes, then, number, careless=roll < 0.05, whole=roll > 0.98)
        self.messages.append(message)
        self.tally.edits += len(changes)
        return self.session.send(message)

    def _failed(self, failure: Failure, tell: Callable[[str], None]) -> None:
        self.tally.failures[failure.kind] += 1
        if failure.kind in self.tally.cases:
            return
        case = Case(self.case.kernel, self.case.texts, self.case.encoding, tuple(self.messages))
        small, last = shrunk(case, failure)
        self.tally.cases[failure.kind] = printed(small, last)
        tell(self.tally.cases[failure.kind])


def _valid(changes: list[Change], text: str) -> list[Change]:
    """Return changes with places that exist."""
    valid = []
    for change in changes:
        start = min(change.start, len(text))
        valid.append(Change(start, max(start, min(change.end, len(text))), change.text))
        text = valid[-1].apply(text)
    return valid


def main() -> int:
    """Run as the arguments say; the status says whether anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.edits", description=__doc__)
    parser.add_argument("--edits", type=int, default=20_000, help="how many, in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", type=Path, help="a folder with kernels, beside our own")
    parser.add_argument("--list", type=Path, help="which of them, as in tests/corpus/kernels.json")
    parser.add_argument("--largest", type=int, default=6000, help="the most bytes of a kernel")
    parser.add_argument("--includes", action="store_true", help="also kernels that include others")
    parser.add_argument("--every", type=int, default=60, help="edits between cold comparisons")
    arguments = parser.parse_args()
    found = kernels.own()
    if arguments.corpus is not None:
        found += kernels.of_corpus(
            arguments.corpus, arguments.list, arguments.largest, arguments.includes
        )
    print(f"{len(found)} kernels", flush=True)

    def tell(text: str) -> None:
        print(text, flush=True)

    tally = fuzz(found, arguments.edits, arguments.seed, arguments.every, tell)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
