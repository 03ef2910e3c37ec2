"""Where names lead, as data: `definition.md`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.features import definition as feature
from opencl_ls.text import display
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.definition import Destinations, Target
    from opencl_ls.findings import Place

PAGE = Path(__file__).parent / "definition.md"
QUESTIONS = {
    "definition": feature.definition,
    "declaration": feature.declaration,
    "type": feature.type_definition,
    "implementation": feature.implementation,
}


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_definition(case: Case) -> None:
    """A request leads exactly where the page says."""
    analysis, offset, _ = analysed(case)
    assert answer(case, analysis, offset) == list(case.lines)


def answer(case: Case, analysis: Analysis, offset: int) -> list[str]:
    """Return the answer to a case's question, line by line."""
    found = QUESTIONS[case.question](analysis, offset)
    return ["nothing"] if found is None else _shown(analysis, found)


def _shown(analysis: Analysis, found: Destinations) -> list[str]:
    lines = [f"of '{display(analysis.text[found.start : found.end])}'"]
    lines += [_target(analysis, target) for target in found.targets]
    lines += [f"page {found.page}"] if found.page else []
    if found.elsewhere:
        kinds = f" ({', '.join(found.kinds)})" if found.kinds else ""
        first = " first" if found.are_declarations else ""
        lines.append(f"elsewhere{first}: {found.elsewhere}{kinds}")
    return lines


def _target(analysis: Analysis, target: Target) -> str:
    name = target.name
    line, column = analysis.lines(name.file).position(name.start)
    file = "" if name.file == analysis.path else f"{name.file}:"
    place = f"to {file}{line + 1}:{column + 1}"
    if name.start == name.end:
        return place
    return f"{place} {_text(analysis, name)} of {_text(analysis, target.whole)}"


def _text(analysis: Analysis, place: Place) -> str:
    text = analysis.lines(place.file).text[place.start : place.end]
    return repr(" ".join(display(text).split()))
