"""The names in one item's records, and their symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.queries.slots import designated_members, members_of
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.members import find_member
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import Environment, ItemModel

_STEPS: Final = ("++", "--")


class Use(NamedTuple):
    """A name in an item, from byte `start` to `end` of its text, and the symbol that it means.

    `role` is a kind of `results.Reference`; `record` is the expression or type that names it.
    """

    start: int
    end: int
    symbol: s.Symbol
    role: str
    record: r.Record | None = None


def uses_of(model: ItemModel, environment: Environment, name: str = "") -> Iterator[Use]:
    """Yield the uses of a name in an item, without a `name` of every one, except labels."""
    for record, symbol in model.references.items():
        if symbol is not None and name in ("", symbol.name):
            word = record.tag if isinstance(record, r.RecordType | r.EnumType) else record
            if word is not None:
                yield Use(word.start, word.end, symbol, role_of(model, record), record)
    for record, symbol in model.declared.items():
        if symbol.name and name in ("", symbol.name):
            yield declared_use(record, symbol)
        if isinstance(symbol, s.Function) and symbol.definition is None:
            for each in symbol.parameters:
                if each.name and name in ("", each.name):
                    yield Use(each.word.start, each.word.end, each, "declaration")
    yield from _member_uses(model, environment, name)


def declared_use(record: r.Record, symbol: s.Symbol) -> Use:
    """Return the name in a declaration of a symbol."""
    word: r.Record = symbol.word
    if isinstance(record, r.RecordType | r.EnumType) and record.tag is not None:
        word = record.tag
    return Use(word.start, word.end, symbol, _declared_role(record, symbol))


def _declared_role(record: r.Record, symbol: s.Symbol) -> str:
    if isinstance(symbol, s.Function):
        is_definition = symbol.definition is not None
    elif isinstance(symbol, s.Variable):
        is_definition = "extern" not in symbol.storage or symbol.declarator.initializer is not None
    elif isinstance(record, r.RecordType):
        is_definition = record.members is not None
    elif isinstance(record, r.EnumType):
        is_definition = record.enumerators is not None
    else:
        is_definition = True
    return "definition" if is_definition else "declaration"


def _member_uses(model: ItemModel, environment: Environment, name: str) -> Iterator[Use]:
    for access in model.of_kind(r.Member):
        if name in ("", access.member.text):
            found = member_of(model, environment, access)
            if found is not None:
                yield Use(access.member.start, access.member.end, found, role_of(model, access))
    for query in model.of_kind(r.OffsetOf):
        if name in ("", query.member.text):
            kind = model.type_names.get(query.type, t.UNKNOWN_QUALIFIED).type
            found = declared_member(kind, environment, query.member.text)
            if found is not None:
                yield Use(query.member.start, query.member.end, found, "read")
    for word, aggregate in designated_members(model, environment):
        if name in ("", word.text):
            found = declared_member(aggregate, environment, word.text)
            if found is not None:
                yield Use(word.start, word.end, found, "write")


def member_of(model: ItemModel, environment: Environment, access: r.Member) -> s.Symbol | None:
    """Return the member of a struct or union that an expression names, None for components."""
    base = value_of(model.types.get(access.base, t.UNKNOWN_QUALIFIED)).type
    if isinstance(base, t.PointerType):
        base = base.pointee.type
    return declared_member(base, environment, access.member.text)


def declared_member(kind: t.Type, environment: Environment, name: str) -> s.Symbol | None:
    """Return the symbol of a member, also of an unnamed struct or union inside of the type."""
    found = find_member(members_of(environment, kind), name)
    return None if found is None else found.declared


def role_of(model: ItemModel, record: r.Record) -> str:
    """Return the kind of use of the object, function or type that a record names."""
    if isinstance(record, r.TypeSpecifier):
        return "type"
    inner, outer = record, model.parents.get(record)
    while outer is not None:
        if isinstance(outer, r.Call) and outer.callee is inner:
            return "call"
        if isinstance(outer, r.Assignment) and outer.left is inner:
            return "write" if outer.operator.text == "=" else "read-write"
        if isinstance(outer, r.Unary | r.Postfix) and outer.operand is inner:
            if outer.operator in _STEPS:
                return "read-write"
            return "address-of" if outer.operator in ("&", "&&") else "read"
        is_part = isinstance(outer, r.Parenthesized) or (
            (isinstance(outer, r.Member) and not outer.arrow and outer.base is inner)
            or (isinstance(outer, r.Index) and outer.base is inner and _is_array(model, inner))
        )
        if not is_part:
            return "read"
        inner, outer = outer, model.parents.get(outer)
    return "read"


def _is_array(model: ItemModel, record: r.Record) -> bool:
    found = model.types.get(record) if isinstance(record, r.Expression) else None
    return found is not None and isinstance(found.type, t.ArrayType | t.VectorType)
