"""What of the body of a kernel a run through it asks for again and again, found in one pass."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics.flow.uniformity.sources import collective
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.model.extents import Extents
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Container

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol


class Part(NamedTuple):
    """What stands below a record: the variables stored to, those asked for, and what else counts.

    It `meets` where something may bring work-items together or is not understood, and `jumps` where
    something may leave it by another way than its end.
    """

    stored: tuple[Symbol, ...]
    used: tuple[Symbol, ...]
    meets: bool
    jumps: bool


class Marks:
    """The records of a body that matter to a run through it, by their numbers in the item.

    `stored` are the variables that the body stores to after they were declared.
    """

    def __init__(self, model: ItemModel, body: r.Compound, uses: Container[Symbol]) -> None:
        self._extents = Extents(model)
        self._parts: dict[r.Record, Part] = {}
        self._numbers: list[int] = []
        self._parts_of_one: list[Part] = []
        self._exits: list[tuple[int, int, r.Statement]] = []
        start, end = self._extents.of(body)
        loops: list[tuple[int, int]] = []
        for number in range(start, end):
            each = model.events[number]
            if type(each) not in _LOOKED_AT:
                continue
            part = _part_of(model, each, uses)
            if part is not None:
                self._numbers.append(number)
                self._parts_of_one.append(part)
            if isinstance(each, _EXITS):
                while loops and loops[-1][1] <= number:
                    loops.pop()
                is_inner = loops and isinstance(each, r.Break | r.Continue)
                self._exits.append((number, loops[-1][0] if is_inner else -1, each))
            elif isinstance(each, _LOOPS):
                while loops and loops[-1][1] <= number:
                    loops.pop()
                loops.append(self._extents.of(each))
        self.stored = frozenset(_summed(self._parts_of_one).stored)

    def part(self, record: r.Record) -> Part:
        """Return what stands below a record."""
        known = self._parts.get(record)
        if known is None:
            start, end = self._extents.of(record)
            first = bisect_left(self._numbers, start)
            last = bisect_left(self._numbers, end, first)
            known = self._parts[record] = _summed(self._parts_of_one[first:last])
        return known

    def is_plain(self, record: r.Record) -> bool:
        """Tell whether nothing below a record matters: to carry it out would change nothing."""
        start, end = self._extents.of(record)
        first = bisect_left(self._numbers, start)
        return first == len(self._numbers) or self._numbers[first] >= end

    def leaves(self, record: r.Statement | None) -> list[r.Statement]:
        """Return the statements below by which a run leaves, besides those of inner loops."""
        if record is None or not self._exits:
            return []
        start, end = self._extents.of(record)
        return [each for number, loop, each in self._exits if loop < start <= number < end]


def _summed(parts: list[Part]) -> Part:
    stored: dict[Symbol, None] = {}
    used: dict[Symbol, None] = {}
    meets = jumps = False
    for part in parts:
        stored |= dict.fromkeys(part.stored)
        used |= dict.fromkeys(part.used)
        meets = meets or part.meets
        jumps = jumps or part.jumps
    return Part(tuple(stored), tuple(used), meets, jumps)


def _part_of(model: ItemModel, record: r.Record | Symbol, uses: Container[Symbol]) -> Part | None:
    """Return the effects of one record alone, None where it has none."""
    if type(record) is r.Name:
        symbol = model.references.get(record)
        if symbol is None:
            return _MEETING if is_host_macro(model, record) else None
        return Part((), (symbol,), False, False) if symbol in uses else None
    if type(record) is r.Call:
        return _MEETING if is_meeting(model, record) else None
    if isinstance(record, _STORING):
        symbol = model.references.get(_stored(record))  # type: ignore[arg-type]
        return None if symbol is None else Part((symbol,), (), False, False)
    if isinstance(record, _UNCLEAR):
        return _JUMPING if isinstance(record, r.Goto | r.Label) else _MEETING
    return _LEAVING if type(record) is r.Return else None


def is_meeting(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call may bring work-items together, or is of a function of the program."""
    name = builtin_name(model, call)
    return not name or collective(name) is not None or "fence" in name or "barrier" in name


def _stored(record: r.Assignment | r.Unary | r.Postfix) -> r.Expression | None:
    """Return the variable that a record stores to, or takes the address of."""
    place: r.Expression | None = None
    if type(record) is r.Assignment:
        place = record.left
    elif record.operator in ("++", "--", "&"):
        place = record.operand
    while isinstance(place, r.Parenthesized | r.Member):
        place = place.inner if type(place) is r.Parenthesized else place.base
    return place


_MEETING: Final = Part((), (), True, False)
_JUMPING: Final = Part((), (), True, True)
_LEAVING: Final = Part((), (), False, True)
_STORING: Final = (r.Assignment, r.Unary, r.Postfix)
_EXITS: Final = (r.Return, r.Goto, r.Break, r.Continue)
_LOOPS: Final = (r.For, r.While, r.DoWhile, r.Switch)
_UNCLEAR: Final = (r.Label, r.Goto, r.Assembly, r.BadStatement, r.BlockLiteral)
_LOOKED_AT: Final = {r.Name, r.Call, *_STORING, *_UNCLEAR, *_EXITS, *_LOOPS}
