"""What a matrix is made of: its cells, the targets that they are judged for, and the verdicts."""

from __future__ import annotations

import importlib
from bisect import bisect_right
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

FOLDER: Final = Path(__file__).parent

TARGETS: Final = {
    "1.0": ("-cl-std=CL1.0", "-cl-ext=+all"),
    "1.1": ("-cl-std=CL1.1", "-cl-ext=+all"),
    "1.2": ("-cl-std=CL1.2", "-cl-ext=+all"),
    "2.0": ("-cl-std=CL2.0", "-cl-ext=+all"),
    "3.0": ("-cl-std=CL3.0", "-cl-ext=+all"),
    "3.0-": ("-cl-std=CL3.0", "-cl-ext=-all"),
}
"""The targets by name, as build options; the last has no extension and no feature."""

TOGETHER: Final = 150
"""The number of cells that are judged as one program."""


class Cell(NamedTuple):
    """One thing to write: a program, or a piece of one that stands at file scope.

    `id` tells the coordinates, with slashes between them; the matrix's name goes before it.  `@` in
    `text` becomes a number, so that names of different cells differ.  A cell that is `alone` is a
    program by itself: one with directives, or which a parser may not find the end of.
    """

    id: str
    text: str
    targets: tuple[str, ...] = tuple(TARGETS)
    alone: bool = False


class Matrix(NamedTuple):
    """The cells of one generator, and the text before each of their programs."""

    name: str
    prelude: str
    cells: tuple[Cell, ...]


class Verdict(NamedTuple):
    """The verdict of a judge on a cell: the gravest level, and the messages or rules for it."""

    level: str
    said: tuple[str, ...] = ()


NOTHING: Final = Verdict("-")

Judge: TypeAlias = "Callable[[str, str], Iterable[tuple[int, str, str]]]"
"""Takes a program and a target; gives line numbers from 1, levels ("E" or "W") and what is said."""


def names() -> list[str]:
    """Return the names of all matrices."""
    paths = (FOLDER / "generators").glob("*.py")
    return sorted(path.stem for path in paths if path.stem != "__init__")


@cache
def matrix(name: str) -> Matrix:
    """Make the cells of a matrix."""
    module = importlib.import_module(f"tests.matrix.generators.{name}")
    cells = tuple(each._replace(id=f"{name}/{each.id}") for each in module.cells())
    ids = {cell.id for cell in cells}
    assert len(ids) == len(cells), "two cells have one id"
    return Matrix(name, getattr(module, "PRELUDE", ""), cells)


def sample(cells: Iterable[Cell], one_in: int) -> list[Cell]:
    """Return about one cell in `one_in`, the same ones every time."""
    return [cell for cell in cells if crc32(cell.id.encode()) % one_in == 0]


def verdicts(
    prelude: str, cells: Sequence[Cell], target: str, judge: Judge, together: int = TOGETHER
) -> dict[str, Verdict]:
    """Return what the judge says of each cell that has this target, by id."""
    found = {}
    for alone, some in groupby(
        (cell for cell in cells if target in cell.targets), key=lambda cell: cell.alone
    ):
        batch, size = list(some), 1 if alone else together
        for start in range(0, len(batch), size):
            found |= _batch(prelude, batch[start : start + size], target, judge)
    return found


def compared(
    made: Matrix, cells: Sequence[Cell], target: str, one: Judge, other: Judge
) -> Iterator[tuple[Cell, Verdict, Verdict]]:
    """Yield each cell with two verdicts; where they differ, it was judged by itself."""
    known = verdicts(made.prelude, cells, target, one), verdicts(made.prelude, cells, target, other)
    for cell in cells:
        if cell.id not in known[0]:
            continue
        both = known[0][cell.id], known[1][cell.id]
        if both[0].level != both[1].level:
            both = (
                by_itself(made, cell, target, one),
                by_itself(made, cell, target, other),
            )
        yield cell, *both


def by_itself(made: Matrix, cell: Cell, target: str, judge: Judge) -> Verdict:
    """Return the judge's verdict on a cell without others beside it."""
    return _batch(made.prelude, [cell], target, judge)[cell.id]


def _batch(prelude: str, cells: Sequence[Cell], target: str, judge: Judge) -> Mapping[str, Verdict]:
    text, begins = prelude, []
    if text and not text.endswith("\n"):
        text += "\n"
    for number, cell in enumerate(cells):
        begins.append(text.count("\n") + 1)
        text += cell.text.replace("@", str(number)) + "\n"
    said: dict[str, list[tuple[str, str]]] = {}
    for line, level, words in judge(text, target):
        at = bisect_right(begins, line) - 1
        if at >= 0:
            said.setdefault(cells[at].id, []).append((level, words))
    return {cell.id: _verdict(said.get(cell.id, ())) for cell in cells}


def _verdict(said: Iterable[tuple[str, str]]) -> Verdict:
    level = min((level for level, _ in said), default="-")
    return Verdict(level, tuple(words for each, words in said if each == level))
