"""What is certainly no constant expression, as far as names and declared types tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder
from opencl_ls.semantics.symbols import (
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

_VALUES: Final = (t.ScalarType, t.VectorType, t.PointerType)
_DEPTH: Final = 8
LITERALS: Final = Folder(lambda _: None, lambda _: t.UNKNOWN_QUALIFIED)
"""A folder that knows no names."""


def runtime_part(
    expression: r.Expression, symbol_of: Callable[[r.Record], Symbol | None], depth: int = _DEPTH
) -> r.Expression | None:
    """Return a part of `expression` whose value only a run can tell, or None where none is certain.

    Compilers fold more than C asks for, such as a `const` variable with a constant initialiser;
    whatever one of them could fold is not returned.
    """
    if depth == 0:
        return None
    if isinstance(expression, r.Name):
        return expression if _is_runtime(symbol_of(expression), symbol_of, depth) else None
    if isinstance(expression, r.Call):
        callee = expression.callee
        return expression if isinstance(callee, r.Name) and _is_called(callee, symbol_of) else None
    if isinstance(expression, r.Member) and not expression.arrow:
        return expression if _is_runtime_object(expression.base, symbol_of) else None
    for part in _operands(expression):
        found = runtime_part(part, symbol_of, depth - 1)
        if found is not None:
            return found
    return None


def constants_of(model: ItemModel) -> Folder:
    """Return a folder for the constant expressions of an item that is bound."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        return symbol.value if isinstance(symbol, EnumeratorConstant) else None

    def type_of(name: r.TypeName) -> t.Qualified:
        return model.type_names.get(name, t.UNKNOWN_QUALIFIED)

    return Folder(value, type_of)


def fixed_values(model: ItemModel) -> Folder:
    """Return a folder for what never changes: constants, and `const` variables that are one."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        if symbol is None and name.name in ("true", "false"):
            return int(name.name == "true")
        if isinstance(symbol, EnumeratorConstant):
            return symbol.value
        fixed = None if symbol is None else fixed_initializer(symbol)
        return None if fixed is None else LITERALS.integer(fixed)

    def type_of(name: r.TypeName) -> t.Qualified:
        return model.type_names.get(name, t.UNKNOWN_QUALIFIED)

    def value_type(expression: r.Expression) -> t.Qualified:
        return model.types.get(expression, t.UNKNOWN_QUALIFIED)

    return Folder(value, type_of, value_type)


def fixed_initializer(symbol: Symbol) -> r.Expression | None:
    """Return the initialiser of a variable that never changes, None for any other symbol."""
    if not isinstance(symbol, Variable):
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


def _is_runtime(
    symbol: Symbol | None, symbol_of: Callable[[r.Record], Symbol | None], depth: int
) -> bool:
    """Tell whether reading a name gives a value that no compiler knows."""
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
    if isinstance(expression, r.Unary) and expression.operator in ("+", "-", "!", "~", "*"):
        return (expression.operand,)
    if isinstance(expression, r.Index):
        return (expression.base, expression.index)
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
