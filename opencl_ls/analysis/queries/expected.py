"""The expected type at the placeholder of a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.queries.overloads import arguments_of, callee_overloads, expected_parameter
from opencl_ls.analysis.queries.slots import list_type, slot_of
from opencl_ls.builtins.language import keyword
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.brackets import Nesting
    from opencl_ls.analysis.queries.draft import Draft

_INT: Final = t.Qualified(t.scalar("int"))
_BOOL: Final = t.Qualified(t.scalar("bool"))
_LOGICAL: Final = ("&&", "||")
_SHIFTS: Final = ("<<", ">>", "<<=", ">>=")


def expected_of(draft: Draft) -> t.Qualified | None:
    """Return the expected type of the placeholder, None if it is unknown."""
    records = draft.records
    inner = len(records) - 1
    if inner < 0 or ends_operand(draft.nesting) or not isinstance(records[inner], r.Expression):
        return None
    while inner > 0 and isinstance(records[inner - 1], r.Parenthesized):
        inner -= 1
    if inner == 0:
        return None
    return _known(_wanted(draft, records[inner - 1], records[inner]))


def _known(kind: t.Qualified | None) -> t.Qualified | None:
    """Return the expected type of a value, None if it is unknown."""
    if kind is None or isinstance(kind.type, t.VoidType) or not known_text(kind):
        return None
    # A list in braces may initialise an array.
    return kind if isinstance(kind.type, t.ArrayType) else value_of(kind)


def _wanted(draft: Draft, outer: r.Record, inner: r.Record) -> t.Qualified | None:
    if isinstance(outer, r.Call) and outer.callee is not inner:
        return expected_argument(draft, outer, inner)
    if isinstance(outer, r.InitDeclarator):
        symbol = draft.model.declared.get(outer)
        return None if symbol is None or outer.initializer is not inner else symbol.type
    if isinstance(outer, r.InitializerEntry):
        return _entry(draft, outer)
    if isinstance(outer, r.Assignment) and outer.right is inner:
        left = _type(draft, outer.left)
        return _INT if outer.operator.text in _SHIFTS else left
    if isinstance(outer, r.Binary) and outer.right is inner:
        operator = outer.operator.text
        if operator == ",":
            return None
        if operator == "|":
            # Flags are combined so.
            above = _above(draft, outer)
            wanted = None if above is None else _known(_wanted(draft, above, outer))
            return wanted or _type(draft, outer.left)
        if operator in _LOGICAL:
            return _BOOL
        return _INT if operator in _SHIFTS else _type(draft, outer.left)
    if isinstance(outer, r.Return):
        return _result(draft)
    if isinstance(outer, r.If | r.While | r.DoWhile | r.For):
        return _BOOL if outer.condition is inner else None
    if isinstance(outer, r.Case):
        return _switched(draft)
    return _operand(draft, outer, inner)


def _operand(draft: Draft, outer: r.Record, inner: r.Record) -> t.Qualified | None:
    if isinstance(outer, r.Binary) and outer.operator.text in _LOGICAL:
        return _BOOL
    if isinstance(outer, r.Index):
        return _INT if outer.index is inner else None
    if isinstance(outer, r.Unary):
        return _BOOL if outer.operator == "!" else None
    if isinstance(outer, r.Conditional):
        if outer.condition is inner:
            return _BOOL
        if outer.otherwise is inner and outer.chosen is not None:
            chosen = _type(draft, outer.chosen)
            if known_text(chosen):
                return chosen
        above = _above(draft, outer)
        return None if above is None else _wanted(draft, above, outer)
    if isinstance(outer, r.Switch | r.ArrayPart):
        return _INT
    if isinstance(outer, r.VectorLiteral | r.Cast):
        kind = draft.model.type_names.get(outer.type)
        if kind is not None and isinstance(kind.type, t.VectorType):
            return t.Qualified(kind.type.element)
    if isinstance(outer, r.Attribute | r.Enumerator):
        return _INT
    return None


def _above(draft: Draft, record: r.Record) -> r.Record | None:
    at = next((n for n, each in enumerate(draft.records) if each is record), 0)
    return draft.records[at - 1] if at else None


def _type(draft: Draft, record: r.Expression) -> t.Qualified:
    kind = draft.model.types.get(record, t.UNKNOWN_QUALIFIED)
    return value_of(kind)


def _entry(draft: Draft, entry: r.InitializerEntry) -> t.Qualified | None:
    written = _above(draft, entry)
    if not isinstance(written, r.InitializerList):
        return None
    whole = list_type(draft.model, draft.environment, written)
    return whole and slot_of(draft.model, draft.environment, whole, written, entry)


def _result(draft: Draft) -> t.Qualified | None:
    for record in reversed(draft.records):
        if isinstance(record, r.BlockLiteral):
            kind = draft.model.block_types.get(record)
            return None if kind is None or record.result is None else kind.result
        if isinstance(record, r.FunctionDefinition):
            symbol = draft.model.declared.get(record)
            kind_of = None if symbol is None else symbol.type.type
            return kind_of.result if isinstance(kind_of, t.FunctionType) else None
    return None


def _switched(draft: Draft) -> t.Qualified | None:
    for record in reversed(draft.records):
        if isinstance(record, r.Switch):
            return _type(draft, record.condition)
    return None


def expected_argument(draft: Draft, call: r.Call, argument: r.Record) -> t.Qualified | None:
    """Return the parameter type for an argument, if all overloads that fit agree."""
    number = next((n for n, each in enumerate(call.arguments) if each is argument), None)
    if number is None:
        return None
    overloads = callee_overloads(draft.model, call, draft.target)
    return expected_parameter(overloads, arguments_of(draft.model, call)[:number])


def ends_operand(nesting: Nesting) -> bool:
    """Tell whether a text ends in an operand, after which no other one begins."""
    is_word = nesting.last_is_name and keyword(nesting.last) is None
    return is_word or nesting.last_is_number or nesting.last == "]"
