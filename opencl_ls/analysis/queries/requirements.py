"""The needs of kernels and of all that they name, directly or not, each with what asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.analysis.need_results import NeedReason, ProgramNeeds, ReachedError, UseStep
from opencl_ls.analysis.queries.hints_raw import Source
from opencl_ls.analysis.queries.needs import VERSIONS, needs_of, ways
from opencl_ls.analysis.query_results import Way
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.queries.needs import Need, Needed
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.findings import Finding, Place


class _Use(NamedTuple):
    """The name through which an item is reached, and the number of the item that uses it."""

    user: int
    name: str


_Reached = dict[int, _Use | None]
"""The items that are reached from one, by number, the nearest first; None for the first."""


def ways_of(program: Program, number: int) -> tuple[Way, ...]:
    """Return the ways for an item and all that it names, directly or not; () if one is broken."""
    found: set[Need] = set()
    for each in _reached(program, number):
        if _is_broken(program, each):
            return ()
        found.update(needed.need for needed in _needs(program, each))
    return ways(found)


def kernel_needs(program: Program, name: str) -> ProgramNeeds | None:
    """Return the needs of the kernel of a name, None if the unit defines no such kernel."""
    for number in program.unit.declarations.names.get(name, ()):
        for symbol in _kernels_of(program, number):
            if symbol.name == name:
                return _of_kernel(program, number, symbol, [])
    return None


def program_needs(program: Program, errors: Sequence[Finding]) -> tuple[ProgramNeeds, ...]:
    """Return the needs of the whole unit, whose name is "", and then those of each kernel.

    Each comes with those of `errors` that are in its items, or in none.  It needs a complete
    analysis.
    """
    placed = _by_item(program, errors)
    everything: _Reached = dict.fromkeys(range(len(program.unit.items)))
    kernels = [
        _of_kernel(program, number, symbol, placed)
        for number in everything
        for symbol in _kernels_of(program, number)
    ]
    return (_collected(program, "", None, everything, placed), *kernels)


def _kernels_of(program: Program, number: int) -> Iterator[s.Function]:
    """Yield the kernels that an item defines."""
    for symbol in program.model(number).declared.values():
        if isinstance(symbol, s.Function) and symbol.is_kernel and symbol.definition is not None:
            yield symbol


def _of_kernel(program: Program, number: int, symbol: s.Function, errors: _Placed) -> ProgramNeeds:
    place = program.place(number, symbol.word.start, symbol.word.end)
    return _collected(program, symbol.name, place, _reached(program, number), errors)


def _reached(program: Program, number: int) -> _Reached:
    """Return an item and all that it names, directly or not, by the shortest way."""
    unit = program.unit
    found: _Reached = {number: None}
    pending = [number]
    for current in pending:
        model = unit.items[current].analysed.model
        named = [(name, unit.declarations.names.get(name, ())) for name in model.uses]
        named += [(tag, unit.declarations.tags.get(tag, ())) for tag in model.tag_uses]
        for name, numbers in named:
            for each in numbers:
                if each not in found:
                    found[each] = _Use(current, name)
                    pending.append(each)
    return found


def _is_broken(program: Program, number: int) -> bool:
    item = program.unit.items[number]
    record = item.analysed.model.item
    return bool(item.unread or record.problems or record.recovered)


def _needs(program: Program, number: int) -> tuple[Needed, ...]:
    item = program.unit.items[number]
    source = Source(
        item.analysed.model,
        program.environment(number),
        item.analysed.target,
        program.unit.unit,
        item.source,
        item.first_piece,
    )
    return needs_of(item.analysed.model, source)


_Placed = list[tuple[int | None, "Finding"]]
"""Findings with the numbers of their items, None for one outside of items."""


def _by_item(program: Program, errors: Sequence[Finding]) -> _Placed:
    found = [(program.unit.item_at(each.place.file, each.place.start), each) for each in errors]
    return [(None if position is None else position[0], each) for position, each in found]


def _collected(
    program: Program,
    name: str,
    place: Place | None,
    reached: _Reached,
    errors: _Placed,
) -> ProgramNeeds:
    found: dict[Need, NeedReason] = {}
    for number in reached:
        for needed in _needs(program, number):
            if needed.need not in found:
                found[needed.need] = NeedReason(
                    needed.words,
                    program.place(number, needed.start, needed.end),
                    _path(program, reached, number),
                    _all_ways(needed.need),
                )
    return ProgramNeeds(
        name,
        place,
        tuple(found.values()),
        tuple(
            ReachedError(error, () if number is None else _path(program, reached, number))
            for number, error in errors
            if number is None or number in reached
        ),
        not any(_is_broken(program, number) for number in reached),
    )


def _all_ways(need: Need) -> tuple[Way, ...]:
    return tuple(
        Way(int(version), tuple(sorted(each.extensions)), tuple(sorted(each.features)))
        for version, each in zip(VERSIONS, need, strict=True)
        if each is not None
    )


def _path(program: Program, reached: _Reached, number: int) -> tuple[UseStep, ...]:
    """Return the uses that lead to an item, the outermost first."""
    steps: list[UseStep] = []
    use = reached[number]
    while use is not None:
        steps.append(_step(program, use))
        use = reached[use.user]
    return tuple(reversed(steps))


def _step(program: Program, use: _Use) -> UseStep:
    model = program.model(use.user)
    for record, symbol in model.references.items():
        if symbol is not None and symbol.name == use.name:
            above = model.parents.get(record)
            is_call = isinstance(above, r.Call) and above.callee is record
            return UseStep(use.name, program.place(use.user, record.start, record.end), is_call)
    return UseStep(use.name, program.place(use.user, 0, 0), False)
