"""The variables that may point to memory which work-items share, where their types do not say.

A pointer to the generic address space leads where a value leads that it was given.  Values are
followed through the functions of a kernel, without regard to order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving.summaries import escaping
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from opencl_ls.semantics.memory.interleaving.slice_parts import Parts
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

Given = tuple["ItemModel", r.Expression]
"""A value of a pointer, with the item that has the expression."""


def may_share(
    parts: Mapping[ItemModel, Parts], arguments: Mapping[Symbol, Sequence[Given]]
) -> Collection[Symbol]:
    """Return the pointers of some items that may lead to shared memory.

    `arguments` are the values that calls give to parameters.
    """
    values: dict[Symbol, Sequence[Given] | None] = {}
    for model, each in parts.items():
        for pointer in each.pointers:
            values[pointer] = _values(model, each, pointer, arguments)
    found = {pointer for pointer, given in values.items() if given is None}
    before = -1
    while before < len(found):
        before = len(found)
        for pointer, given in values.items():
            if pointer not in found and any(_may_share(*each, found) for each in given or ()):
                found.add(pointer)
    return found


def is_private(model: ItemModel, access: r.Record, shared: Collection[Symbol]) -> bool:
    """Return whether an access by a generic pointer is certainly to memory that is not shared."""
    if not isinstance(access, r.Index | r.Member | r.Unary):
        return False
    return not _lies_in_shared(model, access, shared)


def _values(
    model: ItemModel, parts: Parts, pointer: Symbol, arguments: Mapping[Symbol, Sequence[Given]]
) -> list[Given] | None:
    """Return all values that a pointer gets, None where they are not known."""
    if isinstance(pointer, ParameterVariable):
        found = list(arguments.get(pointer, ()))
    elif isinstance(pointer, Variable) and pointer.function is not None:
        found = []
    else:
        return None
    if (not found and isinstance(pointer, ParameterVariable)) or pointer in escaping(model):
        return None
    for store in parts.stores.get(pointer, ()):
        match store:
            case r.Assignment():
                found.append((model, store.right if store.operator.text == "=" else store.left))
            case r.InitDeclarator():
                found += [] if store.initializer is None else [(model, store.initializer)]
            case r.Call():
                return None
    return found


def _may_share(model: ItemModel, value: r.Expression, found: Collection[Symbol]) -> bool:
    """Return whether the value of a pointer may lead to shared memory."""
    inner = unwrapped(value)
    kind = model.type_of(inner)
    is_pointer = isinstance(kind.type, t.PointerType)
    space = t.object_space(kind.type.pointee if isinstance(kind.type, t.PointerType) else kind)
    if space in (t.PRIVATE, t.CONSTANT) and (is_pointer or isinstance(kind.type, t.ArrayType)):
        return False
    match inner:
        case r.Name() if is_pointer and space == t.GENERIC:
            return model.references.get(inner) in found
        case r.Cast():
            return _may_share(model, inner.operand, found)
        case r.Conditional(chosen=chosen) if chosen is not None:
            return any(_may_share(model, each, found) for each in (chosen, inner.otherwise))
        case r.Binary(operator=r.Word(text=("+" | "-"))):
            is_left = isinstance(model.type_of(inner.left).type, t.PointerType | t.ArrayType)
            return _may_share(model, inner.left if is_left else inner.right, found)
        case r.Unary(operator="&"):
            return _lies_in_shared(model, inner.operand, found)
        case r.Index() | r.Member() if isinstance(kind.type, t.ArrayType):
            return _lies_in_shared(model, inner, found)
    return True


def _lies_in_shared(model: ItemModel, place: r.Expression, found: Collection[Symbol]) -> bool:
    """Return whether a place may be in shared memory."""
    inner = unwrapped(place)
    space = t.object_space(model.type_of(inner))
    if space != t.GENERIC:
        return space not in (t.PRIVATE, t.CONSTANT)
    match inner:
        case r.Index() | r.Member(arrow=True):
            is_pointer = isinstance(model.type_of(inner.base).type, t.PointerType)
            base = inner.base
            return (_may_share if is_pointer else _lies_in_shared)(model, base, found)
        case r.Member():
            return _lies_in_shared(model, inner.base, found)
        case r.Unary(operator="*"):
            return _may_share(model, inner.operand, found)
    return True
