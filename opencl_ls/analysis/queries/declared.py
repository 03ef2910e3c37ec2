"""The symbols of a program: the symbol of a name, and the declarations at program scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.describe import kind_of, type_text
from opencl_ls.analysis.queries.program import holds
from opencl_ls.analysis.results import SymbolInfo
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.cursor import Cursor
    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types import symbols as s


def program_symbols(unit: AnalysedUnit) -> Iterator[SymbolInfo]:
    """Yield the declarations at program scope, headers included, in order."""
    for item in unit.items:
        model = item.analysed.model
        for symbol in (*model.exports.values(), *model.exported_tags.values()):
            yield information(unit, item, symbol)


def kinds(unit: AnalysedUnit) -> dict[str, str]:
    """Return the kind of each name that is visible at program scope; macros hide all others."""
    names, tags = unit.declarations.last(unit.models)
    found = {name: kind_of(tag) for name, tag in tags.items()}
    found.update((name, kind_of(symbol)) for name, symbol in names.items())
    found.update(dict.fromkeys(unit.unit.macros, "macro"))
    return found


def symbol_of(unit: AnalysedUnit, cursor: Cursor) -> tuple[UnitItem, s.Symbol] | None:
    """Return the symbol of the name at a cursor, with the item that declares it; or None."""
    model = cursor.item.analysed.model
    for record in reversed(cursor.records):
        own = model.declared.get(record)
        if own is not None and own.name and holds(own.word, cursor.offset):
            return cursor.item, own
        word = _naming_word(record)
        if word is not None and holds(word, cursor.offset):
            referred = model.references.get(record) or _member_of(record, model)
            return None if referred is None else declarer(unit, cursor.item, referred)
    return None


def declarer(
    unit: AnalysedUnit, item: UnitItem, symbol: s.Symbol
) -> tuple[UnitItem, s.Symbol] | None:
    """Return the item that declares a symbol which `item` mentions, and its symbol there.

    None if no item declares it.
    """
    if any(own is symbol for own in item.analysed.model.declared.values()):
        return item, symbol
    return unit.declarer(symbol)


def information(unit: AnalysedUnit, item: UnitItem, symbol: s.Symbol) -> SymbolInfo:
    """Return a symbol that an item declares with its place."""
    place = unit.place(item, symbol.word.start, symbol.word.end)
    return SymbolInfo(symbol.name, kind_of(symbol), type_text(symbol), place)


def _naming_word(record: r.Record) -> r.Record | None:
    """Return the part of a record that is a use of a name."""
    if isinstance(record, r.Name | r.NamedType):
        return record
    if isinstance(record, r.Member):
        return record.member
    return record.tag if isinstance(record, r.RecordType | r.EnumType) else None


def _member_of(record: r.Record, model: ItemModel) -> s.Symbol | None:
    if not isinstance(record, r.Member):
        return None
    base = value_of(model.types.get(record.base, t.UNKNOWN_QUALIFIED)).type
    if isinstance(base, t.PointerType):
        base = base.pointee.type
    return _find_member(base, record.member.text)


def _find_member(kind: t.Type, name: str) -> s.Symbol | None:
    if not isinstance(kind, t.AggregateType):
        return None
    found = kind.members.named(name) if kind.members else None
    return None if found is None else found.declared
