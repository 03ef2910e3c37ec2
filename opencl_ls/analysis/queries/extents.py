"""The extent of a declaration, from the place of its name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.program import records_at
from opencl_ls.findings import Place
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program

_WHOLE: Final = (
    r.FunctionDefinition | r.Declaration | r.Parameter | r.Enumerator | r.RecordType | r.EnumType
) | r.Label


def extent_of(program: Program, name: Place) -> Place:
    """Return the declaration, the definition of a macro or the label that declares a name.

    It is the name's own place if a macro makes the rest, or if nothing is declared there.
    """
    found = program.unit.item_at(name.file, name.start)
    if found is None:
        return _directive(program, name)
    number, at = found
    for record in reversed(records_at(program.model(number).item, at)):
        if isinstance(record, _WHOLE):
            end = record.name.end if isinstance(record, r.Label) else record.end
            whole = program.place(number, record.start, end)
            return whole if _holds(whole, name) else name
    return name


def _directive(program: Program, name: Place) -> Place:
    for placed in program.unit.unit.records:
        if placed.file == name.file and placed.start <= name.start < placed.end:
            return Place(name.file, placed.start, placed.end)
    return name


def _holds(whole: Place, name: Place) -> bool:
    return whole.file == name.file and whole.start <= name.start and name.end <= whole.end
