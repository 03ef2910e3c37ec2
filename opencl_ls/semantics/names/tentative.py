"""Tentative definitions: variables of program scope without a value (C11 6.9.2).

Their types may be completed further down, so these checks look at the whole program.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import summarised
from opencl_ls.semantics.names.redeclarations import is_defined
from opencl_ls.semantics.types.symbols import Variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program


@summarised
def leaves_open(model: ItemModel) -> bool:
    """Tell whether an item declares a variable of an incomplete type at program scope."""
    return any(True for _ in _open_variables(model))


def is_broken(model: ItemModel) -> bool:
    """Tell whether an item could not be parsed."""
    return bool(model.item.problems)


def unsized_arrays(program: Program) -> Iterator[tuple[int, Variable]]:
    """Yield the arrays, with the numbers of their items, to which nothing gives a size."""
    for number, model in program.having(leaves_open):
        for variable in _open_variables(model):
            known = [each.type.type for _, each in program.symbols(variable.name)]
            sizes = [each.size for each in known if isinstance(each, t.ArrayType)]
            if isinstance(variable.type.type, t.ArrayType) and not any(sizes):
                yield number, variable


def incomplete_objects(program: Program) -> Iterator[tuple[int, Variable, t.AggregateType]]:
    """Yield the structs, with the numbers of their items, of which nothing lists the members.

    An item that cannot be parsed may list them.
    """
    if any(True for _ in program.having(is_broken)):
        return
    for number, model in program.having(leaves_open):
        for variable in _open_variables(model):
            kind = variable.type.type
            if not isinstance(kind, t.AggregateType) or not kind.tag:
                continue
            numbers = program.names.tags.get(kind.tag, ())
            tags = (program.models[each].exported_tags[kind.tag] for each in numbers)
            if not any(map(is_defined, tags)):
                yield number, variable, kind


def _open_variables(model: ItemModel) -> Iterator[Variable]:
    for symbol in model.exports.values():
        if not isinstance(symbol, Variable) or symbol.declarator.initializer is not None:
            continue
        kind = symbol.type.type
        unsized = isinstance(kind, t.ArrayType) and kind.size is None and not kind.variable
        incomplete = isinstance(kind, t.AggregateType) and kind.members is None
        if (unsized or incomplete) and "extern" not in symbol.storage:
            yield symbol
