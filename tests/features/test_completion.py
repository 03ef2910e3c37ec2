"""Completion as data: `completion*.md` hold programs with a cursor, and what is offered there.

A block `completion` holds the whole list, the best first, `completion 5` its first five items, and
`completion +` those whose order says nothing, sorted.  A line is `label kind detail`, with what is
written in place of the label behind `=>`, and in brackets what the target lacks, `deprecated`, and
an edit before the place.  The line `...` says that the list is incomplete; `nothing` is an empty
one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.features.completion import complete
from opencl_ls.text import display
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.features.completion import Completion, CompletionItem

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"


def line(item: CompletionItem) -> str:
    """Return an item as a page shows it."""
    text = f"{item.label} {item.kind} {item.detail}".rstrip()
    written = item.snippet or item.insert
    text += f" => {written}" if written else ""
    text += f" [{item.needs}]" if item.needs else ""
    text += " [deprecated]" if item.is_deprecated else ""
    return display(text + "".join(f" [{each.text}]" for each in item.edits))


def lines(found: Completion, argument: str) -> list[str]:
    """Return a list as a page shows it."""
    shown = [line(each) for each in found.items]
    if argument == "+":
        return sorted(shown)
    if argument:
        return shown[: int(argument)] or ["nothing"]
    return [*shown, *(["..."] if found.is_incomplete else [])] or ["nothing"]


@pytest.mark.parametrize("case", cases([HERE / "completion.md"]), ids=lambda case: case.name)
def test_completion(case: Case) -> None:
    """The list is what the page says."""
    analysis, offset, _ = analysed(case)
    assert lines(complete(analysis, offset), case.argument) == list(case.lines)
