"""Conditions, `return` and declarations, and the expressions that contain statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import function_result, returns_of
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.conversions import arithmetic_type, loaded, value_of
from opencl_ls.semantics.typing.assignments import check_assignment
from opencl_ls.semantics.typing.initializers import initialize
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer


def condition(typer: Typer, record: r.If | r.While | r.DoWhile | r.For) -> None:
    """Note when the condition of a statement is no scalar."""
    if record.condition is None:
        return
    kind = value_of(typer.type_of(record.condition))
    scalar = isinstance(kind.type, t.PointerType | t.UnknownType | t.BlockType | t.AtomicType)
    if not scalar and arithmetic_type(kind.type) is None:
        typer.note(p.InvalidCondition(record.condition, type(record).__name__.lower(), kind))


def switch(typer: Typer, record: r.Switch) -> None:
    """Note when the value of `switch` is no integer."""
    kind = loaded(value_of(typer.type_of(record.condition)))
    scalar = arithmetic_type(kind.type)
    if type(kind.type) is not t.UnknownType and (scalar is None or scalar.floating):
        typer.note(p.InvalidCondition(record.condition, "switch", kind))


def return_statement(typer: Typer, record: r.Return) -> None:
    """Note when a `return` does not fit the result of its function or block."""
    result = _expected_result(typer, record)
    if result is None or type(result.type) is t.UnknownType:
        return
    if record.value is None:
        if type(result.type) is not t.VoidType:
            typer.note(p.ReturnProblem(record, "missing", result))
        return
    if type(result.type) is t.VoidType:
        value = typer.type_of(record.value)
        if not isinstance(value.type, t.VoidType | t.UnknownType):
            typer.note(p.ReturnProblem(record, "value", result))
        return
    if type(record.value) is r.InitializerList:
        return
    check_assignment(typer, record.value, result, "return")


def _expected_result(typer: Typer, record: r.Return) -> t.Qualified | None:
    literal = typer.model.enclosing(record, r.BlockLiteral)
    if literal is not None:
        block = typer.model.block_types.get(literal)
        return None if block is None or literal.result is None else block.result
    return function_result(typer.model, record)


def init_declarator(typer: Typer, record: r.InitDeclarator) -> None:
    """Check the initializer of a declared object."""
    symbol = typer.model.declared.get(record)
    if record.initializer is not None and symbol is not None:
        initialize(typer, symbol.type, record.initializer)


def statement_expression(typer: Typer, record: r.StatementExpression) -> t.Qualified:
    """Return the type of the last statement of `({ ... })`."""
    last = record.body.statements[-1] if record.body.statements else None
    while type(last) is r.Label:
        last = last.statement
    if type(last) is r.ExpressionStatement:
        return value_of(typer.type_of(last.expression))
    return t.Qualified(t.VOID)


def block_literal(typer: Typer, record: r.BlockLiteral) -> t.Qualified:
    """Return the type of a block literal."""
    function = typer.model.block_types.get(record)
    if function is None:
        return t.UNKNOWN_QUALIFIED
    result = function.result
    if record.result is None:
        result = _inferred_result(typer, record)
    return t.Qualified(
        t.BlockType(t.FunctionType(result, function.parameters, function.variadic, True))
    )


def _inferred_result(typer: Typer, record: r.BlockLiteral) -> t.Qualified:
    """Return the type that the return statements of a block give it: that of the first."""
    for found in returns_of(record.body):
        if found.value is not None:
            return value_of(typer.type_of(found.value))
    return t.Qualified(t.VOID)
