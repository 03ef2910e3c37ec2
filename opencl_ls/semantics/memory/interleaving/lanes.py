"""Vectors whose components are computed from elements that are side by side in memory.

A work-item that stores `f(vload8(0, in + i))` at `out + i` stores at each element of `out` what is
computed from the same element of `in`: another work-item, whose vector overlaps, stores the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.interleaving import uniformity
from opencl_ls.semantics.memory.interleaving.terms import Term
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.values import Variables

_LOAD: Final = "vload"
_OF_COMPONENTS: Final = frozenset(
    (
        "abs add_sat ceil clamp cos degrees exp exp2 exp10 fabs floor fma fmax fmin half_rsqrt hadd"
        " half_exp half_log half_recip half_sqrt log log2 log10 mad max min mix native_cos"
        " native_exp native_log native_recip native_rsqrt native_sin native_sqrt pow pown powr"
        " radians rint round rsqrt select sign sin smoothstep sqrt step sub_sat tan tanh trunc"
    ).split()
)
"""Functions that compute each component from the same component of their arguments (6.15.2)."""


class Lanes(NamedTuple):
    """The place of the first element: the byte `start` of its object, in elements of `size` bytes.

    `width` is the number of components.
    """

    start: Term
    size: int
    width: int


def lanes_of(evaluator: Evaluator, record: r.Expression, variables: Variables) -> Lanes | None:
    """Return the elements that the components of a vector are computed from, in order.

    None if a component may be computed from others, or from its number.
    """
    record = unwrapped(record)
    match record:
        case r.Call():
            name = builtin_name(evaluator.model, record)
            if name.startswith(_LOAD):
                return _loaded(evaluator, name, record, variables)
            if name.startswith(("convert_", "as_")) or name in _OF_COMPONENTS:
                return _alike(evaluator, record.arguments, variables)
        case r.Binary():
            return _alike(evaluator, (record.left, record.right), variables)
        case r.Unary(operator="-" | "+" | "~" | "!"):
            return lanes_of(evaluator, record.operand, variables)
        case r.Name():
            symbol = evaluator.model.references.get(record)
            value = None if symbol is None else variables.get(symbol)
            if isinstance(value, Term) and len(value.factors) == 1 and not value.constant:
                (unknown, factor) = next(iter(value.factors.items()))
                return unknown.lanes if factor == 1 else None
    return None


def _alike(
    evaluator: Evaluator, operands: Sequence[r.Expression], variables: Variables
) -> Lanes | None:
    """Return the elements of all vectors among some operands, None if they differ."""
    found: list[Lanes] = []
    for each in operands:
        if isinstance(evaluator.model.type_of(each).type, t.VectorType):
            lanes = lanes_of(evaluator, each, variables)
            if lanes is None:
                return None
            found.append(lanes)
        elif not uniformity.is_same_for_group(evaluator, each, variables):
            return None
    is_one = found and all(_is_same(found[0], each) for each in found[1:])
    return found[0] if is_one else None


def _is_same(one: Lanes, other: Lanes) -> bool:
    same = one.start.times(other.size).is_same(other.start.times(one.size))
    return same and one.width == other.width


def _loaded(evaluator: Evaluator, name: str, record: r.Call, variables: Variables) -> Lanes | None:
    """Return the elements that `vloadn(offset, p)` reads."""
    kind = evaluator.model.type_of(record).type
    if len(record.arguments) != 2 or not isinstance(kind, t.VectorType):
        return None
    index, pointer = record.arguments
    place = evaluator.pointer_to(pointer, variables)
    offset = evaluator.term(index, variables)
    pointed = evaluator.model.type_of(unwrapped(pointer)).type
    layout = layout_of(pointed.pointee) if isinstance(pointed, t.PointerType) else None
    if place is None or offset is None or layout is None:
        return None
    size = layout[0]
    step = 4 if name.startswith("vloada") and kind.width == 3 else kind.width
    return Lanes(place.offset.plus(offset, step * size), size, kind.width)


def is_same_element_by_element(first: Access, second: Access, own: Iterable[str]) -> bool:
    """Return whether a vector store and itself store equal values wherever they overlap.

    Two work-items have different values of the unknowns of the scopes `own`.
    """
    value = first.value
    if value is None or first.record is not second.record or len(value.factors) != 1:
        return False
    unknown, factor = next(iter(value.factors.items()))
    lanes = unknown.lanes
    if lanes is None or factor != 1 or first.value is not second.value:
        return False
    size, rest = divmod(first.size, lanes.width)
    apart = first.offset.times(lanes.size).plus(lanes.start, -size)
    return not rest and not any(each.scope in own for each in apart.factors)
