"""The type that takes each value of an item: of an object, a parameter, a function's result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.analysis.queries.hints_initializers import filled_lists
from opencl_ls.analysis.queries.meaning import called_overloads
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import enclosing_function
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.hints_raw import Source, Span
    from opencl_ls.semantics.model import ItemModel


class Store(NamedTuple):
    """A value and the type that takes it; `word` shows it: a name, `=`, `return` or a callee.

    With `is_builtin` it is the parameter of a built-in function that takes it.
    """

    value: r.Expression
    target: t.Qualified
    word: Span | None
    is_builtin: bool = False


def stores(source: Source) -> Iterator[Store]:
    """Yield the values of an item for which the type that takes them is known."""
    yield from _initialized(source)
    yield from _assigned(source.model)
    yield from _returned(source.model)
    for call in source.model.of_kind(r.Call):
        yield from _passed(source.model, call)
    yield from _elements(source.model)


def _initialized(source: Source) -> Iterator[Store]:
    model = source.model
    for declarator in model.of_kind(r.InitDeclarator):
        symbol = model.declared.get(declarator)
        value, name = declarator.initializer, declarator.declarator.name
        if symbol is not None and value is not None and name is not None:
            yield Store(value, symbol.type, (name.start, name.end))
    for _, entries in filled_lists(source):
        for filled in entries:
            if filled.slot is not None:
                yield Store(filled.entry.value, filled.slot, None)


def _assigned(model: ItemModel) -> Iterator[Store]:
    for assignment in model.of_kind(r.Assignment):
        if assignment.operator.text == "=":
            left = model.types.get(assignment.left, t.UNKNOWN_QUALIFIED)
            word = assignment.operator.start, assignment.operator.end
            yield Store(assignment.right, left, word)


def _returned(model: ItemModel) -> Iterator[Store]:
    for returned in model.of_kind(r.Return):
        function = enclosing_function(model, returned)
        kind = None if function is None else function.type.type
        if returned.value is not None and isinstance(kind, t.FunctionType):
            word = returned.start, returned.start + len("return")
            yield Store(returned.value, kind.result, word)


def _elements(model: ItemModel) -> Iterator[Store]:
    for literal in model.of_kind(r.VectorLiteral):
        kind = model.type_names.get(literal.type, t.UNKNOWN_QUALIFIED).type
        if isinstance(kind, t.VectorType):
            span = literal.type.start, literal.type.end
            for element in literal.elements:
                yield Store(element, t.Qualified(kind.element), span)


def _passed(model: ItemModel, call: r.Call) -> Iterator[Store]:
    callee = call.callee
    while isinstance(callee, r.Parenthesized):
        callee = callee.inner
    wanted = _parameters(model, call, callee)
    for argument, target in zip(call.arguments, wanted, strict=False):
        is_builtin = model.references.get(callee) is None
        yield Store(argument, target, (callee.start, callee.end), is_builtin)


def _parameters(model: ItemModel, call: r.Call, callee: r.Expression) -> tuple[t.Qualified, ...]:
    symbol = model.references.get(callee)
    if isinstance(symbol, s.Function):
        overloads = called_overloads(model, call, symbol) if symbol.overloads else (symbol,)
        kind = overloads[0].type.type if len(overloads) == 1 else t.UNKNOWN
        return kind.parameters if isinstance(kind, t.FunctionType) else ()
    if symbol is None:
        resolution = model.resolutions.get(call)
        return () if resolution is None or resolution.problems else resolution.parameters
    kind = symbol.type.type
    return kind.function.parameters if isinstance(kind, t.BlockType) else ()
