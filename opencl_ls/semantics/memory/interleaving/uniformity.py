"""Whether all work-items of a group have one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.interleaving.accesses import Pointer
from opencl_ls.semantics.memory.interleaving.terms import ITEM, Term, of
from opencl_ls.semantics.memory.interleaving.values import Elements, Truth
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Symbol
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.values import Value, Variables


SHARED_MEMORY: Final = (t.CONSTANT, t.GLOBAL, t.LOCAL)
"""The spaces of which all work-items of a group read one value at one place.

Where they do not, there is a race at that place, which is reported for itself.
"""
_MOST_INPUTS: Final = 16
"""The number of terms by which a value is followed; of more, two are rarely equal."""
_OF_NO_VALUE: Final = ("atom", "read_", "get_", "async_", "work_group_")
"""The beginnings of the names of functions whose results their arguments do not decide."""
_OF_GROUP: Final = tuple(
    f"work_group_{each}" for each in ("all", "any", "broadcast", "reduce_", "reserve_")
)
"""The beginnings of the names of functions that give all work-items of a group one result."""


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
                if name.startswith(_OF_GROUP):
                    continue
                if not name or name.startswith(_OF_NO_VALUE):
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
                if space not in SHARED_MEMORY:
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
    return t.object_space(symbol.type) in SHARED_MEMORY


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


def inputs(
    evaluator: Evaluator, record: r.Expression, variables: Variables
) -> tuple[Term, ...] | None:
    """Return the terms that decide the value of an expression; None where more decides it.

    Nothing is said of what all work-items of a group have alike.
    """
    found: list[Term] = []
    waiting: list[r.Record] = [record]
    while waiting:
        each = waiting.pop()
        if isinstance(each, r.Expression) and is_same_for_group(evaluator, each, variables):
            continue
        match each:
            case r.Name():
                symbol = evaluator.model.references.get(each)
                terms = None if symbol is None else _inputs_of(variables.get(symbol))
            case r.Call():
                terms = _inputs_of(variables.get(each) or evaluator.call(each, variables))
                name = builtin_name(evaluator.model, each)
                if terms is None and name and not name.startswith(_OF_NO_VALUE):
                    waiting += each.arguments
                    continue
            case r.Postfix() | r.StatementExpression() | r.BlockLiteral():
                return None
            case r.Assignment(operator=r.Word(text="=")) | r.Unary(operator="++" | "--"):
                return None
            case r.Index() | r.Member() | r.Unary(operator="*") if _is_shared_memory(
                evaluator, each
            ):
                place = evaluator.place(each, variables)
                terms = None if place is None else _inputs_of(place.pointer)
            case _:
                waiting += r.children(each)
                continue
        if terms is None:
            return None
        found += terms
        if len(found) > _MOST_INPUTS:
            found = _distinct(found)
            if len(found) > _MOST_INPUTS:
                return None
    return tuple(_distinct(found))


def _distinct(terms: list[Term]) -> list[Term]:
    """Return some terms, those with the same factors once: a constant does not matter."""
    return list({frozenset(each.factors.items()): each for each in terms}.values())


def _is_shared_memory(evaluator: Evaluator, record: r.Expression) -> bool:
    kind = evaluator.model.types.get(record)
    return kind is not None and t.object_space(kind) in SHARED_MEMORY


def _inputs_of(value: Value) -> list[Term] | None:
    """Return the terms that decide a value, None where they are not known."""
    match value:
        case Term() if all(each.made_of is None for each in value.factors):
            return [value]
        case Term():
            rows = (each.made_of or (of(each),) for each in value.factors if each.scope == ITEM)
            return [term for row in rows for term in row]
        case Pointer():
            return _inputs_of(value.offset)
        case Truth():
            terms = inputs(value.evaluator, value.record, value.variables)
            return None if terms is None else list(terms)
        case Elements():
            rows_of = [_inputs_of(each) for each in value.values]
            known = [each for each in rows_of if each is not None]
            return [term for row in known for term in row] if len(known) == len(rows_of) else None
    return None


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
