"""The operands of operators and of calls, as records and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics import types as t
    from opencl_ls.semantics.model import ItemModel


def operands(record: r.Record) -> tuple[r.Expression, r.Expression] | None:
    """Return the two operands of a binary operator, an assignment or `?:`; None for others."""
    if isinstance(record, r.Binary | r.Assignment):
        return record.left, record.right
    if isinstance(record, r.Conditional):
        return record.chosen or record.condition, record.otherwise
    return None


def spine(record: r.Binary) -> tuple[r.Expression, list[r.Binary]]:
    """Return the leftmost operand of a chain of binary operators, and the operators from it on.

    A sum may have thousands of terms, too many for recursion.  Parentheses
    around a left operand are looked through.
    """
    steps: list[r.Binary] = []
    leftmost: r.Expression = record
    while type(leftmost) is r.Binary:
        steps.append(leftmost)
        leftmost = unwrapped(leftmost.left)
    return leftmost, steps[::-1]


def operator_place(record: r.Record) -> tuple[int, int]:
    """Return the place of a binary or unary operator; for `?:` that of the whole expression."""
    if isinstance(record, r.Binary | r.Assignment):
        return record.operator.start, record.operator.end
    if isinstance(record, r.Unary):
        return record.start, record.start + len(record.operator)
    if isinstance(record, r.Postfix):
        return record.end - len(record.operator), record.end
    return record.start, record.end


def contains(record: r.Record, inner: r.Record) -> bool:
    """Tell whether one record is within another."""
    return record.start <= inner.start and inner.end <= record.end


def is_simple(expression: r.Expression) -> bool:
    """Tell whether a cast or a member after an expression needs no parentheses around it."""
    return isinstance(
        expression,
        r.Name
        | r.Parenthesized
        | r.Call
        | r.Index
        | r.Member
        | r.IntegerLiteral
        | r.FloatLiteral
        | r.VectorLiteral,
    )


def argument_place(
    record: r.Record, index: int | None, parameter: int | None = None
) -> r.Record | tuple[int, int]:
    """Return an argument of a call, or the callee if `index` is None.

    With `parameter`, it is that parameter of the block literal which is the argument.
    """
    if not isinstance(record, r.Call):
        return record
    if index is None or index >= len(record.arguments):
        return record.callee
    argument = record.arguments[index]
    literal = unwrapped(argument)
    if parameter is not None and isinstance(literal, r.BlockLiteral) and literal.signature:
        parameters = literal.signature.parameters
        return parameters[parameter] if parameter < len(parameters) else argument
    return argument


def count_place(record: r.Record, counts: tuple[int, ...]) -> r.Record | tuple[int, int]:
    """Return the first argument too many of a call, or its closing parenthesis."""
    if not isinstance(record, r.Call):
        return record
    if counts and len(record.arguments) > counts[-1]:
        return record.arguments[counts[-1]]
    return record.close, record.close + 1


def measured(model: ItemModel, query: r.TypeQuery) -> t.Qualified | None:
    """Return the type of which `sizeof` tells the size; None for other queries, or if unknown."""
    if query.keyword != "sizeof":
        return None
    operand = query.operand
    if isinstance(operand, r.TypeName):
        return model.type_names.get(operand)
    return model.types.get(operand)
