"""Hold our checker to clang's kept verdicts on a sample of each matrix."""

from __future__ import annotations

from functools import cache
from zlib import crc32

import pytest

from tests.matrix.frame import FOLDER, TARGETS, Cell, Verdict, by_itself, matrix, names, verdicts
from tests.matrix.judges import ours
from tests.matrix.reasons import disagreements


@cache
def kept(name: str) -> dict[str, tuple[str, str]]:
    """Return the checksum and the verdicts of each cell of the sample."""
    lines = (FOLDER / "verdicts" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.rsplit(" ", 2) for line in lines]
    return {cell: (checksum, levels) for cell, checksum, levels in rows}


@pytest.mark.parametrize("name", names())
def test_sample_is_of_today(name: str) -> None:
    made = matrix(name)
    texts = {cell.id: cell.text for cell in made.cells}
    assert kept(name)
    for cell, (checksum, _) in kept(name).items():
        assert cell in texts, "run `python -m tests.matrix NAME --keep N`"
        assert checksum == f"{crc32((made.prelude + texts[cell]).encode()):08x}", cell


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", names())
def test_agrees_with_clang_or_has_a_reason(name: str, target: str) -> None:
    made = matrix(name)
    cells = [cell for cell in made.cells if cell.id in kept(name)]
    found = verdicts(made.prelude, cells, target, ours)
    wrong = []
    for cell in cells:
        if cell.id not in found:
            continue
        level = kept(name)[cell.id][1][list(TARGETS).index(target)]
        if found[cell.id].level != level and not is_meant(
            cell, target, level, verdict := by_itself(made, cell, target, ours)
        ):
            wrong.append((cell.id, level, verdict, cell.text))
    assert not wrong


def is_meant(cell: Cell, target: str, level: str, mine: Verdict) -> bool:
    """Whether we agree after all, or the disagreement was reviewed; clang's words are not kept."""
    return mine.level == level or any(
        each.fits(cell.id, target, Verdict(level, (each.said,)), mine) for each in disagreements()
    )
