"""The tables of the pages that people read hold something.

One that is filled from a run of a benchmark lost all its rows once, without a failing test.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")), ROOT / "benchmarks/README.md"]
_EMPTY = re.compile(r"^(\|.*\|)\n\|[-:| ]+\|\n(?!\|)", re.M)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_table_has_a_row(page: Path) -> None:
    """A heading with its line of dashes is followed by a row."""
    assert not _EMPTY.findall(page.read_text("utf-8") + "\n")


def test_an_empty_table_is_seen() -> None:
    """The pattern finds one."""
    assert _EMPTY.findall("text\n\n| a | b |\n|---|--:|\n\nmore\n") == ["| a | b |"]
