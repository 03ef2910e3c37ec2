"""Expressions that are certainly not constant, by their names and declared types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder, NaturalFolder, TypedFolder
from opencl_ls.semantics.constants.literals import constant_value
from opencl_ls.semantics.types.conversions import arithmetic_type, value_of
from opencl_ls.semantics.types.members import find_member
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Symbol,
    Variable,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.model import ItemModel

_VALUES: Final = (t.ScalarType, t.EnumeratedType, t.VectorType, t.PointerType)
_PLACES: Final = (r.Member, r.Index, r.Unary)
_DEPTH: Final = 8
LITERALS: Final = Folder(lambda _: None, lambda _: t.UNKNOWN_QUALIFIED)
"""A folder that knows no names."""


def runtime_part(
    expression: r.Expression, symbol_of: Callable[[r.Record], Symbol | None], depth: int = _DEPTH
) -> r.Expression | None:
    """Return a part of `expression` whose value is certainly known only at run time, or None.

    Compilers fold more than C asks for, such as a `const` variable with a constant initialiser;
    an expression that one of them could fold is not returned.
    """
    if depth == 0:
        return None
    if isinstance(expression, r.Name):
        return expression if _is_runtime(symbol_of(expression), symbol_of, depth) else None
    if isinstance(expression, r.Call):
        callee = expression.callee
        return expression if isinstance(callee, r.Name) and _is_called(callee, symbol_of) else None
    if isinstance(expression, r.Member) and not expression.arrow:
        if _is_runtime_object(expression.base, symbol_of):
            return expression
    elif isinstance(expression, r.Assignment) or _is_step(expression):
        return expression
    if isinstance(expression, _PLACES) and _is_read(_changing(expression, symbol_of)):
        return expression
    for part in _operands(expression):
        found = runtime_part(part, symbol_of, depth - 1)
        if found is not None:
            return found
    return None


def unfolded_part(
    size: r.Expression, symbol_of: Callable[[r.Record], Symbol | None], depth: int = _DEPTH
) -> r.Expression | None:
    """Return a part of an array's size that no compiler folds, constant or not, or None.

    A size has to be an integer constant expression; of other expressions compilers fold a `const`
    variable, but none that reads an element, a member or a component, and no comma.
    """
    if depth == 0:
        return None
    if isinstance(size, r.Binary) and size.operator.text == ",":
        return size
    if isinstance(size, _PLACES) and not (isinstance(size, r.Unary) and size.operator != "*"):
        return size if _root(size, symbol_of) is not None else None
    for part in _operands(size):
        found = unfolded_part(part, symbol_of, depth - 1)
        if found is not None:
            return found
    return None


def why_no_integer(model: ItemModel, expression: r.Expression) -> str:
    """Return the type of a value that is certainly no integer, or ""."""
    kind = value_of(model.type_of(expression))
    scalar = arithmetic_type(kind.type)
    if isinstance(kind.type, t.UnknownType) or (scalar is not None and not scalar.floating):
        return ""
    return f"is {t.described(kind)}, no integer"


def asks_for_size(expression: r.Record) -> bool:
    """Tell whether an expression depends on the size of a type, which a device may choose."""
    pending: list[r.Record] = [expression]
    while pending:
        record = pending.pop()
        if isinstance(record, r.TypeQuery):
            return True
        pending.extend(r.children(record))
    return False


def why_no_integer_constant(model: ItemModel, expression: r.Expression) -> str:
    """Return why an attribute's argument is certainly no integer constant, or ""."""
    if isinstance(expression, r.TypeArgument):
        return "is a type, no integer"
    if why := why_no_integer(model, expression):
        return why
    if runtime_part(expression, model.references.get) is not None:
        return "is known at run time only"
    if unfolded_part(expression, model.references.get) is not None:
        return "is no constant expression"
    return ""


def constants_of(model: ItemModel) -> Folder:
    """Return a folder for the constant expressions of an item that is bound."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        return symbol.value if isinstance(symbol, EnumeratorConstant) else None

    return Folder(value, model.named_type)


def certain_values(model: ItemModel) -> Folder:
    """Return a folder for expressions with one value on every device, whatever their types are."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        if symbol is None and name.name in ("true", "false"):
            return int(name.name == "true")
        return symbol.value if isinstance(symbol, EnumeratorConstant) else None

    def type_of(name: r.TypeName) -> t.Qualified:
        kind = model.named_type(name)
        is_same = isinstance(kind.type, t.ScalarType | t.VectorType) and not kind.device_sized
        return kind if is_same else t.UNKNOWN_QUALIFIED

    return NaturalFolder(value, type_of)


def typed_values(model: ItemModel) -> Folder:
    """Return a folder for the values that constants have on every device, step by step."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        if symbol is None:
            return constant_value(name.name)
        return symbol.value if isinstance(symbol, EnumeratorConstant) else None

    return TypedFolder(value, model.named_type, model.type_of)


def fixed_values(model: ItemModel) -> Folder:
    """Return a folder for values that never change: constants and constant `const` variables."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        if symbol is None and name.name in ("true", "false"):
            return int(name.name == "true")
        if isinstance(symbol, EnumeratorConstant):
            return symbol.value
        fixed = None if symbol is None else fixed_initializer(symbol)
        return None if fixed is None else LITERALS.integer(fixed)

    return Folder(value, model.named_type, model.type_of)


def fixed_initializer(symbol: Symbol) -> r.Expression | None:
    """Return the initialiser of a variable that never changes, None for any other symbol."""
    if type(symbol) is not Variable:
        return None
    element = t.element_of(symbol.type)
    if not element.const and t.object_space(symbol.type) != t.CONSTANT:
        return None
    return symbol.declarator.initializer


def _is_called(callee: r.Name, symbol_of: Callable[[r.Record], Symbol | None]) -> bool:
    """Tell whether a call of this name is a call of a function, of the program or built in."""
    symbol = symbol_of(callee)
    return isinstance(symbol, Function) or (symbol is None and callee.name in function_names())


def _is_runtime_object(base: r.Expression, symbol_of: Callable[[r.Record], Symbol | None]) -> bool:
    """Tell whether the members of `base` are those of a parameter or of a variable that changes."""
    symbol = symbol_of(base) if isinstance(base, r.Name) else None
    if isinstance(symbol, ParameterVariable):
        return isinstance(symbol.type.type, t.VectorType | t.AggregateType)
    if not isinstance(symbol, Variable) or symbol.type.const or symbol.type.space == t.CONSTANT:
        return False
    return isinstance(symbol.type.type, t.VectorType)


def _is_step(expression: r.Expression) -> bool:
    return isinstance(expression, r.Unary | r.Postfix) and expression.operator in ("++", "--")


def _root(place: r.Expression, symbol_of: Callable[[r.Record], Symbol | None]) -> Symbol | None:
    """Return the variable that an element, a member or a dereference is read from."""
    while True:
        if isinstance(place, r.Parenthesized):
            place = place.inner
        elif isinstance(place, r.Member | r.Index):
            place = place.base
        elif isinstance(place, r.Unary) and place.operator in ("*", "&"):
            place = place.operand
        elif isinstance(place, r.Binary):
            place = place.left
        else:
            break
    symbol = symbol_of(place)
    return symbol if isinstance(symbol, Variable | ParameterVariable) else None


def _is_read(place: t.Qualified | None) -> bool:
    """Tell whether naming a place of this type reads its value: an array is not read."""
    return place is not None and isinstance(place.type, _VALUES)


def _changing(
    place: r.Expression, symbol_of: Callable[[r.Record], Symbol | None]
) -> t.Qualified | None:
    """Return the type of a part of a variable that changes, None for any other expression."""
    if isinstance(place, r.Parenthesized):
        return _changing(place.inner, symbol_of)
    if isinstance(place, r.Name):
        symbol = symbol_of(place)
        if not isinstance(symbol, Variable | ParameterVariable):
            return None
        return _unless_fixed(symbol.type)
    if isinstance(place, r.Member):
        of = _pointed_to if place.arrow else _changing
        base = of(place.base, symbol_of)
        return None if base is None else _member(base, place.member.text)
    if isinstance(place, r.Index):
        whole = _changing(place.base, symbol_of)
        if whole is not None and isinstance(whole.type, t.VectorType):
            return t.Qualified(whole.type.element)
        return _pointed_to(place.base, symbol_of)
    if isinstance(place, r.Unary) and place.operator == "*":
        return _pointed_to(place.operand, symbol_of)
    return None


def _pointed_to(
    pointer: r.Expression, symbol_of: Callable[[r.Record], Symbol | None]
) -> t.Qualified | None:
    """Return the type of the part of a changing variable whose address an expression gives."""
    while isinstance(pointer, r.Parenthesized | r.Binary):
        if isinstance(pointer, r.Parenthesized):
            pointer = pointer.inner
        elif pointer.operator.text in ("+", "-"):
            pointer = pointer.left
        else:
            return None
    if isinstance(pointer, r.Unary) and pointer.operator == "&":
        return _changing(pointer.operand, symbol_of)
    whole = _changing(pointer, symbol_of)
    if whole is None or not isinstance(whole.type, t.ArrayType):
        return None
    return _unless_fixed(whole.type.element)


def _member(base: t.Qualified, name: str) -> t.Qualified | None:
    kind = base.type
    if isinstance(kind, t.VectorType):
        return t.Qualified(kind.element)
    if not isinstance(kind, t.AggregateType):
        return None
    found = find_member(kind.members or (), name)
    return None if found is None else _unless_fixed(found.type)


def _unless_fixed(kind: t.Qualified) -> t.Qualified | None:
    """Return the type of a place that may change, None if it is `const` or in constant memory."""
    if t.element_of(kind).const or t.object_space(kind) == t.CONSTANT:
        return None
    return kind


def _is_runtime(
    symbol: Symbol | None, symbol_of: Callable[[r.Record], Symbol | None], depth: int
) -> bool:
    """Tell whether a name has a value that no compiler knows."""
    if isinstance(symbol, ParameterVariable):
        return isinstance(symbol.type.type, _VALUES)
    if not isinstance(symbol, Variable) or not isinstance(symbol.type.type, _VALUES):
        return False
    if symbol.type.space == t.CONSTANT:
        return False
    if not symbol.type.const:
        return True
    value = symbol.declarator.initializer
    return value is not None and runtime_part(value, symbol_of, depth - 1) is not None


def _operands(expression: r.Expression) -> tuple[r.Expression, ...]:
    """Return the operands that every run evaluates: none of `&&`, `||`, nor the arms of `?:`."""
    if isinstance(expression, r.Parenthesized):
        return (expression.inner,)
    if isinstance(expression, r.Unary):
        if expression.operator == "&":
            return _address_operands(expression.operand)
        return (expression.operand,) if expression.operator in ("+", "-", "!", "~", "*") else ()
    if isinstance(expression, r.Index):
        return (expression.base, expression.index)
    if isinstance(expression, r.Member):
        return (expression.base,) if expression.arrow else _address_operands(expression.base)
    if isinstance(expression, r.Binary) and expression.operator.text not in ("&&", "||", ","):
        return (expression.left, expression.right)
    if isinstance(expression, r.Conditional):
        return (expression.condition,)
    if isinstance(expression, r.Cast):
        return (expression.operand,)
    if isinstance(expression, r.VectorLiteral):
        return expression.elements
    if isinstance(expression, r.InitializerList):
        return tuple(entry.value for entry in expression.entries)
    return ()


def _address_operands(place: r.Expression) -> tuple[r.Expression, ...]:
    """Return the expressions that are evaluated for the address of a place."""
    if isinstance(place, r.Parenthesized):
        return _address_operands(place.inner)
    if isinstance(place, r.Index):
        return (place.base, place.index)
    if isinstance(place, r.Member):
        return (place.base,) if place.arrow else _address_operands(place.base)
    if isinstance(place, r.Unary) and place.operator == "*":
        return (place.operand,)
    return ()


def names_in(expression: r.Expression) -> list[r.Name]:
    """Return the names whose values every run reads to compute `expression`."""
    if isinstance(expression, r.Name):
        return [expression]
    return [name for part in _operands(expression) for name in names_in(part)]


def earlier_parameter(size: r.Expression, parameters: r.FunctionPart) -> r.Name | None:
    """Return the name in an array parameter's size that is the name of a parameter before it."""
    earlier = {
        parameter.declarator.name.text
        for parameter in parameters.parameters
        if parameter.declarator.name is not None and parameter.end <= size.start
    }
    return next((name for name in names_in(size) if name.name in earlier), None)
