"""The part of an object that each value of an initialiser list initialises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.queries.hints_raw import Raw
from opencl_ls.analysis.queries.slots import filled_slots, members_of
from opencl_ls.analysis.query_results import FilledPart
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.queries.hints_raw import Source
    from opencl_ls.analysis.queries.slots import Filled

_MOST_ENTRIES: Final = 1000
_Pending = list[tuple[t.Qualified, r.InitializerList]]


def filled_parts(source: Source) -> Iterator[Raw]:
    """Yield the parts of structs and arrays that values without designators initialise."""
    for written, filled in filled_lists(source):
        if len(written.entries) == 1 and _is_zero(written.entries[0].value):
            # `{ 0 }` initialises the whole.
            continue
        comma: tuple[int, int] = written.start, written.start + 1
        for each in filled:
            entry = each.entry
            name = "" if entry.designators else _named(source, each.path)
            if name:
                fact = FilledPart(entry.value.start, entry.value.end, name)
                yield Raw(fact, (), comma)
            comma = entry.start, entry.end


def _is_zero(value: r.Expression) -> bool:
    return (
        isinstance(value, r.IntegerLiteral | r.FloatLiteral)
        and value.text.rstrip("fFhuUlL.0") == ""
    )


def filled_lists(source: Source) -> Iterator[tuple[r.InitializerList, list[Filled]]]:
    """Yield the initialiser lists of an item, each with the parts that it certainly initialises.

    A list of very many values, or of lists, is a generated table: it has none.
    """
    model = source.model
    pending: _Pending = []
    for declarator in model.of_kind(r.InitDeclarator):
        symbol = model.declared.get(declarator)
        if isinstance(declarator.initializer, r.InitializerList) and symbol is not None:
            pending.append((symbol.type, declarator.initializer))
    for literal in model.of_kind(r.CompoundLiteral):
        kind = model.type_names.get(literal.type)
        if kind is not None:
            pending.append((kind, literal.initializer))
    while pending:
        whole, written = pending.pop()
        if len(written.entries) > _MOST_ENTRIES:
            continue
        certain: list[Filled] = []
        for filled in filled_slots(model, source.environment, whole, written):
            if not _is_certain(source, whole, filled):
                break
            certain.append(filled)
            if isinstance(filled.entry.value, r.InitializerList) and filled.slot is not None:
                pending.append((filled.slot, filled.entry.value))
        yield written, certain


def _is_certain(source: Source, whole: t.Qualified, filled: Filled) -> bool:
    """Tell whether the part that a value initialises is known, and so the next one."""
    value, slot = filled.entry.value, filled.slot
    if slot is None or isinstance(value, r.BadExpression):
        return False
    if isinstance(value, r.InitializerList):
        return True
    kind = source.model.types.get(value, t.UNKNOWN_QUALIFIED).type
    if isinstance(slot.type, t.AggregateType | t.ArrayType) and isinstance(kind, t.UnknownType):
        return isinstance(value, r.StringLiteral)
    # A scalar for a vector without braces: some compilers fill all its components with it.
    is_vector = isinstance(slot.type, t.VectorType) and not isinstance(whole.type, t.VectorType)
    return not is_vector or isinstance(kind, t.VectorType)


def _named(source: Source, path: Sequence[tuple[t.Qualified, int]]) -> str:
    """Return the designators of a part, "" for a component of a vector, for example."""
    name = ""
    for whole, number in path:
        if isinstance(whole.type, t.ArrayType):
            name += f"[{number}]"
        elif isinstance(whole.type, t.AggregateType):
            members = members_of(source.environment, whole.type)
            member = members[number].name if number < len(members) else ""
            name += f".{member}" if member else ""
        else:
            return ""
    return name
