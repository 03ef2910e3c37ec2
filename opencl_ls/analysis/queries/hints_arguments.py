"""The parameter for each argument of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.queries.expansions import argument_stretches
from opencl_ls.analysis.queries.hints_raw import Raw
from opencl_ls.analysis.queries.meaning import called_overloads
from opencl_ls.analysis.query_results import PassedArgument
from opencl_ls.builtins.functions import function
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.hints_raw import Source
    from opencl_ls.preprocess import Macro, Segment
    from opencl_ls.semantics.model import ItemModel

_Taken = tuple[str, str, tuple[str, ...], tuple[str, ...]]
"""The kind and the name of a callee, and the names and types of its parameters."""


def passed_arguments(source: Source) -> Iterator[Raw]:
    """Yield the arguments of calls whose parameter has a certain name."""
    model = source.model
    for call in model.of_kind(r.Call):
        taken = _taken(model, call)
        if taken is None:
            continue
        kind, callee, names, types = taken
        before: r.Record = call.callee
        numbers = sum(map(_is_number, call.arguments))
        for index, (name, argument) in enumerate(zip(names, call.arguments, strict=False)):
            if name and not isinstance(argument, r.TypeArgument | r.BadExpression):
                type_text = types[index] if index < len(types) else ""
                span = argument.start, argument.end
                fact = PassedArgument(*span, kind, callee, names, index, numbers, type_text)
                words = ((call.callee.start, call.callee.end),)
                yield Raw(fact, words, (before.start, before.end))
            before = argument


def _is_number(argument: r.Expression) -> bool:
    while isinstance(argument, r.Parenthesized | r.Unary):
        argument = argument.inner if isinstance(argument, r.Parenthesized) else argument.operand
    return isinstance(argument, r.IntegerLiteral | r.FloatLiteral)


def _taken(model: ItemModel, call: r.Call) -> _Taken | None:
    callee = call.callee
    while isinstance(callee, r.Parenthesized):
        callee = callee.inner
    symbol = model.references.get(callee)
    if isinstance(symbol, s.Function):
        return _of_function(model, call, symbol)
    if symbol is None:
        return _of_builtin(model, call, callee.name) if isinstance(callee, r.Name) else None
    return _of_block(symbol)


def _of_function(model: ItemModel, call: r.Call, symbol: s.Function) -> _Taken | None:
    if symbol.overloads:
        overloads = called_overloads(model, call, symbol)
        if len(overloads) != 1:
            return None
        symbol = overloads[0]
    kind = symbol.type.type
    names = tuple([each.name for each in symbol.parameters])
    if not isinstance(kind, t.FunctionType) or len(names) != len(kind.parameters):
        return None
    return "function", symbol.name, names, tuple(map(known_text, kind.parameters))


def _of_builtin(model: ItemModel, call: r.Call, name: str) -> _Taken | None:
    """Return the parameters of the chosen overload, or those on which all overloads agree."""
    resolution = model.resolutions.get(call)
    if resolution is not None and resolution.signature is not None and not resolution.problems:
        listed = [each for each in resolution.signature.parameters if each.type != "..."]
        types = tuple(map(known_text, resolution.parameters))
        return "builtin", name, tuple([each.name for each in listed]), types
    known = function(name)
    if known is None:
        return None
    rows = [
        [each.name for each in signature.parameters if each.type != "..."]
        for signature in known.signatures
    ]
    names = [
        row[0] if all(each == row[0] for each in row) else "" for row in zip(*rows, strict=False)
    ]
    return ("builtin", name, tuple(names), ()) if any(names) else None


def _of_block(symbol: s.Symbol) -> _Taken | None:
    """Return the parameters of a variable that is initialised with a block."""
    literal = symbol.declarator.initializer if isinstance(symbol, s.Variable) else None
    while isinstance(literal, r.Parenthesized):
        literal = literal.inner
    kind = symbol.type.type
    if not isinstance(literal, r.BlockLiteral) or not isinstance(kind, t.BlockType):
        return None
    if literal.signature is None:
        return None
    words = [each.declarator.name for each in literal.signature.parameters]
    names = tuple(["" if word is None else word.text for word in words])
    types = tuple(map(known_text, kind.function.parameters))
    return ("block", symbol.name, names, types) if len(names) == len(types) else None


# --- macros --------------------------------------------------------------------------------------


def macro_arguments(source: Source) -> Iterator[Raw]:
    """Yield the arguments of function-like macros in their places."""
    slices = source.text.slices
    for number, part in enumerate(slices):
        index = source.first_piece + part.piece
        piece = source.unit.pieces[index]
        if piece.start >= 0:
            continue
        following = slices[number + 1] if number + 1 < len(slices) else None
        length = len(source.text.text) if following is None else following.start
        first, last = part.piece_start, part.piece_start + length - part.start
        for segment in piece.expansion.segments:
            if segment.macro is not None and first <= segment.start < last:
                macro = piece.expansion.present.get(segment.macro)
                if macro is not None and macro.parameters:
                    yield from _of_macro(source, index, segment, macro)


def _of_macro(source: Source, index: int, segment: Segment, macro: Macro) -> Iterator[Raw]:
    expansion, base = source.unit.pieces[index].expansion, source.unit.start_of(index)
    names = tuple(macro.parameters or ())
    if macro.variadic:
        names = names[:-1]
    stretches = argument_stretches(macro, expansion, segment.source_start)
    numbers = sum(expansion.source[first:last].isdigit() for first, last in stretches)
    for number, (first, last) in enumerate(stretches[: len(names)]):
        if first < last:
            start, end = base + expansion.raw_start(first), base + expansion.raw_end(last)
            fact = PassedArgument(start, end, "macro", macro.name, names, number, numbers, "")
            yield Raw(fact, is_placed=True)
