"""Reports of races, shared by the rules about local and global memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Elsewhere, Ranged, UnitContext
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.macros.undefined_macros import has_host_macros
from opencl_ls.semantics.memory.interleaving.terms import (
    ITEM,
    SHARED,
    AnyOf,
    of,
    terms_in,
    unknowns_in,
)
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.semantics.memory.interleaving.accesses import Access, NullAccess
    from opencl_ls.semantics.memory.interleaving.lock_step import LockStep
    from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis, Race
    from opencl_ls.semantics.memory.interleaving.terms import Constraint, Term, Unknown
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_LOOPS: Final = ("for", "while", "do", "")
_OF_GROUPS: Final = frozenset(("get_group_id", "get_num_groups"))


def report_races(context: UnitContext, space: str) -> None:
    """Report the races in memory of one address space that no more special rule reports.

    A race that needs a value from outside the program is a hint, and so are one in a kernel that
    may be for one work-item and one among work-items in lock step.  One defect is one report: of
    the races at one write, and of those within a group and between groups, the first certain one.
    """
    kept: dict[tuple[object, ...], _Judged] = {}
    in_group: dict[tuple[int, Symbol], bool] = {}
    for item, analysis in context.kernels:
        is_for_many = _is_for_many(analysis)
        for race in analysis.races:
            if race.first.space != space or not is_plain(race):
                continue
            key = item, _write(race).record, race.other_group
            from opencl_ls.semantics.memory.interleaving.lock_step import (  # noqa: PLC0415 - rare
                lock_step,
            )

            step = lock_step(race)
            certain = is_for_many and step is None and is_certain(race)
            if key not in kept or (certain and not kept[key].is_certain):
                kept[key] = _Judged(item, race, certain, step)
            if not race.other_group:
                owner = item, race.first.symbol
                in_group[owner] = in_group.get(owner, False) or certain
    for each in kept.values():
        owner = each.item, each.race.first.symbol
        known = in_group.get(owner) if each.race.other_group else None
        if known is None or (each.is_certain and not known):
            _report(context, each)


class _Judged(NamedTuple):
    """A race in the kernel of an item, and whether it comes about in each legal launch.

    `step` is the lock step that rules it out on some devices, None where there is none.
    """

    item: int
    race: Race
    is_certain: bool
    step: LockStep | None


def _is_for_many(analysis: KernelAnalysis) -> bool:
    """Tell whether a kernel is certainly for several work-items, as its text says.

    It names a size, synchronises, has local memory, or a place, a value or a condition in it
    depends on an id.  Others may be tasks, which the host launches with one work-item.
    """
    if len(analysis.intervals) > 1 or required_sizes(analysis.asked[0], analysis.kernel):
        return True
    return any(
        access.space == t.LOCAL
        or any(term.scope != SHARED for term in _place(access))
        or any(term.scope == ITEM for term in _means(access))
        for interval in analysis.intervals
        for access in interval.accesses
    )


def _means(access: Access) -> Iterator[Term]:
    """Yield the conditions of an access, and what decides the value that it stores."""
    yield from terms_in(access.path)
    if access.value is not None:
        for each in access.value.factors:
            yield from (of(each),) if each.made_of is None else each.made_of


def _write(race: Race) -> Access:
    return race.first if race.first.is_write else race.second


def is_plain(race: Race) -> bool:
    """Tell whether the general rules report a race.

    They leave those that a barrier with other flags is between, those with a copy by the group, but
    for copies of two groups, and the initialisation of atomic objects.
    """
    sides = (race.first, race.second)
    if any(each.by_group for each in sides):
        return race.other_group and all(each.by_group for each in sides)
    return not any(each.fence is not None or _initialises(each) for each in sides)


def is_initialisation(race: Race) -> bool:
    """Tell whether nothing is between the initialisation of an atomic object and its use."""
    sides = (race.first, race.second)
    if any(each.fence is not None for each in sides):
        return False
    return any(map(_initialises, sides)) and any(each.is_atomic for each in sides)


def _initialises(access: Access) -> bool:
    record = access.record
    return isinstance(record, r.Call) and builtin_name(access.model, record) == "atomic_init"


def _report(context: UnitContext, judged: _Judged) -> None:
    """Report a race in the item of its kernel, at the write where that is in the kernel."""
    from opencl_ls.semantics.memory.interleaving.wording import race_words  # noqa: PLC0415 - rare

    item, race, is_certain, step = judged
    model = context.models[item]
    first, second = race.first, race.second
    if not first.is_write or (first.model is not model and second.model is model):
        first, second = second, first
    related = _path(race, first, second, model)
    if step is not None and first.model is model:
        reason = f"this fence is enough only where {step.items} work-items run in lock step"
        related.append((step.fence, reason))
    context.report(
        item,
        own_range(first, model),
        race_words(race),
        related=related,
        severity=None if is_certain else Severity.HINT,
    )


def _path(race: Race, first: Access, second: Access, model: ItemModel) -> list[tuple[Ranged, str]]:
    """Return the places on the way from one access of a race to the other."""
    from opencl_ls.semantics.memory.interleaving.wording import action  # noqa: PLC0415 - rare

    places: list[tuple[Ranged, str]] = []
    if first.model is not model:
        places.append((range_of(first, model), f"it {action(first)} '{first.symbol.name}' here"))
    if race.loop is not None and race.loop.model is model:
        start = race.loop.record.start
        word = next(each for each in _LOOPS if model.item.text.startswith(each, start))
        places.append(((start, start + len(word)), "in another round of this loop"))
    if second.calls and second.calls[0].model is model and second.model is not first.model:
        places.append((second.calls[0].record, "by this call"))
    if second is not first:
        places.append((range_of(second, model), f"it {action(second)} '{second.symbol.name}' here"))
    return places


def is_certain(race: Race) -> bool:
    """Tell whether a race comes about in each legal launch, for usual arguments of the kernel.

    An argument that only has to be large enough, such as the bound of a loop, is usual, and one
    that moves both accesses alike does not matter.  A race between groups at a place that is the
    same for these groups is not certain, unless the kernel asks for its group and does not store
    data: it may be for one.
    Nor is one in an item that names macros of the host's, which may be sizes.
    """
    if any(has_host_macros(each.model) for each in (race.first, race.second)):
        return False
    if race.other_group and not _is_for_groups(race):
        return False
    sides = (race.first, race.second)
    terms = [term for side in sides for term in (*_place(side), *terms_in(side.path))]
    unknowns = unknowns_in(terms)
    # The facts of an argument itself are the range of its type.
    derived = (each.facts for each in unknowns if not each.needs)
    facts = [fact for row in (*(side.path for side in sides), *derived) for fact in row]
    return all(
        not each.is_opaque and _moves_alike(each, race) and _holds_if_large(each, facts)
        for each in unknowns
        if each.needs
    )


def _is_for_groups(race: Race) -> bool:
    """Return whether a kernel is for several groups, in the dimension of those of a race.

    One that stores data at one place, and not its group's own, may be for one group.
    """
    one, other = race.witness.first, race.witness.second
    differing = {each for each in race.launch.groups if one.get(each) != other.get(each)}
    sides = (race.first, race.second)
    if not any(
        differing.isdisjoint(unknowns_in([*_place(side), *terms_in(side.path)])) for side in sides
    ):
        return True
    values = [side.value for side in sides if side.value is not None]
    if any(each.is_opaque for value in values for each in value.factors):
        return False
    return any(site.callee in _OF_GROUPS for site in race.first.model.calls)


def own_range(access: Access | NullAccess, model: ItemModel) -> Ranged:
    """Return the place of an access in the item of its kernel, or of the call that leads to it."""
    if access.model is model:
        return access.record
    if access.calls and access.calls[0].model is model:
        return access.calls[0].record
    word = race_kernel(model).word
    return word.start, word.end


def range_of(access: Access | NullAccess, model: ItemModel) -> Ranged:
    """Return the place of an access, which may be in a function that the kernel calls."""
    if access.model is model:
        return access.record
    for symbol in access.model.exports.values():
        if isinstance(symbol, Function):
            return Elsewhere(symbol, access.record)
    return race_kernel(model)


def copy_severity(race: Race) -> Severity | None:
    """Return the level of a race with a copy, by what decides where the two accesses meet.

    That is a hint for an argument of the kernel, and nothing is reported for data.  Whether the two
    are made is left to the conditions around them.
    """
    unknowns = unknowns_in((race.first.offset, race.second.offset))
    if any(each.is_opaque for each in unknowns):
        return None
    return Severity.HINT if any(each.needs for each in unknowns) else Severity.WARNING


def race_kernel(model: ItemModel) -> Symbol:
    """Return the kernel that an item defines."""
    return next(each for each in model.exports.values() if isinstance(each, Function))


def _place(access: Access) -> list[Term]:
    return [access.offset, *access.coordinates]


def _moves_alike(argument: Unknown, race: Race) -> bool:
    places = zip(_place(race.first), _place(race.second), strict=False)
    return all(
        one.factors.get(argument, 0) == other.factors.get(argument, 0) for one, other in places
    )


def _holds_if_large(argument: Unknown, facts: Iterable[Constraint | AnyOf]) -> bool:
    """Tell whether facts hold for each value of an argument from some on."""
    for each in facts:
        if isinstance(each, AnyOf):
            if not any(_holds_if_large(argument, way) for way in each.alternatives):
                return False
        elif argument in each.term.factors and (each.equal or each.term.factors[argument] < 0):
            return False
    return True
