"""Parameters whose argument is never read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.flow.definite_assignment import argument_of, mentions_as_given
from opencl_ls.semantics.lookup.unused import is_discarded
from opencl_ls.semantics.lookup.uses import is_store, uses
from opencl_ls.semantics.model import summarised
from opencl_ls.semantics.types.symbols import ParameterVariable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function
    from opencl_ls.syntax import records as r

Parameter = tuple[str, int]
"""The name of a function, and the index of its parameter, from 0."""

_READ: Final[Parameter] = ("", 0)


@summarised
def handed_on(model: ItemModel) -> frozenset[tuple[Parameter, frozenset[Parameter]]]:
    """Return the parameters that an item's functions at most pass on, and do not read otherwise.

    Each comes with the parameters that it is passed to, if any.
    """
    return frozenset(_handed_on(model))


def unread(found: Iterable[tuple[Parameter, frozenset[Parameter]]]) -> set[Parameter]:
    """Return the parameters in `found` that reach no function that reads them."""
    targets = dict(found)
    while True:
        read = [each for each, given_to in targets.items() if not given_to <= targets.keys()]
        if not read:
            return set(targets)
        for each in read:
            del targets[each]


def _handed_on(model: ItemModel) -> Iterable[tuple[Parameter, frozenset[Parameter]]]:
    stored: dict[Function, list[ParameterVariable]] = {}
    for symbol in model.declared.values():
        if type(symbol) is not ParameterVariable or symbol.function is None:
            continue
        function, names = symbol.function, uses(model, symbol)
        if function.definition is None or function.is_overloadable:
            continue
        if any(is_store(model, name) for name in names):
            if is_store(model, names[0]) or _target(model, names[0]) is not _READ:
                stored.setdefault(function, []).append(symbol)
        else:
            yield from _entry(model, function, symbol, names)
    # The dataflow is slow, and a body that begins with a read needs none.
    for function, parameters in stored.items():
        assert function.definition is not None
        mentions = mentions_as_given(model, function.definition.body, parameters)
        for symbol in parameters:
            yield from _entry(model, function, symbol, mentions.get(symbol, ()))


def _entry(
    model: ItemModel, function: Function, symbol: ParameterVariable, names: Iterable[r.Name]
) -> Iterable[tuple[Parameter, frozenset[Parameter]]]:
    targets = {_target(model, name) for name in names}
    if _READ not in targets:
        yield (function.name, symbol.index), frozenset(each for each in targets if each)


def _target(model: ItemModel, name: r.Name) -> Parameter | None:
    """Return the parameter that a name is passed to, None for none; `_READ` if it is read."""
    return None if is_discarded(model, name) else argument_of(model, name) or _READ
