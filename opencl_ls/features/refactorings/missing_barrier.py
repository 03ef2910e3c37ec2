"""Insert the barrier between two accesses that race.

A place is taken where all work-items of the group come by: the program is analysed with the barrier
in it, and then has neither this race nor a report that it did not have.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.versions import Version
from opencl_ls.features.refactorings.layout import indentation, is_first_in_line, step
from opencl_ls.features.refactorings.trial import spoiled
from opencl_ls.findings import Place, TextEdit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.analysis.race_results import KernelRaces, WitnessedRace
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "missing-barrier"
_KIND: Final = "quickfix"
_FAMILY: Final = "race/"
_FLAGS: Final = {"local": "CLK_LOCAL_MEM_FENCE", "global": "CLK_GLOBAL_MEM_FENCE"}
_NEW: Final = re.compile(r"\bwork_group_barrier\s*\(")
_OLD: Final = re.compile(r"\bbarrier\s*\(")
_LOOPS: Final = ("For", "While", "DoWhile")


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the race that is reported at the selection, if a barrier can end it."""
    start, end, analysis = selection.start, selection.end, selection.analysis
    reported = analysis.findings_touching(start, end)
    kernel = None
    if any(each.code.startswith(_FAMILY) for each in reported):
        kernel = analysis.kernel_races_at(start)
    if kernel is None:
        return
    race = next((each for each in kernel.races if _is_meant(selection, each)), None)
    if race is None:
        return
    call = _call(selection, race.space)
    barriers = list(_barriers(selection, race, call))
    if barriers:
        yield selection.offer(
            NAME, _KIND, f"Insert '{call}'", lambda: _edits(selection, kernel, race, barriers)
        )


def _is_meant(selection: Selection, race: WitnessedRace) -> bool:
    """Tell whether a race that a barrier would end touches the selection."""
    return (
        race.lacks == "barrier"
        and race.space in _FLAGS
        and any(
            each.file == selection.analysis.path
            and each.start <= selection.end
            and selection.start <= each.end
            for each in (race.first, race.second)
        )
    )


def _call(selection: Selection, space: str) -> str:
    """Return the call of a barrier, by the name that the file has, or else its version."""
    text, is_new = selection.text, selection.analysis.target.version >= Version.CL20
    is_new = bool(_NEW.search(text)) or (is_new and not _OLD.search(text))
    return f"{'work_group_barrier' if is_new else 'barrier'}({_FLAGS[space]})"


# --- places --------------------------------------------------------------------------------------


def _barriers(selection: Selection, race: WitnessedRace, call: str) -> Iterator[SpanEdit]:
    """Yield barriers that may be between two accesses, those between statements first."""
    code = selection.code
    if code is None or race.first.file != race.second.file:
        return
    one, other = (code.nodes_around(each.start, each.end) for each in (race.first, race.second))
    count = sum(1 for pair in zip(one, other, strict=False) if pair[0] == pair[1])
    shared = one[:count]
    if count < min(len(one), len(other)) and shared and shared[-1].kind == "Compound":
        later = max(one[count], other[count], key=lambda node: node.begin)
        yield from _before(selection, later, call)
    for loop in reversed(shared):
        body = loop.part("body") if loop.kind in _LOOPS else None
        if body is not None and body.kind == "Compound":
            yield from _at_end(selection, body, call)


def _before(selection: Selection, statement: Node, call: str) -> Iterator[SpanEdit]:
    if statement.span is None:
        return
    at, text = statement.span[0], selection.text
    between = f"\n{indentation(text, at)}" if is_first_in_line(text, at) else " "
    yield at, at, f"{call};{between}"


def _at_end(selection: Selection, body: Node, call: str) -> Iterator[SpanEdit]:
    """Yield a barrier before the brace that ends the body of a loop."""
    if body.span is None:
        return
    at, text = body.span[1] - 1, selection.text
    if is_first_in_line(text, at):
        blanks = indentation(text, at)
        yield at, at, f"{step(text, at)}{call};\n{blanks}"
    else:
        yield at, at, f"{call}; "


# --- trial ---------------------------------------------------------------------------------------


def _edits(
    selection: Selection, kernel: KernelRaces, race: WitnessedRace, barriers: list[SpanEdit]
) -> list[SpanEdit]:
    """Return the first barrier that ends a race and spoils nothing, nothing where none does."""
    return next(([each] for each in barriers if _ends(selection, kernel, race, each)), [])


def _ends(selection: Selection, kernel: KernelRaces, race: WitnessedRace, edit: SpanEdit) -> bool:
    """Tell whether a barrier ends a race, and makes neither another nor a new report."""
    analysis = selection.analysis
    edits = [TextEdit(Place(analysis.path, edit[0], edit[1]), edit[2])]
    found = analysis.after(edits).kernel_races(kernel.name)
    if found is None or Counter(map(_object, found.races)) - Counter(map(_object, kernel.races)):
        return False
    pair = _moved(race.first, edit), _moved(race.second, edit)
    is_gone = all((each.first, each.second) != pair for each in found.races)
    return is_gone and not spoiled(analysis, edits)


def _object(race: WitnessedRace) -> tuple[str, str, str]:
    return race.name, race.space, race.lacks


def _moved(place: Place, edit: SpanEdit) -> Place:
    """Return where a place is after an insertion."""
    by = len(edit[2]) if place.start >= edit[0] else 0
    return Place(place.file, place.start + by, place.end + by)
