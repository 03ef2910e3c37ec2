"""The places in shared memory that expressions mean, and how a kernel uses each object there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import names_below, unwrapped
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


class Place(Struct, frozen=True, eq=False):
    """An element, or a part of one, of the object `symbol` in local or global memory.

    `indices` are the indices from the outermost on; None stands for the first element, as in `*p`.
    `part` are the members or components behind them, "" for the whole element; those of members
    that are arrays stand among the indices.
    """

    symbol: Symbol
    space: str
    indices: tuple[r.Expression | None, ...]
    part: str


class Uses(Struct):
    """How a kernel uses an object: where it is written, and whether it is used in other ways."""

    writes: set[r.Record] = field(default_factory=set)
    reads: set[r.Record] = field(default_factory=set)
    escapes: bool = False


def shared_space(symbol: Symbol | None, kernel: Function) -> str:
    """Return the memory of an object that work-items share, "" for any other symbol.

    That is a variable in local memory, or what a parameter of the kernel points to.
    """
    if type(symbol) is Variable and symbol.function is kernel:
        kind = symbol.type
        while type(kind.type) is t.ArrayType:
            kind = kind.type.element
        is_shared = t.object_space(symbol.type) == t.LOCAL
        return t.LOCAL if is_shared and (_is_plain(kind) or _is_atomic(kind)) else ""
    if type(symbol) is ParameterVariable and symbol.function is kernel:
        if type(symbol.type.type) is t.PointerType:
            kind = symbol.type.type.pointee
            space = t.object_space(kind)
            if space == t.LOCAL and _is_atomic(kind):
                return space
            return space if space in (t.LOCAL, t.GLOBAL) and _is_plain(kind) else ""
    return ""


def _is_atomic(kind: t.Qualified | None) -> bool:
    return kind is not None and type(kind.type) is t.AtomicType


def _is_plain(kind: t.Qualified) -> bool:
    """Tell whether nothing but races orders the accesses to an object of a type."""
    return not kind.volatile and isinstance(
        kind.type, t.ScalarType | t.VectorType | t.AggregateType
    )


def place_of(model: ItemModel, record: r.Expression, kernel: Function) -> Place | None:
    """Return the place that an expression means, None where it is no plain one.

    An atomic object is none: what works on it is not plain either.
    """
    return None if _is_atomic(model.types.get(record)) else _place(model, record, kernel)


def pointed_place(model: ItemModel, pointer: r.Expression, kernel: Function) -> Place | None:
    """Return the place that an atomic function works on, None where it is no plain one."""
    inner = unwrapped(pointer)
    if type(inner) is r.Unary and inner.operator == "&":
        return _place(model, inner.operand, kernel)
    return _place(model, r.Unary(inner.start, inner.end, "*", inner), kernel)


def _place(model: ItemModel, record: r.Expression, kernel: Function) -> Place | None:
    indices: list[r.Expression | None] = []
    parts: list[str] = []
    behind = 0
    record = unwrapped(record)
    while type(record) is not r.Name:
        if type(record) is r.Member:
            # Through a member that is a pointer the way leads out of the object.
            if len(indices) - behind != _array_dimensions(model.types.get(record)):
                return None
            parts.append(record.member.text)
            behind = len(indices)
            if record.arrow:
                indices.append(None)
            record = unwrapped(record.base)
        elif type(record) is r.Index:
            indices.append(record.index)
            record = unwrapped(record.base)
        elif type(record) is r.Unary and record.operator == "*":
            inner = unwrapped(record.operand)
            is_sum = type(inner) is r.Binary and inner.operator.text == "+"
            indices.append(inner.right if type(inner) is r.Binary and is_sum else None)
            record = unwrapped(inner.left if type(inner) is r.Binary and is_sum else inner)
        else:
            return None
    symbol = model.references.get(record)
    space = shared_space(symbol, kernel)
    if symbol is None or not space or len(indices) - behind != _dimensions(symbol.type):
        return None
    return Place(symbol, space, tuple(reversed(indices)), ".".join(reversed(parts)))


def _dimensions(kind: t.Qualified) -> int:
    """Return how many indices lead to an element."""
    found = 0
    while isinstance(kind.type, t.ArrayType | t.PointerType):
        found += 1
        is_array = type(kind.type) is t.ArrayType
        kind = kind.type.element if is_array else kind.type.pointee  # type: ignore[union-attr]
    return found


def _array_dimensions(kind: t.Qualified | None) -> int:
    """Return how many indices lead to an element of a part of an object."""
    found = 0
    while kind is not None and type(kind.type) is t.ArrayType:
        found += 1
        kind = kind.type.element
    return found


def uses_of(model: ItemModel, kernel: Function) -> dict[Symbol, Uses]:
    """Return how a kernel uses the objects that its work-items share."""
    found: dict[Symbol, Uses] = {}
    declared = (*kernel.parameters, *model.declared.values())
    for symbol in declared:
        if shared_space(symbol, kernel) and symbol not in found:
            for name in uses(model, symbol):
                _note(model, name, found.setdefault(symbol, Uses()))
    for literal in model.of_kind(r.BlockLiteral):
        for name in names_below(literal):
            captured = model.references.get(name)
            if captured in found:
                found[captured].escapes = True
    return found


def _note(model: ItemModel, name: r.Name, uses: Uses) -> None:
    record: r.Record = name
    above = model.parents.get(record)
    while above is not None and _continues(model, record, above):
        record, above = above, model.parents.get(above)
    if type(above) is r.TypeQuery:
        return
    kind = model.types.get(record) if isinstance(record, r.Expression) else None
    is_address = type(above) is r.Unary and above.operator == "&"
    if is_address or kind is None or isinstance(kind.type, t.PointerType | t.ArrayType):
        uses.escapes = True
    elif type(above) is r.Assignment and above.left is record:
        uses.writes.add(above)
        if above.operator.text != "=":
            uses.reads.add(above)
    elif isinstance(above, r.Unary | r.Postfix) and above.operator in ("++", "--"):
        uses.writes.add(above)
        uses.reads.add(above)
    else:
        uses.reads.add(record)


def _continues(model: ItemModel, record: r.Record, above: r.Record) -> bool:
    """Tell whether the expression above means a place in the object, as the record below does."""
    if type(above) is r.Parenthesized:
        return True
    if isinstance(above, r.Index | r.Member):
        return above.base is record
    if type(above) is r.Unary:
        return above.operator == "*"
    if type(above) is r.Binary and above.left is record and above.operator.text == "+":
        kind = model.types.get(above)
        _, outer = model.use_of(above)
        is_pointer = kind is not None and type(kind.type) is t.PointerType
        return is_pointer and type(outer) is r.Unary and outer.operator == "*"
    return False
