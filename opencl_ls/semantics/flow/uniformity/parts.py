"""Variables by their parts: the members, components and elements that are distinguished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.types.components import components
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_MOST_ELEMENTS: Final = 16


class Part(NamedTuple):
    """A part of a variable: `path` joins members, components and indices by dots, "" is the whole.

    If the place is only somewhere in it, `certain` is False. `type` is the type of the part,
    `indices` are those that lead to the place.
    """

    symbol: Symbol
    path: str
    certain: bool
    type: t.Type
    indices: tuple[r.Expression, ...]


def part_named(model: ItemModel, record: r.Expression) -> Part | None:
    """Return the part of a variable that an expression names, None for other memory."""
    steps: list[tuple[str, t.Type]] = []
    indices: list[r.Expression] = []
    record = unwrapped(record)
    kind = model.type_of(record).type
    while not isinstance(record, r.Name):
        if isinstance(record, r.Member) and not record.arrow:
            steps.append((_member(model, record), kind))
            record = unwrapped(record.base)
        elif isinstance(record, r.Index):
            base = unwrapped(record.base)
            if isinstance(model.type_of(base).type, t.PointerType | t.UnknownType):
                return None
            number = fixed_values(model).integer(record.index)
            steps.append(("" if number is None else str(number), kind))
            indices.append(record.index)
            record = base
        else:
            return None
        kind = model.type_of(record).type
    symbol = model.references.get(record)
    if symbol is None:
        return None
    path: list[str] = []
    for name, inner in reversed(steps):
        if not name:
            return Part(symbol, ".".join(path), False, kind, tuple(indices))
        path.append(name)
        kind = inner
    return Part(symbol, ".".join(path), True, kind, tuple(indices))


def below(path: str, name: str) -> str:
    """Return the path of a part of a part."""
    return f"{path}.{name}" if path else name


def is_within(inner: str, path: str) -> bool:
    """Tell whether a path is within another one, or the same."""
    return not path or inner == path or inner.startswith(f"{path}.")


def around(path: str) -> Iterator[str]:
    """Yield the paths of the parts around a part, innermost first."""
    while path:
        path = path.rpartition(".")[0]
        yield path


def member_names(model: ItemModel, record: r.Member) -> list[str]:
    """Return the names of the members or components that `.member` means, in one spelling."""
    kind = model.type_of(record.base).type
    if isinstance(kind, t.VectorType):
        indices = components(record.member.text, kind.width).indices
        return [str(index) for index in indices] or [record.member.text]
    return [record.member.text]


def listed(
    model: ItemModel, kind: t.Type, values: r.InitializerList
) -> list[tuple[str, t.Type, r.Expression | None]] | None:
    """Return the members or elements with their values in a list, None if it is not understood.

    A member without a value in the list is zero.
    """
    parts = _parts(kind, len(values.entries))
    given: dict[int, r.Expression] = {}
    position = 0
    for entry in values.entries:
        if entry.designators:
            found = _designated(model, parts, entry)
            if found is None:
                return None
            position = found
        if position >= len(parts) or not _is_whole(model, parts[position][1], entry.value):
            return None
        given[position] = entry.value
        position += 1
    return [(name, inner, given.get(index)) for index, (name, inner) in enumerate(parts)]


def _parts(kind: t.Type, given: int) -> list[tuple[str, t.Type]]:
    """Return the members or elements of a type; an unsized array has as many as are given."""
    if isinstance(kind, t.ArrayType):
        size = given if kind.size is None else kind.size
        return [(str(i), kind.element.type) for i in range(size)] if size <= _MOST_ELEMENTS else []
    if isinstance(kind, t.AggregateType) and kind.keyword == "struct" and kind.members:
        if all(member.name for member in kind.members):
            return [(member.name, member.type.type) for member in kind.members]
    return []


def _designated(
    model: ItemModel, parts: list[tuple[str, t.Type]], entry: r.InitializerEntry
) -> int | None:
    designator = entry.designators[0]
    if len(entry.designators) > 1 or designator.last is not None:
        return None
    if designator.member is not None:
        wanted = designator.member.text
    else:
        wanted = str(fixed_values(model).integer(designator.index))
    return next((index for index, (name, _) in enumerate(parts) if name == wanted), None)


def _is_whole(model: ItemModel, kind: t.Type, value: r.Expression) -> bool:
    """Tell whether a value in a list is for a whole part, and not for the first of its members."""
    if not isinstance(kind, t.ArrayType | t.AggregateType | t.VectorType):
        return not isinstance(value, r.InitializerList)
    return isinstance(value, r.InitializerList) or model.type_of(value).type == kind


def _member(model: ItemModel, record: r.Member) -> str:
    """Return the name of the one member or component that is meant, "" for several.

    The members of a union are one place.
    """
    names = member_names(model, record)
    kind = model.type_of(record.base).type
    if isinstance(kind, t.AggregateType):
        is_own = kind.members is None or any(each.name == names[0] for each in kind.members)
        if kind.keyword == "union" or not is_own:
            return ""
    return names[0] if len(names) == 1 else ""
