"""The constructs at a byte of the main file: records, and the literals and names among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.analysis.queries.program import holds, records_at
from opencl_ls.analysis.results import CharacterInfo, ComponentsInfo, NumberInfo, TypeWords
from opencl_ls.builtins.types import is_reserved_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import integer_value
from opencl_ls.semantics.constants.literals import integer_type
from opencl_ls.semantics.lookup.constness import LITERALS
from opencl_ls.semantics.memory.fences import FLAGS, barrier_of
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.spelling import basic_type
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem

_WIDEST: Final = 1 << 64


class Cursor(Struct, frozen=True):
    """A byte of an item's text, and the records around it, the outermost first."""

    item: UnitItem
    offset: int
    records: tuple[r.Record, ...]

    @property
    def innermost(self) -> r.Record | None:
        """The innermost record."""
        return self.records[-1] if self.records else None


def cursor_at(unit: AnalysedUnit, offset: int) -> Cursor | None:
    """Return the records around the byte at an offset of the main file, or None."""
    found = unit.item_at(unit.unit.path, offset)
    if found is None:
        return None
    number, at = found
    item = unit.items[number]
    return Cursor(item, at, tuple(records_at(item.analysed.model.item, at)))


def number_at(unit: AnalysedUnit, offset: int) -> NumberInfo | None:
    """Return the number at an offset, `true` and `false` too; None elsewhere."""
    cursor = cursor_at(unit, offset)
    record = None if cursor is None else cursor.innermost
    if cursor is None or record is None:
        return None
    if isinstance(record, r.IntegerLiteral):
        value = integer_value(record.text)
        if value is None:
            return None
        kind = integer_type(record.text).name if value < _WIDEST else ""
        return NumberInfo(record.text, kind, value, _fence_flags(cursor, value))
    if isinstance(record, r.FloatLiteral):
        known = cursor.item.analysed.model.types.get(record)
        return None if known is None else NumberInfo(record.text, t.spelled(known))
    if isinstance(record, r.Name) and record.name in ("true", "false"):
        return NumberInfo(record.name, "int", int(record.name == "true"))
    return None


def _fence_flags(cursor: Cursor, value: int) -> tuple[str, ...] | None:
    for record in reversed(cursor.records):
        if isinstance(record, r.Call):
            barrier = barrier_of(cursor.item.analysed.model, record)
            if barrier is not None and holds(barrier.flags, cursor.offset):
                return tuple(name for name, bit in FLAGS.items() if value & bit)
    return None


def character_at(unit: AnalysedUnit, offset: int) -> CharacterInfo | None:
    """Return the character constant around an offset; None elsewhere."""
    cursor = cursor_at(unit, offset)
    record = None if cursor is None else cursor.innermost
    if cursor is None or not isinstance(record, r.CharacterLiteral):
        return None
    start = offset - (cursor.offset - record.start)
    kind = cursor.item.analysed.model.types.get(record)
    value = LITERALS.integer(record)
    if kind is None or value is None or not unit.unit.source.startswith(record.text, start):
        return None
    return CharacterInfo(start, record.text, t.spelled(kind), value)


def label_at(unit: AnalysedUnit, offset: int) -> str | None:
    """Return the label whose name is at an offset, as a label or in a `goto`; None elsewhere."""
    cursor = cursor_at(unit, offset)
    record = None if cursor is None else cursor.innermost
    if cursor is None or not isinstance(record, r.Label | r.Goto):
        return None
    return record.name.text if holds(record.name, cursor.offset) else None


def components_at(unit: AnalysedUnit, offset: int) -> ComponentsInfo | None:
    """Return the components that a name like `.xyzw` at an offset selects; None elsewhere."""
    cursor = cursor_at(unit, offset)
    record = None if cursor is None else cursor.innermost
    if cursor is None or not isinstance(record, r.Member) or cursor.offset < record.member.start:
        return None
    model = cursor.item.analysed.model
    kind = value_of(model.types.get(record.base, t.UNKNOWN_QUALIFIED)).type
    if isinstance(kind, t.PointerType):
        kind = kind.pointee.type
    if not isinstance(kind, t.VectorType):
        return None
    chosen = components(record.member.text, kind.width)
    if chosen.problem:
        return None
    result = model.types.get(record)
    return ComponentsInfo(
        record.member.text,
        chosen.indices,
        kind.width,
        t.spelled(t.Qualified(kind)),
        "unknown" if result is None else t.spelled(t.Qualified(result.type)),
        chosen.repeated,
    )


def type_words_at(unit: AnalysedUnit, offset: int) -> TypeWords | None:
    """Return the type at an offset that is written in several words, as `unsigned int`; or None."""
    cursor = cursor_at(unit, offset)
    record = None if cursor is None else cursor.innermost
    if not isinstance(record, r.BasicType) or len(record.words) < 2:
        return None
    whole = " ".join(record.words)
    if is_reserved_type(whole):
        return TypeWords(record.words, whole)
    kind = basic_type(record.words).type
    return TypeWords(record.words, kind.name if isinstance(kind, t.ScalarType) else "")
