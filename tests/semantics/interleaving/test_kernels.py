"""The races of the kernels in kernels.md, whose beginning tells what its marks mean."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.semantics.interleaving.kernels import analysed

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.accesses import Access

BLOCK = re.compile(r"```cl\n(.*?)```", re.S)
MARK = re.compile(r"([a-z]?)([12]{1,2})\b")
PAGE = (Path(__file__).parent / "kernels.md").read_text()
BLOCKS = [match[1] for match in BLOCK.finditer(PAGE)]


def marked(text: str) -> set[frozenset[int]]:
    """Return the lines of the two accesses of each race that the marks tell of."""
    found: dict[str, set[int]] = {}
    for number, line in enumerate(text.splitlines()):
        _, _, marks = line.partition("// ")
        for name, _ in MARK.findall(marks):
            found.setdefault(name, set()).add(number)
    return set(map(frozenset, found.values()))


def line_of(access: Access, text: str) -> int:
    """Return the number of the line of an access, from 0 on."""
    item = access.model.item.text
    return text[: text.index(item)].count("\n") + item[: access.record.start].count("\n")


@pytest.mark.parametrize("text", BLOCKS, ids=[str(number) for number in range(len(BLOCKS))])
def test_the_races_are_those_that_are_marked(text: str) -> None:
    (analysis,) = analysed(text)
    races = {frozenset(line_of(each, text) for each in (x.first, x.second)) for x in analysis.races}
    assert races == marked(text)
    assert [each.reason for each in analysis.undecided] == []
