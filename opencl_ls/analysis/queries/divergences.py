"""The conditions of a kernel that depend on the work-item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics.flow.uniformity import functions_in
from opencl_ls.semantics.flow.uniformity.sources import DIFFERENT, GROUP, ITEM_IDS
from opencl_ls.semantics.flow.uniformity.variables import Dependences
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import UNEVALUATED
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from opencl_ls.analysis.queries.kernels import Defined
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_Deciding = r.If | r.For | r.While | r.DoWhile | r.Switch | r.Conditional
_IDS: Final = frozenset((*ITEM_IDS, *DIFFERENT[GROUP]))
_WORDS: Final[dict[type, str]] = {
    r.If: "if",
    r.For: "for",
    r.While: "while",
    r.DoWhile: "do",
    r.Switch: "switch",
    r.Conditional: "?:",
}
_LONGEST: Final = 60
"""The bytes of a condition that are shown."""


class DivergentCondition(NamedTuple):
    """A condition in an item, its text, and the word of its statement."""

    model: ItemModel
    record: r.Expression
    text: str
    word: str


def divergences_in(functions: Sequence[Defined]) -> Iterator[DivergentCondition]:
    """Yield the conditions that name values which differ between work-items.

    Of a called function, those that depend on its parameters alone are left out.
    """
    known = {info.name: info for each in functions for info in functions_in(each.model)}
    dependences = Dependences(known.get)
    for each in functions:
        info = known.get(each.function.name)
        found = None if info is None else dependences.of(info)
        variables: Collection[Symbol] = () if found is None else found.variables
        record: _Deciding
        for record in each.model.of_kind(*_WORDS):
            condition: r.Expression | None = record.condition
            if condition is None or not _is_in(record, each):
                continue
            if _depends(each.model, condition, variables):
                text = each.model.spelling(condition, _LONGEST)
                yield DivergentCondition(each.model, condition, text, _WORDS[type(record)])


def _is_in(record: r.Record, each: Defined) -> bool:
    definition = each.function.definition
    return definition is not None and definition.start <= record.start < definition.end


def _depends(model: ItemModel, condition: r.Expression, variables: Collection[Symbol]) -> bool:
    waiting: list[r.Record] = [condition]
    while waiting:
        each = waiting.pop()
        if isinstance(each, UNEVALUATED):
            continue
        if isinstance(each, r.Name) and model.references.get(each) in variables:
            return True
        if isinstance(each, r.Call) and builtin_name(model, each) in _IDS:
            return True
        waiting.extend(r.children(each))
    return False
