"""The reviewed disagreements: which cells are meant to differ from clang-19, and why."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tests.matrix.frame import FOLDER

if TYPE_CHECKING:
    from tests.matrix.frame import Verdict


class Disagreement(NamedTuple):
    """Cells that are meant to differ: those whose id, target and verdicts fit.

    `verdicts` has clang's level and then ours, as in "E-".  `said` is a part of what one of them
    says.  `follows` names another compiler that refuses what clang's front end takes, so that we
    agree with that one.
    """

    reason: str
    cells: str
    verdicts: str
    said: str = ""
    follows: str = ""
    targets: tuple[str, ...] = ()

    def fits(self, cell: str, target: str, clang: Verdict, ours: Verdict) -> bool:
        """Whether it gives the reason for a cell."""
        return (
            fnmatchcase(cell, self.cells)
            and clang.level + ours.level == self.verdicts
            and (not self.targets or target in self.targets)
            and (not self.said or any(self.said in each for each in (*clang.said, *ours.said)))
        )


@cache
def disagreements() -> tuple[Disagreement, ...]:
    """Return all that were reviewed, in the order of the file."""
    with (FOLDER / "disagreements.toml").open("rb") as file:
        entries = tomllib.load(file).get("disagreement", [])
    return tuple(
        Disagreement(**(each | {"targets": tuple(each.get("targets", ()))})) for each in entries
    )
