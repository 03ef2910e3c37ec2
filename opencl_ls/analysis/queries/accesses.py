"""The offset of the member at a place in the object that the expression begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.constants import constant_of
from opencl_ls.analysis.queries.describe import is_open, size_and_alignment
from opencl_ls.analysis.queries.program import holds, records_at, word_around
from opencl_ls.analysis.query_results import MemberAccess
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

_DEEPEST: Final = 32


class _Path:
    """The steps from a member to the object that it is a part of, the innermost first."""

    def __init__(self, program: Program, model: ItemModel) -> None:
        self.program = program
        self.model = model
        self.offset = 0
        self.terms: list[tuple[int, r.Expression]] = []
        self.steps = 0

    def type_of(self, record: r.Expression) -> t.Qualified:
        return self.model.types.get(record, t.UNKNOWN_QUALIFIED)

    def member(self, access: r.Member) -> bool:
        """Add a member's offset in its struct; tell whether it is known."""
        kind = value_of(self.type_of(access.base)).type
        if access.arrow:
            kind = kind.pointee.type if isinstance(kind, t.PointerType) else t.UNKNOWN
        offset = member_offset(kind, access.member.text, self.program.target)
        if offset is None:
            return False
        self.offset += offset
        self.steps += 1
        return True

    def index(self, access: r.Index) -> bool:
        """Add the place of an element; tell whether its size is known."""
        size, _ = size_and_alignment(self.type_of(access), self.program.target)
        if size is None:
            return False
        value = constant_of(self.program, self.model, access.index)
        if value is None:
            self.terms.append((size, access.index))
        else:
            self.offset += size * value
        self.steps += 1
        return True


def member_access_at(program: Program, offset: int) -> MemberAccess | None:
    """Return the offset of the member at a byte of the main file in the object that holds it.

    None if there is no member, if a size on the path is unknown, and for a direct member of the
    object that is named or pointed to: there the offset in the struct is enough.
    """
    if not 0 <= offset <= len(program.text):
        return None
    start, _ = word_around(program.text, offset)
    position = program.position(start)
    if position is None:
        return None
    model = program.model(position.item)
    records = records_at(model.item, position.at)
    access = records[-1] if records else None
    if not isinstance(access, r.Member) or not holds(access.member, position.at):
        return None
    path = _Path(program, model)
    present: r.Expression = access
    for _ in range(_DEEPEST):
        if isinstance(present, r.Member):
            if not path.member(present):
                return None
            is_pointer, present = present.arrow, unwrapped(present.base)
        elif isinstance(present, r.Index):
            if not path.index(present):
                return None
            is_pointer = _is_pointer(path, present.base)
            present = unwrapped(present.base)
        else:
            return None
        if is_pointer or not isinstance(present, r.Member | r.Index):
            if path.steps < 2:
                return None
            text = model.item.text
            terms = tuple((size, text[e.start : e.end]) for size, e in reversed(path.terms))
            whole = text[present.start : present.end]
            return MemberAccess(whole, is_pointer, path.offset, terms)
    return None


def _is_pointer(path: _Path, base: r.Expression) -> bool:
    return isinstance(path.type_of(base).type, t.PointerType)


def member_offset(kind: t.Type, name: str, target: Target) -> int | None:
    """Return the offset of a member in a struct or union, also in an unnamed one inside of it."""
    if not isinstance(kind, t.AggregateType) or is_open(t.Qualified(kind), target):
        return None
    layout = aggregate_layout(kind)
    for placed in layout.members if layout is not None else ():
        if placed.member.name == name:
            return placed.offset
        if not placed.member.name:
            inner = member_offset(placed.member.type.type, name, target)
            if inner is not None:
                return placed.offset + inner
    return None
