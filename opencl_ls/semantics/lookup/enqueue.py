"""The call shapes of `enqueue_kernel` (OpenCL C 6.13.17).

Four exist: (queue, flags, ndrange, block), the same with (count, wait list, event) before the
block, and each of these with the sizes of the block's local arguments after the block.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import integer_value
from opencl_ls.semantics.lookup.blocks import block_symbol, is_block_value, unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

FLAGS: Final = (
    "CLK_ENQUEUE_FLAGS_NO_WAIT",
    "CLK_ENQUEUE_FLAGS_WAIT_KERNEL",
    "CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP",
)
"""When an enqueued kernel may begin; compilers number them from 0."""

HOST_RESULTS: Final = frozenset(
    (
        "CL_SUCCESS",
        "CL_ENQUEUE_FAILURE",
        "CL_INVALID_QUEUE",
        "CL_INVALID_NDRANGE",
        "CL_INVALID_EVENT_WAIT_LIST",
        "CL_DEVICE_QUEUE_FULL",
        "CL_INVALID_ARG_SIZE",
        "CL_EVENT_ALLOCATION_FAILURE",
        "CL_OUT_OF_RESOURCES",
    )
)
"""The results of enqueueing as the host would spell them; in device code they begin with CLK_."""

_PLAIN: Final = 3
_WITH_EVENTS: Final = 6


class Enqueue(Struct, frozen=True):
    """A call of `enqueue_kernel` with its block in a position where one is allowed.

    `events` is empty or (count, wait list, event); `sizes` are the arguments after the block.
    """

    call: r.Call
    queue: r.Expression
    flags: r.Expression
    range: r.Expression
    events: tuple[r.Expression, ...]
    block: r.Expression
    sizes: tuple[r.Expression, ...]


class WaitList(Struct, frozen=True):
    """The events that a call of `enqueue_kernel` or `enqueue_marker` waits for."""

    count: r.Expression
    events: r.Expression


def called_builtin(model: ItemModel, call: r.Call) -> str:
    """Return the name of the called function if the program does not declare it, else ""."""
    return named_constant(model, call.callee)


def enqueue_of(model: ItemModel, call: r.Call) -> Enqueue | None:
    """Return a call of `enqueue_kernel` by its parts, or None if it has no known shape."""
    if called_builtin(model, call) != "enqueue_kernel":
        return None
    values = call.arguments
    for at in (_PLAIN, _WITH_EVENTS):
        if len(values) > at and is_block_value(model, values[at]):
            events = values[_PLAIN:at]
            queue, flags, span = values[:_PLAIN]
            return Enqueue(call, queue, flags, span, events, values[at], values[at + 1 :])
    return None


def wait_list(model: ItemModel, call: r.Call) -> WaitList | None:
    """Return the wait list of a launch or a marker, None for a call without a wait list."""
    found = enqueue_of(model, call)
    if found is not None and found.events:
        return WaitList(found.events[0], found.events[1])
    if called_builtin(model, call) == "enqueue_marker" and len(call.arguments) == 4:
        return WaitList(call.arguments[1], call.arguments[2])
    return None


def returned_event(model: ItemModel, call: r.Call) -> r.Expression | None:
    """Return the last argument of a marker, or the one of a launch that its event goes to."""
    found = enqueue_of(model, call)
    if found is not None:
        return found.events[2] if found.events else None
    if called_builtin(model, call) == "enqueue_marker" and len(call.arguments) == 4:
        return call.arguments[3]
    return None


def event_variable(model: ItemModel, events: r.Expression) -> Variable | None:
    """Return the local variable of a wait list: `&event`, or an array."""
    inner = unwrapped(events)
    address = isinstance(inner, r.Unary) and inner.operator == "&"
    if isinstance(inner, r.Unary) and address:
        inner = unwrapped(inner.operand)
    symbol = model.references.get(inner)
    if not isinstance(inner, r.Name) or not isinstance(symbol, Variable):
        return None
    kind = symbol.type.type
    if not address:
        kind = kind.element.type if isinstance(kind, t.ArrayType) else t.UNKNOWN
    return symbol if symbol.function is not None and kind == t.opaque("clk_event_t") else None


def events_from(model: ItemModel, events: r.Expression) -> tuple[Variable, int] | None:
    """Return the local array of a wait list, and the element at which the list begins."""
    inner = unwrapped(events)
    base: r.Expression | None = None
    if isinstance(inner, r.Unary) and inner.operator == "&":
        place = unwrapped(inner.operand)
        if isinstance(place, r.Index):
            base, offset = place.base, place.index
    elif isinstance(inner, r.Binary) and inner.operator.text == "+":
        base, offset = inner.left, inner.right
    symbol = None if base is None else event_variable(model, base)
    first = None if symbol is None else fixed_values(model).integer(offset)
    if symbol is None or first is None or not isinstance(symbol.type.type, t.ArrayType):
        return None
    return symbol, first


def enqueued_literal(model: ItemModel, found: Enqueue) -> r.BlockLiteral | None:
    """Return the literal that is enqueued: written in the call, or that of the variable named."""
    inner = unwrapped(found.block)
    if isinstance(inner, r.BlockLiteral):
        return inner
    symbol = block_symbol(model, inner)
    for record, declared in model.declared.items():
        if declared is symbol and isinstance(record, r.InitDeclarator) and record.initializer:
            value = unwrapped(record.initializer)
            return value if isinstance(value, r.BlockLiteral) else None
    return None


def block_parameters(model: ItemModel, found: Enqueue) -> tuple[t.Qualified, ...] | None:
    """Return the types of the enqueued block's parameters, None where they are not known."""
    inner = unwrapped(found.block)
    if isinstance(inner, r.BlockLiteral):
        if inner.signature is None:
            return ()
        symbols = [model.declared.get(parameter) for parameter in inner.signature.parameters]
        return tuple(t.UNKNOWN_QUALIFIED if symbol is None else symbol.type for symbol in symbols)
    symbol = block_symbol(model, inner)
    kind = None if symbol is None else symbol.type.type
    if isinstance(kind, t.BlockType) and kind.function.prototype:
        return kind.function.parameters
    return None


def pointee_space(qualified: t.Qualified) -> str:
    """Return the address space that a pointer points into, "" for another type."""
    kind = qualified.type
    return t.object_space(kind.pointee) if isinstance(kind, t.PointerType) else t.NO_SPACE


def named_constant(model: ItemModel, expression: r.Expression) -> str:
    """Return the built-in constant that an expression names, "" for anything else."""
    inner = unwrapped(expression)
    if isinstance(inner, r.Name) and model.references.get(inner) is None:
        return inner.name
    return ""


def uncast(expression: r.Expression) -> r.Expression:
    """Return an expression without the casts and parentheses around it."""
    inner = unwrapped(expression)
    while isinstance(inner, r.Cast):
        inner = unwrapped(inner.operand)
    return inner


def is_null(expression: r.Expression) -> bool:
    """Tell whether an expression is a null pointer as written: `NULL`, `0`, or one in a cast."""
    inner = uncast(expression)
    if isinstance(inner, r.Name):
        return inner.name == "NULL"
    return isinstance(inner, r.IntegerLiteral) and literal_value(inner) == 0


def literal_value(expression: r.Expression) -> int | None:
    """Return the value of an integer literal, or of one with a minus before it."""
    inner = unwrapped(expression)
    if isinstance(inner, r.Unary) and inner.operator == "-":
        value = literal_value(inner.operand)
        return None if value is None else -value
    return integer_value(inner.text) if isinstance(inner, r.IntegerLiteral) else None
