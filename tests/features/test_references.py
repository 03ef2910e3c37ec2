"""Highlights and renames of one unit as data: pages with a cursor mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencl_ls.analysis.facade import Analysis
from opencl_ls.features.highlights import highlights
from opencl_ls.features.references import Shared, unit_of
from opencl_ls.features.references.rename import Refusal, edits_for, renameable, spoiled
from opencl_ls.findings import with_edits
from opencl_ls.text import byte_text, display
from tests.support.marked import Case, analysed, cases

HERE = Path(__file__).parent
PAGES = [HERE / "highlights.md", HERE / "rename.md"]


def is_ours(path: str) -> bool:
    return "outside" not in path


def answer(analysis: Analysis, offset: int, case: Case) -> list[str]:
    """Return the lines that answer a case's question."""
    if case.question == "highlights":
        shown = []
        for each in highlights(analysis, offset):
            line, column = analysis.lines(each.place.file).position(each.place.start)
            shown.append(f"{line + 1}:{column + 1} {each.kind}")
        return shown or ["nothing"]
    symbol = renameable(analysis, offset, is_ours)
    if isinstance(symbol, Refusal):
        return [display(symbol.reason)]
    if case.question == "prepare":
        return [display(symbol.name)]
    found = analysis.references(offset, all_definitions=True)
    assert found is not None
    name, unit = byte_text(case.argument), unit_of(analysis, found, for_rename=True)
    edits = edits_for(symbol, Shared((unit,)), name, is_ours)
    if isinstance(edits, Refusal):
        return [display(edits.reason)]
    problem = spoiled(analysis, symbol, unit, name, edits, analysis.path)
    if problem:
        return [display(problem)]
    files = sorted({edit.place.file for edit in edits}, key=lambda file: file == analysis.path)
    lines = []
    for file in files:
        text = analysis.lines(file).text
        own = [edit for edit in edits if edit.place.file == file]
        lines += display(with_edits(text, own)).splitlines()
    return lines


@pytest.mark.parametrize("case", cases(PAGES), ids=lambda case: case.name)
def test_answer(case: Case) -> None:
    """The answer is exactly what the page says."""
    analysis, offset, _ = analysed(case)
    assert answer(analysis, offset, case) == list(case.lines)
