"""The memory layout of types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.describe import is_open, known_text, size_and_alignment
from opencl_ls.analysis.queries.draft import draft_at
from opencl_ls.analysis.queries.program import records_at, word_around
from opencl_ls.analysis.queries.slots import members_of
from opencl_ls.analysis.queries.symbols import named_at
from opencl_ls.analysis.query_results import Layout, MemberInfo
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.findings import Place

_DEEPEST: Final = 16
_TAGGED: Final = ("struct ", "union ", "enum ")


def layout_of(program: Program, at: int | str) -> Layout | None:
    """Return the layout of the type at a byte of the main file, or of a type's name.

    At a name it is the type that the name means or has, elsewhere that of the smallest expression.
    A name is that of a typedef, a tag or a built-in type, `struct` may precede it.  Pointers have
    the size of the target's; sizes that a device chooses are None.
    """
    end = program.environment(len(program.unit.items))
    kind = _named(end, at) if isinstance(at, str) else _placed(program, at)
    if kind is None or isinstance(kind.type, t.UnknownType | t.FunctionType | t.VoidType):
        return None
    return _Layouts(program, end).of(kind)


def _named(environment: UnitEnvironment, name: str) -> t.Qualified | None:
    for word in _TAGGED:
        if name.startswith(word):
            tag = environment.tag(name.removeprefix(word).strip())
            return None if tag is None else t.Qualified(tag.defined)
    symbol = environment.symbol(name)
    if isinstance(symbol, s.Typedef):
        return symbol.type
    tag = environment.tag(name)
    return t.Qualified(tag.defined) if tag is not None else named_builtin(name)


def _placed(program: Program, offset: int) -> t.Qualified | None:
    found = named_at(program, offset)
    if found is not None and found.symbol is not None:
        symbol = found.symbol
        return t.Qualified(symbol.defined) if isinstance(symbol, s.Tag) else symbol.type
    if not 0 <= offset <= len(program.text) or program.is_quoted(offset):
        return None
    start, end = word_around(program.text, offset)
    position = program.position(start)
    if position is not None:
        model = program.model(position.item)
        for record in reversed(records_at(model.item, position.at)):
            if isinstance(record, r.BasicType):
                return named_builtin(" ".join(record.words))
            if isinstance(record, r.RecordType | r.EnumType):
                declared = model.declared.get(record) or model.references.get(record)
                return t.Qualified(declared.defined) if isinstance(declared, s.Tag) else None
            if isinstance(record, r.Expression) and record in model.types:
                return model.types[record]
    draft = draft_at(program, end, "")
    for each in reversed(draft.records if draft is not None else ()):
        if draft is not None and isinstance(each, r.Expression):
            return draft.model.types.get(each)
    return None


class _Layouts:
    """Makes the rows of a layout; members have the places of their declarations."""

    def __init__(self, program: Program, environment: UnitEnvironment) -> None:
        self._program = program
        self._environment = environment
        self._places: dict[s.Symbol, Place | None] = {}

    def of(self, kind: t.Qualified) -> Layout:
        """Return the layout of a type; members of an array are those of its elements."""
        size, alignment = size_and_alignment(kind, self._program.target)
        inner = t.element_of(kind).type
        if isinstance(inner, t.AggregateType) and inner.members is None and inner.tag:
            tag = self._environment.tag(inner.tag)
            if tag is not None and isinstance(tag.defined, t.AggregateType):
                inner = tag.defined
                if not isinstance(kind.type, t.ArrayType):
                    size, alignment = size_and_alignment(t.Qualified(inner), self._program.target)
        if not isinstance(inner, t.AggregateType):
            return Layout(t.spelled(kind, with_space=False), size, alignment, 0)
        whole = aggregate_layout(inner)
        if is_open(t.Qualified(inner), self._program.target):
            whole = None
        if whole is not None and not isinstance(kind.type, t.ArrayType):
            size, alignment = whole.size, whole.alignment
        elif whole is None:
            size = alignment = None
        padding = 0 if whole is None else whole.padding
        members = self._members(inner, None if whole is None else 0, 0)
        return Layout(t.spelled(kind, with_space=False), size, alignment, padding, members)

    def _members(
        self, kind: t.AggregateType, base: int | None, depth: int
    ) -> tuple[MemberInfo, ...]:
        whole = None if base is None else aggregate_layout(kind)
        found: list[MemberInfo] = []
        for number, member in enumerate(members_of(self._environment, kind)):
            offset = size = padding = None
            if whole is not None and base is not None and number < len(whole.members):
                placed = whole.members[number]
                offset, size, padding = base + placed.offset, placed.size, placed.padding
            inner = t.element_of(member.type).type
            nested: tuple[MemberInfo, ...] = ()
            if isinstance(inner, t.AggregateType) and depth < _DEEPEST:
                nested = self._members(inner, offset, depth + 1)
            text = known_text(member.type)
            place = self._place(member.declared)
            found.append(
                MemberInfo(
                    member.name, text, offset, size, padding, place, member.bit_width, nested
                )
            )
        return tuple(found)

    def _place(self, symbol: s.Symbol | None) -> Place | None:
        if symbol is None:
            return None
        declarer = self._program.unit.declarer(symbol)
        if declarer is None:
            return None
        item, own = declarer
        return self._program.unit.place(item, own.word.start, own.word.end)
