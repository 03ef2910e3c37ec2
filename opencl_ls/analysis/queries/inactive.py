"""Code that conditionals exclude, and the deciding condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.query_results import InactiveCode
from opencl_ls.findings import Place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.preprocess import Unit

_OPENING: Final = ("if", "ifdef", "ifndef")
_GOING_ON: Final = ("elif", "elifdef", "elifndef")


class Region(NamedTuple):
    """Neighbouring steps of the main file that are excluded, and the bytes from start to end."""

    first: int
    last: int
    start: int
    end: int


def regions(unit: Unit) -> Iterator[Region]:
    """Yield the regions of the main file that conditionals exclude, in order.

    They are whole lines, without the directives that decide.
    """
    idle, offsets = unit.idle, unit.offsets
    first = 0
    for index in range(1, len(idle) + 1):
        if index == len(idle) or idle[index] != idle[index - 1] + 1:
            begin, end = idle[first], idle[index - 1] + 1
            yield Region(begin, end, offsets[begin], offsets[end])
            first = index


def inactive_regions(unit: Unit) -> tuple[Place, ...]:
    """Return the places of the main file that conditionals exclude, whole lines each."""
    return tuple(Place(unit.path, region.start, region.end) for region in regions(unit))


def inactive_at(unit: Unit, offset: int) -> InactiveCode | None:
    """Return why the code at a byte of the main file is excluded, None if it is active."""
    for region in regions(unit):
        if region.start <= offset < region.end:
            return _described(unit, region)
    return None


def _described(unit: Unit, region: Region) -> InactiveCode:
    place = Place(unit.path, region.start, region.end)
    number = region.first - 1
    directive = _directive(unit, number)
    if directive in _OPENING:
        return InactiveCode(place, _place(unit, number), is_taken=False)
    mark = unit.steps[number].checkpoint.conditionals if number >= 0 else None
    if directive in _GOING_ON and mark is not None and not mark.taken:
        return InactiveCode(place, _place(unit, number), is_taken=False)
    taken = _taken_before(unit, number) if directive in (*_GOING_ON, "else") else -1
    return InactiveCode(place, None if taken < 0 else _place(unit, taken), is_taken=True)


def _taken_before(unit: Unit, number: int) -> int:
    """Return the step of the directive whose group was chosen before the one at a step; or -1."""
    depth, steps = 0, unit.steps
    for each in range(number - 1, -1, -1):
        kind = _directive(unit, each)
        if kind == "endif":
            depth += 1
        elif depth and kind in _OPENING:
            depth -= 1
        elif not depth and kind in (*_OPENING, *_GOING_ON):
            # The stack of conditions after it shows whether its own was true.
            conditions = steps[each + 1].checkpoint.conditionals
            if conditions is not None and conditions.active:
                return each
            if kind in _OPENING:
                break
    return -1


def _directive(unit: Unit, number: int) -> str:
    chunk = unit.steps[number].chunk if 0 <= number < len(unit.steps) else None
    return chunk.directive.kind if chunk is not None and chunk.is_directive else ""


def _place(unit: Unit, number: int) -> Place:
    """Return the directive of a step, without the blanks and the line end around it."""
    start, text = unit.offsets[number], unit.steps[number].chunk.text
    first = len(text) - len(text.lstrip())
    return Place(unit.path, start + first, start + len(text.rstrip()))
