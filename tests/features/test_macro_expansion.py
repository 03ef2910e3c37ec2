"""Expansions of macros as data: see `tests.support.marked`."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencl_ls.features.macro_expansion import expand_macro
from opencl_ls.text import readable
from tests.support.marked import Case, analysed, cases

PAGE = Path(__file__).with_name("macro_expansion.md")


def shown(case: Case) -> list[str]:
    """Return the name of the macro and the lines of its text."""
    analysis, offset, _ = analysed(case)
    found = expand_macro(analysis, offset)
    if found is None:
        return ["nothing"]
    return [f"== {readable(found.name)}", *readable(found.text).splitlines()]


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_expansion(case: Case) -> None:
    """The text is exactly what the page shows."""
    assert shown(case) == list(case.lines)
