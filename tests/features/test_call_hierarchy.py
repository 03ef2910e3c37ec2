"""Who calls whom, as data: `call_hierarchy.md`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from opencl_ls.features.call_hierarchy import function_at, incoming, outgoing
from opencl_ls.findings import Place
from opencl_ls.text import display
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import CallNode
    from opencl_ls.features.call_hierarchy import Call

PAGE = Path(__file__).parent / "call_hierarchy.md"


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_call_hierarchy(case: Case) -> None:
    """The function at the mark, its callers and what it calls are those of the page."""
    analysis, offset, _ = analysed(case)
    assert answer(case, analysis, offset) == list(case.lines)


def answer(case: Case, analysis: Analysis, offset: int) -> list[str]:
    """Return the answer to a case's question, line by line."""
    function = function_at(analysis, offset)
    if function is None:
        return ["nothing"]
    if case.question == "function":
        whole = analysis.lines(function.whole.file).text[function.whole.start : function.whole.end]
        return [_function(analysis, function), " ".join(display(whole).split())]
    ask = incoming if case.question == "incoming" else outgoing
    return [_call(analysis, call) for call in ask(analysis, function)] or ["none"]


def _function(analysis: Analysis, function: CallNode) -> str:
    words = f"{function.kind} {function.name} at {_place(analysis, function.place)}"
    return words if function.is_defined else f"{words} (declared)"


def _call(analysis: Analysis, call: Call) -> str:
    places = ", ".join(_place(analysis, place) for place in call.places)
    block = " in a block" if call.in_block else ""
    return f"{_function(analysis, call.function)}: {places}{block}"


def _place(analysis: Analysis, place: Place) -> str:
    line, column = analysis.lines(place.file).position(place.start)
    file = "" if place.file == analysis.path else f"{place.file}:"
    return f"{file}{line + 1}:{column + 1}"


@pytest.mark.parametrize(
    ("file", "static", "callers"),
    [
        # The same function, though the text before it has changed.
        ("main.cl", False, ["user"]),
        # One of another unit is the same if both can be seen there.
        ("other.cl", False, ["user"]),
        ("other.cl", True, []),
    ],
)
def test_a_function_of_another_state_or_unit(file: str, static: bool, callers: list[str]) -> None:
    """What a client asked about before is found again; a static function is no other unit's."""
    case = Case(
        "", "int n;\nint $0f(int n) { return n; }\nint user(int n) { return f(n); }\n", "", "", ()
    )
    analysis, offset, _ = analysed(case)
    function = function_at(analysis, offset)
    assert function is not None
    asked = replace(function, place=Place(file, 3, 4), is_static=static)
    assert [call.function.name for call in incoming(analysis, asked)] == callers
