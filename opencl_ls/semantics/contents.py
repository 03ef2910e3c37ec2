"""What an item is made of and speaks of, at a glance."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


def contents(model: ItemModel) -> set[type | str]:
    """Return what an item holds: classes of records, symbols and types, and names.

    A type counts with what it points to, has as elements, returns or takes, but not with what its
    members are.  The names are those that expressions mention, and of types such as `sampler_t`.
    """
    found: set[type | str] = set(map(type, model.events))
    found.update(each.name for each in model.references if type(each) is r.Name)
    symbols = {*model.references.values(), *model.declared.values()}
    named = (symbol.type for symbol in symbols if symbol is not None)
    # The same few types stand behind most expressions.
    kinds = {
        id(each.type): each.type
        for each in chain(model.types.values(), model.type_names.values(), named)
    }
    waiting = list(kinds.values())
    while waiting:
        kind = waiting.pop()
        while isinstance(kind, t.PointerType | t.ArrayType):
            found.add(type(kind))
            kind = (kind.pointee if isinstance(kind, t.PointerType) else kind.element).type
        found.add(type(kind))
        if isinstance(kind, t.OpaqueType):
            found.add(kind.name)
        elif isinstance(kind, t.FunctionType):
            waiting += [kind.result.type, *(each.type for each in kind.parameters)]
        elif isinstance(kind, t.BlockType):
            waiting.append(kind.function)
        elif isinstance(kind, t.AtomicType):
            waiting.append(kind.value.type)
        elif isinstance(kind, t.PipeType):
            waiting.append(kind.packet.type)
    return found
