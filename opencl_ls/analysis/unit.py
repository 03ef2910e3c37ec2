"""One state of a translation unit: its preprocessed text as a row of slots."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from opencl_ls.analysis.environment import Declarations
from opencl_ls.analysis.lazy_functions import declaring
from opencl_ls.analysis.places import PieceMap
from opencl_ls.analysis.pragmas import PragmaState
from opencl_ls.analysis.slots import Level, Slot, UnitItem, UnitItems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from opencl_ls.analysis.checking import UnitFindings
    from opencl_ls.analysis.groups import ItemGroups
    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.analysis.pragmas import PragmaState
    from opencl_ls.findings import Place
    from opencl_ls.preprocess import Unit
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.settings.target import Target

__all__ = ["AnalysedUnit", "UnitItem"]


class AnalysedUnit:
    """One state of a unit: its slots, and the names that they declare.

    `stale` holds the items that are still to be analysed, by number: their slots are those of an
    earlier state.  `unfinished` are the numbers of the slots that are stale or not CHECKED; a state
    with any is provisional.  Its names and findings may be shown.  An answer about a place needs
    the item at the place, and the items that declare what it names.

    One field is filled later: `findings`, by `checking.check`.
    """

    def __init__(
        self,
        unit: Unit,
        groups: ItemGroups,
        slots: list[Slot],
        target: Target,
        pragmas: PragmaState,
        *,
        stale: Mapping[int, SourceItem] | None = None,
        unfinished: list[int] | None = None,
        models: list[ItemModel] | None = None,
        declarations: Declarations | None = None,
    ) -> None:
        self.unit = unit
        self.groups = groups
        self.slots = slots
        self.target = target
        self.pragmas = pragmas
        self.stale = {} if stale is None else stale
        if unfinished is None:
            unfinished = [n for n, slot in enumerate(slots) if slot.level is not Level.CHECKED]
        self.unfinished = sorted({*unfinished, *self.stale}) if self.stale else unfinished
        self.models = [slot.analysed.model for slot in slots] if models is None else models
        self.declarations = Declarations(self.models) if declarations is None else declarations
        self.items = UnitItems(slots, groups, self.stale)
        self.places = PieceMap(unit)
        self.findings: UnitFindings | None = None

    def replaced(self, slots: Mapping[int, Slot]) -> AnalysedUnit:
        """Return this state with other slots at some numbers, which declare the same."""
        row, models = list(self.slots), list(self.models)
        for number, slot in slots.items():
            row[number], models[number] = slot, slot.analysed.model
        return AnalysedUnit(
            self.unit,
            self.groups,
            row,
            self.target,
            self.pragmas,
            stale=self.stale,
            unfinished=[n for n in self.unfinished if row[n].level is not Level.CHECKED],
            models=models,
            declarations=self.declarations,
        )

    @property
    def is_provisional(self) -> bool:
        """Whether a slot is stale or not CHECKED."""
        return bool(self.unfinished)

    def at_level(self, level: Level) -> list[int]:
        """Return the numbers of the slots at a level below CHECKED, ascending."""
        return [number for number in self.unfinished if self.slots[number].level is level]

    @property
    def unread(self) -> list[int]:
        """The numbers of the functions of which only the head is known."""
        return self.at_level(Level.HEAD)

    def start_of(self, number: int) -> int:
        """Return the byte of the main file at which the text of an item starts; -1 in a header."""
        item = self.items[number]
        piece = _begin(item)
        return self.unit.start_of(piece) if self.unit.pieces[piece].start < 0 else -1

    def place(self, item: UnitItem, start: int, end: int) -> Place:
        """Return the place in a file of a stretch of an item."""
        return self.places.place(item.source, item.first_piece, start, end)

    def item_at(self, path: str, offset: int) -> tuple[int, int] | None:
        """Return the number of the item that a byte of a file is a part of, and its offset there.

        Inside the arguments of a macro's invocation, it is what they became in its expansion.
        """
        for number in self.items_around(path, offset):
            item = self.items[number]
            at = self.places.inside(item.source, item.first_piece, path, offset)
            if at is not None:
                return number, at
        return None

    def items_between(self, start: int, end: int) -> range:
        """Return the numbers of items outside of which none is made from these bytes of the file.

        They are bytes of the main file, `end` included.
        """
        path = self.unit.path
        return range(self.items_around(path, start).start, self.items_around(path, end).stop)

    def items_around(self, path: str, offset: int) -> range:
        """Return the numbers of items outside of which none is made from a byte of a file."""
        unit = self.unit
        if path != unit.path or path in unit.files:
            return range(len(self.items))
        chunk, counts = unit.offsets.last_up_to(offset), unit.piece_counts
        begin, end = counts[chunk], counts[min(chunk + 1, len(counts) - 1)]
        start = bisect_left(self.items, begin, key=_last_piece)
        return range(start, bisect_left(self.items, end, lo=start, key=_first_piece))

    def items_touching(self, start: int, end: int) -> range:
        """Return the numbers of the items that touch a stretch of the main file.

        Some of those that share a piece with an end of it may be outside of it.
        """
        unit = self.unit
        if not unit.chunks:
            return range(0)
        last_chunk = len(unit.chunks) - 1
        first = min(unit.offsets.last_up_to(max(0, start)), last_chunk)
        # A boundary belongs to the chunk before it as well.
        if first and unit.offsets[first] == start:
            first -= 1
        last = min(unit.offsets.last_up_to(max(0, end)), last_chunk)
        begin, stop = unit.piece_counts[first], unit.piece_counts[last + 1]
        number = bisect_left(self.items, begin, key=_last_piece)
        end_number = number
        while end_number < len(self.items) and _begin(self.items[end_number]) < stop:
            end_number += 1
        return range(number, end_number)

    def declarer(self, symbol: Symbol) -> tuple[UnitItem, Symbol] | None:
        """Return the item that declares a symbol, and the symbol as that item has it now.

        A model that was carried over names the symbols of the time when it was made; the present
        ones mean the same.
        """
        numbers = (
            *self.declarations.names.get(symbol.name, ()),
            *self.declarations.tags.get(symbol.name, ()),
        )
        for number in numbers:
            model = declaring(self.models[number])
            for own in (model.exports.get(symbol.name), model.exported_tags.get(symbol.name)):
                # Items of one text may share their symbols: the first of them is taken for all.
                if own is symbol or (
                    type(own) is type(symbol) and own.fingerprint == symbol.fingerprint
                ):
                    return self.items[number], own
        # What remains are parameters and members, of this state or of an earlier one.
        for number, model in enumerate(self.models):
            own = declaring(model).declared_as(symbol)
            if own is not None:
                return self.items[number], own
        return None


def _first_piece(item: UnitItem) -> int:
    return item.first_piece


def _last_piece(item: UnitItem) -> int:
    slices = item.source.slices
    return item.first_piece + (slices[-1].piece if slices else 0)


def _begin(item: UnitItem) -> int:
    slices = item.source.slices
    return item.first_piece + (slices[0].piece if slices else 0)
