"""The parts of one item from which slices are made; they depend on nothing but the item."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, TypeGuard

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import LITERALS
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.memory.interleaving.summaries import BARRIERS, is_collective
from opencl_ls.semantics.model import derived
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_UNCLEAR: Final = (
    r.Goto,
    r.Label,
    r.Assembly,
    r.BadStatement,
    r.BlockLiteral,
    r.StatementExpression,
)
"""What leads a run to other places, or hides what it does."""
_LOOPS: Final = (r.For, r.While, r.DoWhile)
_SHARED: Final = (t.LOCAL, t.GLOBAL, t.GENERIC)
_NOT_SHARED: Final = (t.PRIVATE, t.CONSTANT)
_TOUCHING: Final = re.compile(
    r"(atomic|atom|async_work_group|write_image|read_image)\w*|wait_group_events|v(load|store)\w*"
)
"""The built-in functions that touch memory which work-items share."""


class Parts(NamedTuple):
    """Accesses, calls, stores and jumps of an item.

    `accesses` are the places and the calls of built-in functions that may touch memory which
    work-items share, with the calls at which a group meets.  `stores` are the records that change
    a variable, `through_pointers` those that change what a pointer to private memory leads to, by
    the variable that is the pointer, None for another expression.  `pointers` are variables that
    point to the generic address space.
    `jumps` are those out of a round of a loop, or out of a switch.
    """

    accesses: Sequence[r.Record]
    calls: Sequence[r.Call]
    stores: dict[Symbol, list[r.Record]]
    through_pointers: dict[Symbol | None, list[r.Record]]
    pointers: Sequence[Symbol]
    jumps: dict[r.Record, list[r.Record]]
    returns: Sequence[r.Return]
    is_unclear: bool


@derived
def parts_of(model: ItemModel) -> Parts:
    """Return the parts of an item."""
    stores: dict[Symbol, list[r.Record]] = {}
    through_pointers: dict[Symbol | None, list[r.Record]] = {}
    for store, target in _targets(model):
        symbol = base_of(model, target)
        if symbol is not None and _is_followed(model, symbol, unwrapped(target)):
            stores.setdefault(symbol, []).append(store)
        elif symbol is None and _may_be_whole(model, target):
            through_pointers.setdefault(_pointer(model, target), []).append(store)
    for each in model.of_kind(r.InitDeclarator):
        declared = model.declared.get(each)
        if declared is not None and _is_followed(model, declared):
            stores.setdefault(declared, []).append(each)
    jumps: dict[r.Record, list[r.Record]] = {}
    for jump in model.of_kind(r.Break, r.Continue):
        kinds = _LOOPS if isinstance(jump, r.Continue) else (*_LOOPS, r.Switch)
        out_of = model.enclosing(jump, *kinds)
        if out_of is not None:
            jumps.setdefault(out_of, []).append(jump)
    return Parts(
        list(_accesses(model)),
        list(model.of_kind(r.Call)),
        stores,
        through_pointers,
        [each for each in model.events if _is_generic(each)],
        jumps,
        list(model.of_kind(r.Return)),
        bool(model.assumptions) or any(each in model.by_kind for each in _UNCLEAR),
    )


def _targets(model: ItemModel) -> Iterator[tuple[r.Record, r.Expression]]:
    """Yield the records that change a place, with the place."""
    for assignment in model.of_kind(r.Assignment):
        yield assignment, assignment.left
    for count in model.of_kind(r.Postfix):
        yield count, count.operand
    for unary in model.of_kind(r.Unary):
        if unary.operator in ("++", "--"):
            yield unary, unary.operand
    for call in model.of_kind(r.Call):
        for argument in call.arguments:
            place = given_place(model, argument)
            if place is not None:
                yield call, place
            elif _leads_to_private(model.type_of(unwrapped(argument)).type):
                yield call, r.Unary(argument.start, argument.end, "*", argument)


def given_place(model: ItemModel, argument: r.Expression) -> r.Expression | None:
    """Return the place whose address a call is given, None for another argument."""
    inner = unwrapped(argument)
    while isinstance(inner, r.Cast):
        inner = unwrapped(inner.operand)
    if isinstance(inner, r.Unary) and inner.operator == "&":
        return inner.operand
    return inner if isinstance(model.type_of(inner).type, t.ArrayType) else None


def _space(model: ItemModel, place: r.Expression) -> str:
    return t.object_space(model.type_of(place))


def _is_followed(model: ItemModel, symbol: Symbol, place: r.Expression | None = None) -> bool:
    """Return whether the value of a variable is followed that a store to a place in it changes.

    Those of structs and of elements of arrays are not, but for events; nor are those of parts of
    shared memory.  Without a place it is the variable itself.
    """
    kind = symbol.type.type
    if isinstance(kind, t.AggregateType) or (
        place is not None
        and not isinstance(place, r.Name)
        and _space(model, place) in (t.LOCAL, t.GLOBAL)
    ):
        return False
    if not isinstance(kind, t.ArrayType):
        return True
    element = t.element_of(symbol.type)
    return isinstance(element.type, t.OpaqueType) or layout_of(element) == layout_of(symbol.type)


def _is_generic(event: r.Record | Symbol) -> TypeGuard[Symbol]:
    if not isinstance(event, Variable | ParameterVariable):
        return False
    kind = event.type.type
    return isinstance(kind, t.PointerType) and t.object_space(kind.pointee) == t.GENERIC


def _leads_to_private(kind: t.Type) -> bool:
    return isinstance(kind, t.PointerType) and t.object_space(kind.pointee) not in (
        t.LOCAL,
        t.GLOBAL,
        t.CONSTANT,
    )


def base_of(model: ItemModel, place: r.Expression) -> Symbol | None:
    """Return the variable that a place is part of, None where a pointer leads there."""
    return model.references.get(_outermost(model, place))


def _outermost(model: ItemModel, place: r.Expression) -> r.Expression:
    """Return the place that a place is part of, through members and elements of arrays."""
    inner = unwrapped(place)
    while True:
        match inner:
            case r.Member(arrow=False):
                inner = unwrapped(inner.base)
            case r.Index() if not isinstance(model.type_of(inner.base).type, t.PointerType):
                inner = unwrapped(inner.base)
            case r.Cast():
                inner = unwrapped(inner.operand)
            case _:
                return inner


def _may_be_whole(model: ItemModel, place: r.Expression) -> bool:
    """Return whether a place that a pointer leads to may be a variable whose value is followed."""
    inner = _outermost(model, place)
    is_beyond = isinstance(inner, r.Index) and LITERALS.integer(inner.index) not in (None, 0)
    is_part = isinstance(inner, r.Member) or is_beyond
    return not is_part and _space(model, unwrapped(place)) not in (t.LOCAL, t.GLOBAL)


def _pointer(model: ItemModel, place: r.Expression) -> Symbol | None:
    """Return the variable that is the pointer by which a place is reached, None for none."""
    inner = _outermost(model, place)
    match inner:
        case r.Index():
            inner = unwrapped(inner.base)
        case r.Unary(operator="*"):
            inner = unwrapped(inner.operand)
        case _:
            return None
    while isinstance(inner, r.Cast | r.Binary):
        if isinstance(inner, r.Cast):
            inner = unwrapped(inner.operand)
        else:
            is_left = isinstance(model.type_of(inner.left).type, t.PointerType)
            inner = unwrapped(inner.left if is_left else inner.right)
    return model.references.get(inner)


def _accesses(model: ItemModel) -> Iterator[r.Record]:
    for place in model.of_kind(r.Name, r.Member):
        if _space(model, place) in _SHARED:
            yield place
    pointees = (each for each in model.of_kind(r.Unary) if each.operator == "*")
    for pointee in chain(model.of_kind(r.Index), pointees):
        # What an unknown pointer leads to has no space.
        if _space(model, pointee) not in _NOT_SHARED:
            yield pointee
    for call in model.of_kind(r.Call):
        callee = builtin_name(model, call)
        if callee and (
            callee in BARRIERS
            or is_collective(model, call)
            or (_TOUCHING.fullmatch(callee) and _may_touch(model, callee, call))
        ):
            yield call
    for statement in model.of_kind(r.ExpressionStatement):
        inner = unwrapped(statement.expression)
        if isinstance(inner, r.Name) and is_host_macro(model, inner):
            yield statement


def _may_touch(model: ItemModel, name: str, call: r.Call) -> bool:
    """Return whether a call touches memory that another work-item may write."""
    if name.startswith("read_image") and call.arguments:
        symbol = model.references.get(unwrapped(call.arguments[0]))
        return symbol is None or symbol.type.access == "read_write"
    if name.startswith(("vload", "vstore")) and call.arguments:
        kind = model.type_of(unwrapped(call.arguments[-1])).type
        return not (isinstance(kind, t.PointerType) and t.object_space(kind.pointee) in _NOT_SHARED)
    return True


def addressing(model: ItemModel, access: r.Record) -> Sequence[r.Expression]:
    """Return the expressions that decide where an access is."""
    match access:
        case r.Call():
            name = builtin_name(model, access)
            if name.startswith("vstore"):
                return access.arguments[1:]
            if name.startswith("write_image"):
                return access.arguments[:-1]
            if name.startswith("atom"):
                return access.arguments[:1]
            return access.arguments
        case r.Index() | r.Member() | r.Unary():
            return (access,)
    return ()


def stored_values(model: ItemModel, access: r.Record) -> Iterator[tuple[r.Record, r.Expression]]:
    """Yield the store that makes an access, with the expression that it stores."""
    if isinstance(access, r.Call):
        for argument in access.arguments:
            yield access, argument
        return
    _, above = model.use_of(access)
    if isinstance(above, r.Assignment) and unwrapped(above.left) is access:
        yield above, above.right
