"""Punctuation with a special meaning: blocks, `?:`, operators on vectors, ellipses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.analysis.queries.cursor import cursor_at
from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.results import ConstructInfo
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import captured, names_below
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.cursor import Cursor
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import ParameterVariable, Variable


def construct_at(unit: AnalysedUnit, offset: int) -> ConstructInfo | None:
    """Return the construct of the punctuation at an offset, or None.

    Punctuation from a macro does not count.
    """
    cursor = cursor_at(unit, offset)
    if cursor is None or cursor.innermost is None:
        return None
    found = _construct(cursor, cursor.innermost)
    if found is None:
        return None
    begin = offset - cursor.offset
    info = replace(found, start=begin + found.start, end=begin + found.end)
    written = unit.unit.source[info.start : info.end]
    return info if written == info.sign and info.start <= offset < info.end else None


def _construct(cursor: Cursor, record: r.Record) -> ConstructInfo | None:
    model = cursor.item.analysed.model
    if isinstance(record, r.BlockLiteral):
        return _literal(model, record, cursor)
    if isinstance(record, r.BlockPart):
        return _declarator(model, record, cursor)
    if isinstance(record, r.Conditional):
        return _conditional(model, record, cursor)
    if isinstance(record, r.Binary | r.Assignment):
        return _operator(model, record)
    if isinstance(record, r.Unary):
        return _unary(model, record)
    if isinstance(record, r.FunctionPart) and record.ellipsis is not None:
        return ConstructInfo("ellipsis", "...", record.ellipsis.start, record.ellipsis.end)
    if isinstance(record, r.InitDeclarator) and record.width is not None:
        colon = record.declarator.end <= cursor.offset < record.width.start
        return _sign("bit-field", ":", cursor) if colon else None
    return None


def _sign(kind: str, sign: str, cursor: Cursor) -> ConstructInfo:
    return ConstructInfo(kind, sign, cursor.offset, cursor.offset + len(sign))


# --- blocks --------------------------------------------------------------------------------------


def _literal(model: ItemModel, record: r.BlockLiteral, cursor: Cursor) -> ConstructInfo | None:
    if not record.caret.start <= cursor.offset < record.caret.end:
        return None
    captures = tuple(dict.fromkeys(_captures(model, record)))
    result = known_text(model.types.get(record))
    start, end = record.caret.start, record.caret.end
    return ConstructInfo("block", "^", start, end, result=result, captures=captures)


def _captures(model: ItemModel, record: r.BlockLiteral) -> Iterator[str]:
    """Yield the declarations of the variables that a literal captures, in the order of use."""
    for name in names_below(record.body, evaluated=True):
        symbol = captured(model, name)
        if symbol is not None and not _is_within(model, symbol, record):
            kind = symbol.type
            if isinstance(kind.type, t.ArrayType):
                # An array is captured as an argument is passed.
                kind = value_of(kind)
            yield t.declaration_text(kind, symbol.name)


def _is_within(
    model: ItemModel, symbol: Variable | ParameterVariable, literal: r.BlockLiteral
) -> bool:
    """Tell whether a literal, or one in it, declares a symbol itself."""
    own = (record for record, each in model.declared.items() if each is symbol)
    return any(literal.start <= record.start < literal.end for record in own)


def _declarator(model: ItemModel, record: r.BlockPart, cursor: Cursor) -> ConstructInfo | None:
    around = cursor.records[-3] if len(cursor.records) > 2 else None
    kind: t.Qualified | None = None
    if isinstance(around, r.TypeName):
        kind = model.type_names.get(around)
    elif around is not None:
        kind = getattr(model.declared.get(around), "type", None)
    return ConstructInfo("block-type", "^", record.start, record.start + 1, (), known_text(kind))


# --- operators -----------------------------------------------------------------------------------


def _conditional(model: ItemModel, record: r.Conditional, cursor: Cursor) -> ConstructInfo | None:
    chosen = record.otherwise if record.chosen is None else record.chosen
    ranges = ((record.condition.end, chosen.start), (chosen.end, record.otherwise.start))
    if not any(start <= cursor.offset < end for start, end in ranges):
        return None
    sign = cursor.item.analysed.model.item.text[cursor.offset]
    if sign not in "?:":
        return None
    condition = _value(model, record.condition)
    operands = (condition, _value(model, chosen), _value(model, record.otherwise))
    result = _value(model, record)
    return ConstructInfo(
        "choice",
        sign,
        cursor.offset,
        cursor.offset + 1,
        tuple(map(known_text, operands)),
        known_text(result),
        _width(condition),
        is_vector=_width(result) > 0,
    )


def _operator(model: ItemModel, record: r.Binary | r.Assignment) -> ConstructInfo | None:
    left, right = _value(model, record.left), _value(model, record.right)
    width = _width(left) or _width(right)
    word = record.operator
    if not width or (word.text == "=" and _width(right)) or word.text == ",":
        return None
    scalar = next((known_text(each) for each in (left, right) if not _width(each)), "")
    return ConstructInfo(
        "operator",
        word.text,
        word.start,
        word.end,
        (known_text(left), known_text(right)),
        known_text(_value(model, record)),
        width,
        scalar,
        is_vector=True,
    )


def _unary(model: ItemModel, record: r.Unary) -> ConstructInfo | None:
    operand = _value(model, record.operand)
    width = _width(operand)
    if not width or record.operator != "!":
        return None
    end = record.start + len(record.operator)
    result = known_text(_value(model, record))
    return ConstructInfo(
        "operator",
        record.operator,
        record.start,
        end,
        (known_text(operand),),
        result,
        width,
        is_vector=True,
    )


def _value(model: ItemModel, record: r.Expression) -> t.Qualified:
    return value_of(model.types.get(record, t.UNKNOWN_QUALIFIED))


def _width(kind: t.Qualified) -> int:
    """Return the number of components of a vector, 0 for other types."""
    return kind.type.width if isinstance(kind.type, t.VectorType) else 0
