"""What is known after a value has been stored in a private object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving.accesses import SHARED_SPACES
from opencl_ls.semantics.memory.interleaving.evaluation import indices, spread
from opencl_ls.semantics.memory.interleaving.values import Copies, Elements
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.states import State
    from opencl_ls.semantics.memory.interleaving.values import Value


def stored(evaluator: Evaluator, target: r.Expression, value: Value, state: State) -> State:
    """Return the state after a value has been stored in a private object."""
    symbol = state.model.references.get(target)
    if isinstance(target, r.Name) and symbol is not None:
        return state.assigned(symbol, value)
    place = evaluator.place(target, state.variables)
    if isinstance(value, Copies) and place is not None:
        symbol, offset = place.pointer.symbol, place.pointer.offset.number
        before = state.variables.get(symbol, Copies({}))
        if offset is None or not isinstance(before, Copies):
            return state.assigned(symbol, None)
        return state.assigned(symbol, before.joined(value, offset))
    if place is None:
        kind = state.model.type_of(target)
        if t.object_space(kind) in SHARED_SPACES or isinstance(target, r.Member):
            return _with_part(evaluator, target, value, state)
        root = evaluator.root(target, state.variables)
        return state.forgotten(() if root is None else (root,))
    pointer = place.pointer
    if pointer.space in SHARED_SPACES:
        return state
    layout = layout_of(pointer.symbol.type)
    if pointer.offset.number == 0 and layout is not None and layout[0] == place.size:
        return state.assigned(pointer.symbol, value)
    return _with_part(evaluator, target, value, state)


def _with_part(evaluator: Evaluator, target: r.Expression, value: Value, state: State) -> State:
    """Return the state after a component of a vector variable has been assigned."""
    base = unwrapped(target.base) if isinstance(target, r.Member) else target
    symbol = state.model.references.get(base)
    if symbol is None:
        root = evaluator.root(target, state.variables)
        return state if root is None or root not in state.variables else state.assigned(root, None)
    was = state.variables.get(symbol)
    kind = symbol.type.type
    if not isinstance(kind, t.VectorType) or not isinstance(target, r.Member):
        return state.assigned(symbol, None) if symbol in state.variables else state
    values: list[Value]
    values = list(was.values) if isinstance(was, Elements) else [None] * kind.width
    chosen = indices(target, kind.width)
    for at, each in zip(chosen, spread(value, len(chosen)), strict=False):
        values[at] = each
    return state.assigned(symbol, Elements(tuple(values)))
