"""The accesses of one work-item that are reported by themselves, as an item has them.

They are those to private and constant arrays at places that ids decide, and those through pointers
that may be null.  A run has to carry them out although no other work-item is concerned.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, user_function
from opencl_ls.semantics.lookup.enqueue import is_null
from opencl_ls.semantics.memory.interleaving.notes import pointer_of
from opencl_ls.semantics.memory.interleaving.slice_parts import parts_of
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_OF_ONE: Final = (t.PRIVATE, t.CONSTANT)
_COMPUTED: Final = ("convert_", "min", "max", "clamp", "mul24", "mad24", "abs")
"""The beginnings of the names of built-in functions whose results a run knows."""


@derived
def lone_accesses(model: ItemModel) -> Sequence[r.Record]:
    """Return the elements of private and constant arrays at places that ids may decide."""
    found = [each for each in _dereferences(model) if _space(model, each) in _OF_ONE]
    found = [each for each in found if not _is_fixed(each)]
    if not found:
        return ()
    by_ids = _symbols_by_ids(model)
    return [
        each
        for each in found
        if (source := _sources(model, r.children(each))) is None or not by_ids.isdisjoint(source)
    ]


@derived
def dereferences(model: ItemModel) -> Sequence[r.Record]:
    """Return the places that pointers lead to."""
    members = model.of_kind(r.Member)
    places = chain(_dereferences(model), members)
    return [each for each in places if pointer_of(model, each) is not None]


@derived
def may_have_nulls(model: ItemModel) -> bool:
    """Return whether a null pointer constant is written in an item."""
    zeros = filter(is_null, model.of_kind(r.IntegerLiteral, r.Name))
    return any(_is_pointer(model, each) for each in zeros)


def _is_pointer(model: ItemModel, zero: r.Expression) -> bool:
    """Return whether a zero is converted to a pointer where it is used."""
    expression, above = model.use_of(zero)
    while isinstance(above, r.Cast):
        if isinstance(model.type_of(above).type, t.PointerType):
            return True
        expression, above = model.use_of(above)
    kind: t.Type | None = None
    match above:
        case r.InitDeclarator():
            symbol = model.declared.get(above)
            kind = None if symbol is None else symbol.type.type
        case r.Assignment():
            kind = model.type_of(above.left).type
        case r.Conditional():
            kind = model.type_of(above).type
        case r.Return():
            kind = _result(model, above)
        case r.Call() if expression in above.arguments:
            kind = _parameter(model, above, above.arguments.index(expression))
    return isinstance(kind, t.PointerType)


def _result(model: ItemModel, record: r.Return) -> t.Type | None:
    """Return the type that the function returns, None for a block."""
    definition = model.enclosing(record, r.FunctionDefinition, r.BlockLiteral)
    symbol = None if definition is None else model.declared.get(definition)
    kind = None if symbol is None else symbol.type.type
    return kind.result.type if isinstance(kind, t.FunctionType) else None


def _parameter(model: ItemModel, call: r.Call, number: int) -> t.Type | None:
    """Return the type of a parameter of a function of the program."""
    function = user_function(model, call)
    if function is None or number >= len(function.parameters):
        return None
    return function.parameters[number].type.type


def _dereferences(model: ItemModel) -> Iterator[r.Index | r.Unary]:
    yield from model.of_kind(r.Index)
    for each in model.of_kind(r.Unary):
        if each.operator == "*":
            yield each


def _space(model: ItemModel, place: r.Expression) -> str:
    return t.object_space(model.type_of(place))


def _is_fixed(place: r.Index | r.Unary) -> bool:
    return isinstance(place, r.Index) and isinstance(unwrapped(place.index), r.IntegerLiteral)


@derived
def _symbols_by_ids(model: ItemModel) -> set[Symbol]:
    """Return the variables whose values ids may decide, other than through memory.

    A parameter is one of them, unless it is a kernel's.
    """
    found: set[Symbol] = set()
    for symbol in model.declared.values():
        if isinstance(symbol, ParameterVariable):
            function = symbol.function
            if function is None or not function.is_kernel:
                found.add(symbol)
    sources = {symbol: _sources(model, rows) for symbol, rows in parts_of(model).stores.items()}
    while True:
        new = [
            symbol
            for symbol, source in sources.items()
            if symbol not in found and (source is None or not found.isdisjoint(source))
        ]
        if not new:
            return found
        found.update(new)


def _sources(model: ItemModel, records: Sequence[r.Record]) -> set[Symbol] | None:
    """Return the variables that records name, None if they call a function for an id.

    What is loaded from memory is not looked into: no run knows it.
    """
    found: set[Symbol] = set()
    waiting = list(records)
    while waiting:
        each = waiting.pop()
        match each:
            case r.Name():
                symbol = model.references.get(each)
                if symbol is not None:
                    found.add(symbol)
            case r.Call():
                name = builtin_name(model, each)
                if not name or name.startswith("get_"):
                    return None
                if name.startswith(_COMPUTED):
                    waiting += each.arguments
            case r.Index() | r.Member(arrow=True) | r.Unary(operator="*"):
                continue
            case _:
                waiting += r.children(each)
    return found
