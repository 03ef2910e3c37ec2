"""Which object each entry of an initialiser list initialises (C11 6.7.9p17 to p20)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import integer_value
from opencl_ls.semantics.types.members import find_member
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import Environment, ItemModel

_DEEPEST: Final = 60


def list_type(model: ItemModel, environment: Environment, written: r.Record) -> t.Qualified | None:
    """Return the type of the object that an initialiser (or a list inside of one) initialises."""
    entries: list[r.InitializerEntry] = []
    above: r.Record | None = model.parents.get(written)
    while isinstance(above, r.InitializerList | r.InitializerEntry):
        if isinstance(above, r.InitializerEntry):
            entries.append(above)
        above = model.parents.get(above)
    kind: t.Qualified | None = None
    if isinstance(above, r.InitDeclarator):
        symbol = model.declared.get(above)
        kind = None if symbol is None else symbol.type
    elif isinstance(above, r.CompoundLiteral):
        kind = model.type_names.get(above.type)
    for entry in reversed(entries[:_DEEPEST]):
        around = model.parents.get(entry)
        if kind is None or not isinstance(around, r.InitializerList):
            return None
        kind = slot_of(model, environment, kind, around, entry)
    return kind


class Filled(NamedTuple):
    """An entry of an initialiser and the type of its object, None if unknown.

    `path` has the aggregates around the object, each with the index of the part being filled.
    """

    entry: r.InitializerEntry
    slot: t.Qualified | None
    path: tuple[tuple[t.Qualified, int], ...] = ()


def slot_of(
    model: ItemModel,
    environment: Environment,
    whole: t.Qualified,
    written: r.InitializerList,
    wanted: r.InitializerEntry,
) -> t.Qualified | None:
    """Return the type of the object that an entry of the initialiser of a `whole` initialises."""
    for filled in filled_slots(model, environment, whole, written, wanted):
        if filled.entry is wanted:
            return filled.slot
    return None


def filled_slots(
    model: ItemModel,
    environment: Environment,
    whole: t.Qualified,
    written: r.InitializerList,
    wanted: r.InitializerEntry | None = None,
) -> Iterator[Filled]:
    """Yield the objects of the entries of the initialiser of a `whole`, up to its end.

    The `wanted` entry may be half-written: it goes to the whole part.
    """
    # The parts that are being filled, each with the number of its next part.
    path: list[tuple[t.Qualified, int]] = [(whole, 0)]
    for entry in written.entries:
        if entry.designators:
            found = _designated(environment, whole, entry.designators)
            if found is None:
                yield Filled(entry, None)
                continue
            path, slot = found
        else:
            part = _next(environment, path)
            opens = entry is not wanted
            while opens and part is not None and _is_opened(model, part, entry.value):
                path.append((part, 0))
                part = _next(environment, path) if len(path) < _DEEPEST else None
            if part is None:
                return
            slot = part
        yield Filled(entry, slot, tuple([(each, number - 1) for each, number in path]))


def _next(environment: Environment, path: list[tuple[t.Qualified, int]]) -> t.Qualified | None:
    """Take the next part of the innermost whole that has one, None if all are filled."""
    while path:
        whole, number = path.pop()
        slot = part_of(environment, whole, number)
        if slot is not None:
            path.append((whole, number + 1))
            return slot
    return None


def part_of(environment: Environment, whole: t.Qualified, number: int) -> t.Qualified | None:
    """Return the type of a part of an array, struct, union or vector, None after the last."""
    kind = whole.type
    if isinstance(kind, t.ArrayType):
        return kind.element if kind.size is None or number < kind.size else None
    if isinstance(kind, t.VectorType):
        return t.Qualified(kind.element) if number < kind.width else None
    if isinstance(kind, t.AggregateType):
        members = members_of(environment, kind)
        count = min(len(members), 1) if kind.keyword == "union" else len(members)
        return members[number].type if number < count else None
    return whole if number == 0 else None


def _is_opened(model: ItemModel, slot: t.Qualified, value: r.Expression) -> bool:
    """Tell whether a value without braces goes to the first part of its object."""
    if isinstance(value, r.InitializerList | r.StringLiteral | r.BadExpression):
        return False
    if not isinstance(slot.type, t.ArrayType | t.AggregateType):
        return False
    kind = model.types.get(value, t.UNKNOWN_QUALIFIED).type
    return not isinstance(kind, t.AggregateType | t.UnknownType)


def _designated(
    environment: Environment, whole: t.Qualified, designators: tuple[r.Designator, ...]
) -> tuple[list[tuple[t.Qualified, int]], t.Qualified] | None:
    """Return the path of designators, and the type of its end."""
    path: list[tuple[t.Qualified, int]] = []
    slot = whole
    for designator in designators:
        kind = slot.type
        if designator.member is not None and isinstance(kind, t.AggregateType):
            members = members_of(environment, kind)
            found = find_member(members, designator.member.text)
            if found is None:
                return None
            direct = next((n for n, each in enumerate(members) if each is found), len(members))
            path.append((slot, direct + 1))
            slot = found.type
        elif designator.index is not None and isinstance(kind, t.ArrayType):
            last = designator.last or designator.index
            number = integer_value(last.text) if isinstance(last, r.IntegerLiteral) else None
            path.append((slot, (number or 0) + 1))
            slot = kind.element
        else:
            return None
    return path, slot


def designated_members(
    model: ItemModel, environment: Environment
) -> Iterator[tuple[r.Word, t.Type]]:
    """Yield the words of designators in an item, each with the type that has the member."""
    for designator in model.of_kind(r.Designator):
        if designator.member is not None:
            kind = designated_whole(model, environment, designator)
            if kind is not None:
                yield designator.member, kind.type


def designated_whole(
    model: ItemModel, environment: Environment, designator: r.Designator
) -> t.Qualified | None:
    """Return the type with the part that a designator names, None if unknown."""
    entry = model.parents.get(designator)
    written = model.parents.get(entry) if isinstance(entry, r.InitializerEntry) else None
    if not isinstance(entry, r.InitializerEntry) or written is None:
        return None
    whole = list_type(model, environment, written)
    for earlier in entry.designators:
        if whole is None or earlier is designator:
            return whole
        found = _designated(environment, whole, (earlier,))
        whole = None if found is None else found[1]
    return None


def members_of(environment: Environment, kind: t.Type) -> t.Members | tuple[()]:
    """Return the members of a struct or union, which may be declared elsewhere than defined."""
    if not isinstance(kind, t.AggregateType):
        return ()
    if kind.members is None and kind.tag:
        tag = environment.tag(kind.tag)
        if tag is not None and isinstance(tag.defined, t.AggregateType):
            return tag.defined.members or ()
    return kind.members or ()
