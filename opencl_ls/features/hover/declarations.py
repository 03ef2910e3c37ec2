"""What a hover tells of the program's own names: declaration, place, value, size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.features.hover.content import Part, bytes_words, escaped, shortened
from opencl_ls.features.hover.layouts import (
    aggregate_of,
    aggregate_part,
    enumeration_part,
    member_words,
)
from opencl_ls.semantics import symbols as s
from opencl_ls.semantics import types as t
from opencl_ls.semantics.array_bounds import initialized_size
from opencl_ls.semantics.constants import held
from opencl_ls.semantics.constness import fixed_initializer, typed_values
from opencl_ls.semantics.layout import layout_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis, SymbolInfo
    from opencl_ls.analysis.unit import UnitItem

_COMMENT_ABOVE: Final = re.compile(
    r"(?:(?:^[ \t]*//[^\n]*\n)+|^[ \t]*/\*(?:(?!\*/).)*\*/[ \t\r]*\n)[ \t]*\Z", re.S | re.M
)
_COMMENT_BEHIND: Final = re.compile(r"[ \t]*(?://[^\n]*|/\*(?:(?!\*/)[^\n])*\*/[ \t\r]*$)", re.M)
_COMMENT_REACH: Final = 4000
_COMMENT_MARKS: Final = re.compile(r"^[ \t]*(?://[/!]?<?|/\*+!?<?|\*(?!/))?[ \t]?", re.M)
_BLANKS: Final = re.compile(r"\s+")
_COMMENTED: Final = (s.Function, s.Tag, s.Typedef, s.Variable, s.MemberVariable)
_NUMBERS: Final = (r.IntegerLiteral, r.FloatLiteral)
_KIND_WORDS: Final = {
    "typedef": "type alias",
    "enumerator": "enumeration constant",
}


def declaration_parts(analysis: Analysis, info: SymbolInfo) -> Iterator[Part]:
    """Yield what there is to say about a symbol of the program."""
    symbol = info.symbol
    declarer = analysis.unit.declarer(symbol)
    owner = None if declarer is None else declarer[0]
    yield _declaration(info, owner) or Part(info.type_text or info.name, code=True)
    comment = _comment(analysis, owner, symbol) or _comment_elsewhere(analysis, symbol)
    if comment:
        yield Part(escaped(comment))
    yield Part(_facts(info, owner))


def _declaration(info: SymbolInfo, owner: UnitItem | None) -> Part | None:
    """Return more than a symbol's type, None where there is no more."""
    symbol = info.symbol
    if isinstance(symbol, s.Function) and owner is not None:
        return Part(_as_written(owner, symbol), code=True)
    if not isinstance(symbol, s.Tag | s.Typedef):
        return None
    aggregate = aggregate_of(symbol)
    if aggregate is not None:
        return aggregate_part(symbol, aggregate)
    return None if owner is None else enumeration_part(symbol, owner.analysed.model)


def _as_written(owner: UnitItem, function: s.Function) -> str:
    """Return a function's declaration as its author wrote it, without its body."""
    text = owner.source.text
    definition = function.definition
    start = function.declaration.start
    end = function.declaration.end if definition is None else definition.body.start
    written = _BLANKS.sub(" ", text[start:end]).strip().rstrip(";")
    return shortened(written, 1000)


# --- words ---------------------------------------------------------------------------------------


def _facts(info: SymbolInfo, owner: UnitItem | None) -> str:
    symbol = info.symbol
    words = [_KIND_WORDS.get(info.kind, info.kind)]
    if isinstance(symbol, s.Variable | s.ParameterVariable):
        words[0] = _object_words(info.kind, symbol)
    if isinstance(symbol, s.MemberVariable):
        words[0] = member_words(symbol, None if owner is None else owner.analysed.model)
    value = _value(symbol, owner)
    if value:
        words.append(f"its value is `{value}`")
    if isinstance(symbol, s.Variable | s.Typedef | s.Tag) and not isinstance(
        symbol.type.type, t.FunctionType
    ):
        size = layout_of(_completed(symbol))
        if size is not None:
            words.append(f"{bytes_words(size[0])}, aligned to {size[1]}")
    text = "; ".join(words)
    return text[:1].upper() + text[1:] + "."


def _completed(symbol: s.Symbol) -> t.Qualified:
    """Return the type of a symbol, that of an array with the number of its initialiser."""
    kind = symbol.type.type
    if isinstance(kind, t.ArrayType) and (count := initialized_size(symbol)):
        return replace(symbol.type, type=t.ArrayType(kind.element, count))
    return symbol.type


def _object_words(kind: str, symbol: s.Variable | s.ParameterVariable) -> str:
    space = t.object_space(symbol.type)
    scope = ""
    if isinstance(symbol, s.Variable):
        scope = " at program scope" if symbol.depth == 0 else ""
        kind = "variable"
    elif symbol.function is not None and symbol.function.is_kernel:
        kind = "kernel argument"
    where = f", in {space} memory" if space and space != t.PRIVATE else ""
    pointee = symbol.type.type.pointee if isinstance(symbol.type.type, t.PointerType) else None
    if pointee is not None and pointee.space:
        where = f", points to {pointee.space} memory"
    return f"{kind}{scope}{where}"


def _value(symbol: s.Symbol, owner: UnitItem | None) -> str:
    """Return the value of a constant as a program writes it, "" for anything else."""
    initializer, kind = fixed_initializer(symbol), symbol.type.type
    if initializer is None or owner is None or symbol.type.volatile:
        return ""
    if not isinstance(kind, t.ScalarType):
        return ""
    if kind.floating:
        return _literal(initializer)
    value = typed_values(owner.analysed.model).integer(initializer)
    value = None if value is None else held(value, symbol.type)
    if value is None:
        return ""
    return ("false", "true")[value] if kind.name == "bool" else str(value)


def _literal(value: r.Expression) -> str:
    """Return a number as it is written, with its sign; "" for what is computed."""
    if isinstance(value, r.Unary) and value.operator == "-":
        value = value.operand
        return f"-{value.text}" if isinstance(value, _NUMBERS) else ""
    return value.text if isinstance(value, _NUMBERS) else ""


# --- comments ------------------------------------------------------------------------------------


def _comment(analysis: Analysis, owner: UnitItem | None, symbol: s.Symbol) -> str:
    """Return the comment about a member or a declaration at program scope, its marks taken off.

    It stands right above, or behind a member or a variable in its line.
    """
    if owner is None or not isinstance(symbol, _COMMENTED):
        return ""
    if isinstance(symbol, s.Variable) and symbol.depth:
        return ""
    declaration = symbol.specifier if isinstance(symbol, s.Tag) else symbol.declaration
    found = None
    if isinstance(symbol, s.Variable | s.MemberVariable):
        rest = analysis.unit.place(owner, symbol.word.start, declaration.end)
        text = analysis.lines(rest.file).text
        if "\n" not in text[rest.start : rest.end]:
            found = _COMMENT_BEHIND.match(text, rest.end)
    if found is None:
        first = analysis.unit.place(owner, declaration.start, declaration.start)
        text = analysis.lines(first.file).text
        found = _COMMENT_ABOVE.search(text, max(0, first.start - _COMMENT_REACH), first.start)
    if found is None:
        return ""
    lines = [
        _COMMENT_MARKS.sub("", line, count=1).rstrip()
        for line in found[0].strip().removesuffix("*/").splitlines()
        if "opencl-ls:" not in line
    ]
    return shortened("\n".join(lines).strip(), 1000)


def _comment_elsewhere(analysis: Analysis, symbol: s.Symbol) -> str:
    """Return the comment at another declaration of a function, such as its prototype."""
    if not isinstance(symbol, s.Function) or symbol.is_overloadable:
        return ""
    for number in analysis.unit.declarations.names.get(symbol.name, ()):
        item = analysis.unit.items[number]
        other = item.analysed.model.exports.get(symbol.name)
        if isinstance(other, s.Function) and (comment := _comment(analysis, item, other)):
            return comment
    return ""
