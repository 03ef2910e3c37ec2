"""What can be opened from a file, as data: `document_links.md`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.features.document_links import document_links
from opencl_ls.text import display
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis

PAGE = Path(__file__).parent / "document_links.md"


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_document_links(case: Case) -> None:
    """Exactly the links of the page are found."""
    analysis, offset, _ = analysed(case)
    assert answer(case, analysis, offset) == list(case.lines)


def answer(_case: Case, analysis: Analysis, _offset: int) -> list[str]:
    """Return the links, line by line."""
    found = []
    for link in document_links(analysis):
        line, column = analysis.lines(analysis.path).position(link.start)
        text = display(analysis.text[link.start : link.end])
        leads = f"file {link.path}" if link.path else f"rule {link.code}"
        found.append(f"{line + 1}:{column + 1} '{text}' -> {leads}: {link.tooltip}")
    return found or ["nothing"]
