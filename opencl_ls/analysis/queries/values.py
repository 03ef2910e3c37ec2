"""The variables whose values depend on the work-item, computed in short steps in idle times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries import marks
from opencl_ls.semantics.flow.uniformity import functions_in
from opencl_ls.semantics.flow.uniformity.variables import Dependences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.colours import ColourCache
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo

_AT_A_TIME: Final = 64
"""The number of items that one step skips without computing anything."""


def look_at_values(unit: AnalysedUnit, cache: ColourCache) -> Iterator[None]:
    """Find the variables of the main file that depend on the work-item, in short steps.

    Changes are noted in `cache`, for the next tokens.
    """
    dependences = Dependences(lambda name: _defined(unit, name))
    names: dict[str, frozenset[str]] = {}
    for number, item in enumerate(unit.items):
        if not number % _AT_A_TIME:
            yield
        model = item.analysed.model
        functions = marks.defined_functions(model)
        if not functions or item.unread or item.stale:
            continue
        piece = unit.unit.pieces[item.first_piece + item.source.slices[0].piece]
        if piece.start >= 0:
            continue
        before, looked = marks.dependent_of(model), False
        found = marks.look_at_values(model, dependences)
        own = marks.own_variables(model)
        if before is None:
            before = marks.presumed_dependent(model, cache.dependent)
            looked = True
        if found != before:
            cache.renewed.add(item.analysed)
        shown = {each.name for each in found} - {each.name for each in own if each not in found}
        if shown:
            names.update(dict.fromkeys(functions, frozenset(shown)))
        if looked:
            yield
    cache.dependent = names


def _defined(unit: AnalysedUnit, name: str) -> FunctionInfo | None:
    """Return the only known definition of a function, or None."""
    found: list[FunctionInfo] = []
    for number in unit.declarations.names.get(name, ()):
        item = unit.items[number]
        if not item.unread and not item.analysed.model.item.problems:
            found += (info for info in functions_in(item.analysed.model) if info.name == name)
    return found[0] if len(found) == 1 else None
