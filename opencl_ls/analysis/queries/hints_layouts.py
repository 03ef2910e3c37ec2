"""The offsets of the members of structs that an item declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.describe import is_open
from opencl_ls.analysis.queries.hints_raw import Raw
from opencl_ls.analysis.query_results import PlacedMember, PlacedStruct
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import aggregate_layout
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.queries.hints_raw import Source
    from opencl_ls.semantics.constants.layout import MemberLayout


def layouts(source: Source) -> Iterator[Raw]:
    """Yield the offsets of members and the sizes of their structs, if both are certain."""
    model, text = source.model, source.model.item.text
    for written in model.of_kind(r.RecordType):
        tag = model.declared.get(written)
        if written.members is None or not isinstance(tag, s.Tag):
            continue
        kind = tag.defined
        if not isinstance(kind, t.AggregateType) or is_open(t.Qualified(kind), source.target):
            continue
        whole = aggregate_layout(kind)
        if whole is None or not whole.members:
            continue
        placed = {each.member.name: each for each in whole.members if each.member.name}
        for declaration in written.members:
            yield from _members(declaration, placed)
        brace = text.find("}", written.members[-1].end, written.end)
        if brace >= 0:
            span = brace, brace + 1
            yield Raw(PlacedStruct(*span, whole.size, whole.alignment, whole.padding), (span,))


def _members(declaration: r.Declaration, placed: dict[str, MemberLayout]) -> Iterator[Raw]:
    """Yield the members of a declaration; a single one ends with its semicolon."""
    alone = len(declaration.declarators) == 1
    for declarator in declaration.declarators:
        word = declarator.declarator.name
        found = None if word is None else placed.get(word.text)
        if word is None or found is None:
            continue
        end = declaration.end if alone else declarator.end
        fact = PlacedMember(word.start, end, found.offset, found.size, found.padding)
        yield Raw(fact, ((word.start, word.end), (end - 1, end)))
