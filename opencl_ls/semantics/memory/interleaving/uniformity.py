"""Whether all work-items of a group have one value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.interleaving.accesses import Pointer
from opencl_ls.semantics.memory.interleaving.terms import ITEM, Term
from opencl_ls.semantics.memory.interleaving.values import Elements, Truth
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Symbol
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.values import Value, Variables


def is_same_for_group(evaluator: Evaluator, record: r.Expression, variables: Variables) -> bool:
    """Tell whether all work-items of a group get one value."""
    waiting: list[r.Record] = [record]
    while waiting:
        each = waiting.pop()
        match each:
            case r.Name():
                symbol = evaluator.model.references.get(each)
                if not _is_same_name(evaluator, symbol, variables):
                    return False
                continue
            case r.Call():
                name = builtin_name(evaluator.model, each)
                if not name or name.startswith(("atom", "read_", "get_", "async_", "work_group_")):
                    if not _is_shared(variables.get(each) or evaluator.call(each, variables)):
                        return False
                    continue
                waiting += each.arguments
                continue
            case r.Assignment() | r.Postfix() | r.StatementExpression() | r.BlockLiteral():
                return False
            case r.Unary(operator="++" | "--"):
                return False
            case r.Index() | r.Member() | r.Unary(operator="*"):
                kind = evaluator.model.types.get(each)
                space = "" if kind is None else t.object_space(kind)
                if space not in (t.CONSTANT, t.GLOBAL):
                    return False
        waiting += r.children(each)
    return True


def _is_same_name(evaluator: Evaluator, symbol: Symbol | None, variables: Variables) -> bool:
    if symbol is None or isinstance(symbol, Function):
        return True
    if symbol in variables:
        return _is_shared(variables[symbol])
    if isinstance(symbol, ParameterVariable):
        kind = symbol.type.type
        if isinstance(kind, t.ScalarType | t.VectorType):
            return True
        return _is_shared(evaluator.argument(symbol))
    return t.object_space(symbol.type) == t.CONSTANT


def _is_shared(value: Value) -> bool:
    match value:
        case Term():
            return value.scope != ITEM
        case Pointer():
            return value.offset.scope != ITEM
        case Truth():
            return is_same_for_group(value.evaluator, value.record, value.variables)
        case Elements():
            return all(map(_is_shared, value.values))
    return False


def varies(evaluator: Evaluator, record: r.Expression, variables: Variables) -> bool:
    """Tell whether the value of an expression certainly depends on the work-item."""
    waiting: list[r.Record] = [record]
    while waiting:
        each = waiting.pop()
        value: Value = None
        if isinstance(each, r.Name):
            symbol = evaluator.model.references.get(each)
            value = None if symbol is None else variables.get(symbol)
        elif isinstance(each, r.Call):
            value = evaluator.call(each, variables)
        elif isinstance(each, r.Index | r.Member | r.Unary):
            place = evaluator.place(each, variables)
            is_shared = place is not None and place.pointer.space != t.PRIVATE
            value = place.pointer.offset if place is not None and is_shared else None
        if isinstance(value, Term) and value.scope == ITEM:
            return True
        waiting += r.children(each)
    return False
