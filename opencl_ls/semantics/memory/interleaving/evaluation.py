"""The values of expressions at one place of a run, as terms and pointers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout, layout_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.memory.interleaving import builtin_values, conditions, uniformity
from opencl_ls.semantics.memory.interleaving.accesses import IMAGE, Pointer
from opencl_ls.semantics.memory.interleaving.lanes import lanes_of
from opencl_ls.semantics.memory.interleaving.terms import (
    ITEM,
    SHARED,
    Term,
    Unknown,
    least,
    most,
    number,
    of,
)
from opencl_ls.semantics.memory.interleaving.values import NARROWEST, Copies, Elements, Truth
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.arithmetic import Arithmetic
    from opencl_ls.semantics.memory.interleaving.launch import Launch
    from opencl_ls.semantics.memory.interleaving.values import Value, Variables
    from opencl_ls.semantics.model import ItemModel

_TESTS: Final = frozenset(("&&", "||", "<", "<=", ">", ">=", "==", "!="))


_RESERVE_ID: Final = t.OpaqueType("reserve_id_t")


class Place(Struct, frozen=True, eq=False):
    """The bytes of an object that an lvalue means; `size` counts them."""

    pointer: Pointer
    size: int


class Evaluator:
    """Evaluates the expressions of one item in one launch.

    Where the item has no value for a parameter, it is an argument of the kernel.
    """

    def __init__(self, model: ItemModel, launch: Launch, arithmetic: Arithmetic) -> None:
        self.model = model
        self.launch = launch
        self.arithmetic = arithmetic
        self._constants = fixed_values(model)
        self._fixed: dict[r.Expression, int | None] = {}
        self._places: dict[r.Expression, tuple[Variables, Term]] = {}

    # --- values ----------------------------------------------------------------------------------

    def value(self, record: r.Expression, variables: Variables) -> Value:
        """Return the value of an expression, None where it may be another in each work-item."""
        record = unwrapped(record)
        fixed = self.fixed(record)
        if fixed is not None:
            return number(fixed)
        found = variables.get(record)
        if found is None:
            found = self._value(record, variables)
        if found is None and uniformity.is_same_for_group(self, record, variables):
            kind = self.model.type_of(record).type
            is_one = isinstance(kind, t.ScalarType) or kind == _RESERVE_ID
            return self.alike(record, variables) if is_one else None
        return found

    def fixed(self, record: r.Expression) -> int | None:
        """Return the value that an expression always has, None where it may have several."""
        if record not in self._fixed:
            self._fixed[record] = self._constants.integer(record)
        return self._fixed[record]

    def _value(self, record: r.Expression, variables: Variables) -> Value:
        match record:
            case r.Name():
                return self._name(record, variables)
            case r.Cast():
                return self._cast(record, variables)
            case r.Unary():
                return self._unary(record, variables)
            case r.Binary():
                return self._binary(record, variables)
            case r.Call():
                return self.call(record, variables)
            case r.VectorLiteral():
                return self._vector(record, variables)
            case r.Member() | r.Index():
                return self._load(record, variables)
            case r.Assignment():
                return self.value(record.left, variables)
            case r.Postfix():
                return self._postfix(record, variables)
            case r.Conditional() if record.chosen is not None:
                return self._conditional(record, record.chosen, variables)
        return None

    def term(self, record: r.Expression, variables: Variables) -> Term | None:
        """Return the value of an integer expression."""
        found = self.value(record, variables)
        return found if isinstance(found, Term) and not found.is_data else None

    def data(self, record: r.Expression, variables: Variables) -> Term:
        """Return a value, not followed, that depends on the work-item."""
        name = self.model.spelling(record, 60)
        inner = unwrapped(record)
        if isinstance(inner, r.Index | r.Member | r.Unary):
            place = self.place(inner, variables)
            if place is not None and place.pointer.offset.scope == ITEM:
                return self.arithmetic.load(place.pointer.symbol, place.pointer.offset, name)
        made_of = uniformity.inputs(self, record, variables)
        is_vector = isinstance(self.model.type_of(record).type, t.VectorType)
        lanes = lanes_of(self, record, variables) if is_vector else None
        return of(Unknown(name, ITEM, needs=name, is_opaque=True, made_of=made_of, lanes=lanes))

    def alike(self, record: r.Expression, variables: Variables) -> Term:
        """Return an unknown value that all have alike: one for each place of a run.

        So a condition cannot hold and fail there.
        """
        known = self._places.get(record)
        if known is None or known[0] is not variables:
            known = self._places[record] = variables, self.unknown(record)
        return known[1]

    def unknown(self, record: r.Expression) -> Term:
        """Return an unknown value that all work-items of a group have alike."""
        kind = self.model.type_of(record).type
        text = self.model.spelling(record, 60)
        unknown = Unknown(text, self.arithmetic.scope_of_data, needs=text, is_opaque=True)
        unknown.is_free = isinstance(record, r.Name | r.Index | r.Member | r.Unary | r.Call)
        if isinstance(kind, t.ScalarType) and not kind.signed and not kind.floating:
            unknown.facts = (least(of(unknown)),)
        return of(unknown)

    def moved(
        self, pointer: Pointer, index: Term, kind: t.Qualified | None, factor: int = 1
    ) -> Pointer | None:
        """Return a pointer of a type that was moved by a number of elements."""
        inner = None if kind is None else kind.type
        if isinstance(inner, t.PointerType):
            layout = layout_of(inner.pointee)
        elif isinstance(inner, t.ArrayType):
            layout = layout_of(inner.element)
        else:
            return None
        if layout is None:
            return None
        offset = pointer.offset.plus(index, factor * layout[0])
        return Pointer(pointer.symbol, pointer.space, offset)

    def _name(self, record: r.Name, variables: Variables) -> Value:
        symbol = self.model.references.get(record)
        if symbol is None:
            if record.name == "NULL":
                return number(0)
            is_macro = is_host_macro(self.model, record)
            return self.arithmetic.macro(record.name) if is_macro else None
        if symbol in variables:
            return variables[symbol]
        if isinstance(symbol, ParameterVariable):
            return self.argument(symbol)
        if isinstance(symbol, Variable) and isinstance(symbol.type.type, t.ArrayType):
            return Pointer(symbol, _space(symbol.type), number(0))
        return None

    def argument(self, symbol: ParameterVariable) -> Value:
        """Return an argument of the kernel."""
        kind = symbol.type.type
        if isinstance(kind, t.PointerType):
            space = t.object_space(kind.pointee)
            is_known = space in (t.LOCAL, t.GLOBAL, t.CONSTANT)
            return Pointer(symbol, space, number(0)) if is_known else None
        if isinstance(kind, t.ImageType):
            return Pointer(symbol, IMAGE, number(0))
        if not isinstance(kind, t.ScalarType) or kind.floating:
            return None
        known = self.arithmetic.arguments.get(symbol)
        if known is None:
            unknown = Unknown(symbol.name, SHARED, needs=symbol.name)
            known = self.arithmetic.arguments[symbol] = of(unknown)
            bits = kind.bits if kind.bits in (8, 16, 32) else 63
            # Sums of arguments stay within a word, so that nothing wraps around.
            lowest = -(1 << (bits - 1)) if kind.signed else 0
            unknown.facts = (least(known, lowest), most(known, (1 << (bits - 1)) - 1))
        return known

    def _cast(self, record: r.Cast, variables: Variables) -> Value:
        inner = self.value(record.operand, variables)
        kind = self.model.named_type(record.type).type
        if isinstance(kind, t.PointerType):
            is_null = isinstance(inner, Term) and inner.number == 0
            return inner if is_null or isinstance(inner, Pointer) else None
        if isinstance(kind, t.VectorType):
            if isinstance(inner, Term) and not kind.element.floating:
                return Elements((inner,) * kind.width)
            return inner if isinstance(inner, Elements) else None
        if isinstance(kind, t.ScalarType) and not kind.floating and kind.bits >= NARROWEST:
            return inner
        return None

    def _unary(self, record: r.Unary, variables: Variables) -> Value:
        match record.operator:
            case "*":
                return self._load(record, variables)
            case "&":
                place = self.place(record.operand, variables)
                return None if place is None else place.pointer
            case "!":
                return Truth(self, record, variables)
        inner = self.value(record.operand, variables)
        if not isinstance(inner, Term):
            return None
        match record.operator:
            case "+":
                return inner
            case "-":
                return inner.times(-1)
            case "~":
                return inner.times(-1).shifted(-1)
        return None

    def _postfix(self, record: r.Postfix, variables: Variables) -> Value:
        """Return the value before the effect, which the variables already have."""
        value = self.value(record.operand, variables)
        kind = self.model.types.get(record.operand)
        return self.applied("-" if record.operator == "++" else "+", value, number(1), kind)

    def _conditional(
        self, record: r.Conditional, chosen: r.Expression, variables: Variables
    ) -> Value:
        yes = conditions.facts_of(self, record.condition, variables, holds=True)
        no = conditions.facts_of(self, record.condition, variables, holds=False)
        if yes is None or no is None:
            return None
        ways = [(yes, self.value(chosen, variables)), (no, self.value(record.otherwise, variables))]
        return conditions.merged(self.model.spelling(record, 60), ways)

    def call(self, record: r.Call, variables: Variables) -> Value:
        """Return the result of a built-in function."""
        return builtin_values.result(self, record, variables)

    # --- operators -------------------------------------------------------------------------------

    def _binary(self, record: r.Binary, variables: Variables) -> Value:
        operator = record.operator.text
        if operator in _TESTS:
            return Truth(self, record, variables)
        left = self.value(record.left, variables)
        right = self.value(record.right, variables)
        if operator == ",":
            return right
        result = self.model.type_of(record).type
        if operator == "/" and isinstance(result, t.ScalarType) and result.floating:
            return None
        kind = self.model.types.get(record.left)
        if isinstance(right, Pointer) and operator == "+":
            left, right = right, left
            kind = self.model.types.get(record.right)
        return self.applied(operator, left, right, kind)

    def applied(self, operator: str, left: Value, right: Value, kind: t.Qualified | None) -> Value:
        """Return the result of an arithmetic operator; `kind` is the type of the left operand."""
        if isinstance(left, Pointer):
            if isinstance(right, Term) and not right.is_data and operator in ("+", "-"):
                return self.moved(left, right, kind, 1 if operator == "+" else -1)
            return None
        if isinstance(left, Elements) or isinstance(right, Elements):
            width = len((left if isinstance(left, Elements) else right).values)  # type: ignore[union-attr]
            pairs = zip(spread(left, width), spread(right, width), strict=True)
            return Elements(tuple(self.applied(operator, *each, None) for each in pairs))
        if isinstance(left, Truth):
            left = conditions.as_number(left)
        if isinstance(right, Truth):
            right = conditions.as_number(right)
        if not isinstance(left, Term) or not isinstance(right, Term):
            return None
        return self.arithmetic.applied(operator, left, right)

    def _vector(self, record: r.VectorLiteral, variables: Variables) -> Value:
        kind = self.model.named_type(record.type).type
        if not isinstance(kind, t.VectorType) or kind.element.floating:
            return None
        values: list[Value] = []
        for each in record.elements:
            found = self.value(each, variables)
            inner = self.model.type_of(each).type
            if isinstance(inner, t.VectorType):
                values += spread(found, inner.width) if found is not None else [None] * inner.width
            else:
                values.append(found)
        return Elements(tuple(values)) if len(values) == kind.width else None

    # --- places ----------------------------------------------------------------------------------

    def place(self, record: r.Expression, variables: Variables) -> Place | None:
        """Return the bytes that an lvalue means, None where they are not known."""
        record = unwrapped(record)
        kind = self.model.types.get(record)
        layout = None if kind is None else layout_of(kind)
        if layout is None:
            return None
        size = layout[0]
        match record:
            case r.Name():
                symbol = self.model.references.get(record)
                if isinstance(symbol, Variable | ParameterVariable):
                    return Place(Pointer(symbol, _space(symbol.type), number(0)), size)
            case r.Unary(operator="*"):
                pointer = self.value(record.operand, variables)
                return Place(pointer, size) if isinstance(pointer, Pointer) else None
            case r.Index():
                base = self.pointer_to(record.base, variables)
                index = self.term(record.index, variables)
                if base is not None and index is not None:
                    offset = base.offset.plus(index, size)
                    return Place(Pointer(base.symbol, base.space, offset), size)
            case r.Member():
                return self._part(record, variables, size)
        return None

    def pointer_to(self, record: r.Expression, variables: Variables) -> Pointer | None:
        """Return what an array or a pointer points to."""
        record = unwrapped(record)
        if isinstance(self.model.type_of(record).type, t.ArrayType | t.VectorType):
            place = self.place(record, variables)
            return self._unsized(record, variables) if place is None else place.pointer
        found = self.value(record, variables)
        return found if isinstance(found, Pointer) else None

    def _unsized(self, record: r.Expression, variables: Variables) -> Pointer | None:
        """Return where an array is whose length a macro of the host gives, or a row of one."""
        symbol = self.model.references.get(record)
        if isinstance(symbol, Variable):
            return Pointer(symbol, _space(symbol.type), number(0))
        kind = self.model.type_of(record).type
        if not isinstance(record, r.Index) or not isinstance(kind, t.ArrayType):
            return None
        base = self.pointer_to(record.base, variables)
        index = self.term(record.index, variables)
        layout = layout_of(kind.element)
        if base is None or index is None or layout is None or kind.size is not None:
            return None
        length = self.arithmetic.macro(f"the length of a row of '{base.symbol.name}'")
        offset = self.arithmetic.product(index, length)
        if offset is None:
            return None
        return Pointer(base.symbol, base.space, base.offset.plus(offset, layout[0]))

    def root(self, record: r.Expression, variables: Variables) -> Symbol | None:
        """Return the object that a place lies in, None where that is not known."""
        record = unwrapped(record)
        while isinstance(record, r.Index | r.Member | r.Unary | r.Cast | r.Binary):
            found = self.value(record, variables)
            if isinstance(found, Pointer):
                return found.symbol
            if isinstance(record, r.Unary | r.Cast):
                record = unwrapped(record.operand)
            elif isinstance(record, r.Binary):
                left = self.model.type_of(record.left).type
                is_left = isinstance(left, t.PointerType | t.ArrayType)
                record = unwrapped(record.left if is_left else record.right)
            else:
                record = unwrapped(record.base)
        pointer = self.value(record, variables)
        if isinstance(pointer, Pointer):
            return pointer.symbol
        symbol = self.model.references.get(record)
        is_pointer = symbol is not None and isinstance(symbol.type.type, t.PointerType)
        return None if is_pointer else symbol

    def _part(self, record: r.Member, variables: Variables, size: int) -> Place | None:
        base = unwrapped(record.base)
        kind = self.model.type_of(base).type
        pointer: Pointer | None
        if record.arrow:
            pointer = self.pointer_to(base, variables)
            kind = (
                kind.pointee.type
                if isinstance(kind, t.PointerType)
                else t.element_of(t.Qualified(kind)).type
            )
        else:
            place = self.place(base, variables)
            pointer = None if place is None else place.pointer
        offset = _member_offset(kind, record.member.text)
        if pointer is None or offset is None:
            return None
        return Place(Pointer(pointer.symbol, pointer.space, pointer.offset.shifted(offset)), size)

    def _load(self, record: r.Expression, variables: Variables) -> Value:
        """Return what is in a private object or in a component of a vector."""
        if isinstance(record, r.Member) and not record.arrow:
            whole = self.value(record.base, variables)
            if isinstance(whole, Elements):
                found = [whole.values[at] for at in indices(record, len(whole.values))]
                return found[0] if len(found) == 1 else Elements(tuple(found))
            return None
        place = self.place(record, variables)
        if place is not None and isinstance(copies := variables.get(place.pointer.symbol), Copies):
            offset = place.pointer.offset.number
            known = None if offset is None else copies.at.get(offset)
            return None if known is None else Copies({0: known})
        if place is None or place.pointer.space != t.PRIVATE or place.pointer.offset.number != 0:
            return None
        symbol = place.pointer.symbol
        if layout_of(symbol.type) != layout_of(self.model.type_of(record)):
            return None
        return variables.get(symbol)


def spread(value: Value, width: int) -> list[Value]:
    """Return the elements of a vector, or a number as often as the vector has elements."""
    return list(value.values) if isinstance(value, Elements) else [value] * width


def indices(record: r.Member, width: int) -> tuple[int, ...]:
    """Return the numbers of the components of a vector that a member selects."""
    found = components(record.member.text, width).indices
    return tuple(each for each in found if each < width)


def _space(kind: t.Qualified) -> str:
    return t.object_space(kind) or t.PRIVATE


def _member_offset(kind: t.Type, name: str) -> int | None:
    """Return the offset in bytes of a member, or of the first of components in a row."""
    if isinstance(kind, t.AggregateType):
        whole = aggregate_layout(kind)
        members = () if whole is None else whole.members
        return next((each.offset for each in members if each.member.name == name), None)
    if isinstance(kind, t.VectorType):
        layout = layout_of(t.Qualified(kind.element))
        indices = components(name, kind.width).indices
        if (
            layout is not None
            and indices
            and indices == tuple(range(indices[0], indices[0] + len(indices)))
        ):
            return indices[0] * layout[0]
    return None
