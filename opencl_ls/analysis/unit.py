"""One state of a translation unit: a list of slots, each an item at a level of analysis."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from opencl_ls.analysis.environment import Declarations
from opencl_ls.analysis.lazy_functions import declaring
from opencl_ls.analysis.places import PieceMap
from opencl_ls.offsets import still

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from opencl_ls.analysis.checking import UnitFindings
    from opencl_ls.analysis.groups import ItemGroups
    from opencl_ls.analysis.item_cache import AnalysedItem
    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.analysis.pragmas import PragmaState
    from opencl_ls.findings import Place
    from opencl_ls.preprocess import Unit
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.settings.target import Target


class Level(IntEnum):
    """How far an item is analysed in a state; a state is complete when all slots are CHECKED."""

    HEAD = 0
    """Only the head of a function is known."""
    BOUND = 1
    """Names and types are known; the rules have not run."""
    CHECKED = 2
    """The findings of the rules count; they are computed when findings are first asked for."""


class Slot(Struct, eq=False, frozen=True):
    """One item of a unit.

    A slot does not know its position, so an edit elsewhere leaves it the same object.  States are
    compared by the identity of their slots.
    """

    source: SourceItem
    analysed: AnalysedItem
    level: Level


class SlotRow(NamedTuple):
    """The slots of a state, their models, and the numbers of those at level HEAD and at BOUND."""

    slots: list[Slot]
    models: list[ItemModel]
    unread: list[int]
    unchecked: list[int]

    @classmethod
    def of(cls, slots: list[Slot]) -> SlotRow:
        """Return a row of which all slots are looked at."""
        models = [slot.analysed.model for slot in slots]
        unread = [number for number, slot in enumerate(slots) if _is_unread(slot)]
        unchecked = [number for number, slot in enumerate(slots) if _is_unchecked(slot)]
        return cls(slots, models, unread, unchecked)

    def spliced(self, first: int, last: int, new: Sequence[Slot]) -> SlotRow:
        """Return the row with `new` slots in place of those from `first` to `last`."""
        slots = [*self.slots[:first], *new, *self.slots[last:]]
        models = [slot.analysed.model for slot in new]
        change = (first, last - first, len(new))
        return SlotRow(
            slots,
            [*self.models[:first], *models, *self.models[last:]],
            still(self.unread, slots, change, _is_unread),
            still(self.unchecked, slots, change, _is_unchecked),
        )

    def raised(self, checked: Mapping[int, Slot]) -> SlotRow:
        """Return the row with CHECKED slots at some numbers."""
        slots, models = list(self.slots), list(self.models)
        for number, slot in checked.items():
            slots[number], models[number] = slot, slot.analysed.model
        unread = [number for number in self.unread if number not in checked]
        unchecked = [number for number in self.unchecked if number not in checked]
        return SlotRow(slots, models, unread, unchecked)


def _is_unread(slot: Slot) -> bool:
    return slot.level is Level.HEAD


def _is_unchecked(slot: Slot) -> bool:
    return slot.level is Level.BOUND


class UnitItem(Struct, eq=False, frozen=True):
    """A slot at its position in one state: the number of the first piece of its group.

    `unread` is true if only the head of the function is known, `stale` if the text or a name that
    it uses has changed, so that this is the item of an earlier state.
    """

    source: SourceItem
    first_piece: int
    analysed: AnalysedItem
    unread: bool
    stale: bool


class UnitItems(Sequence[UnitItem]):
    """The items of a state in their order, made from its slots on demand."""

    __slots__ = ("_groups", "_slots", "_stale")

    def __init__(self, slots: list[Slot], groups: ItemGroups, stale: Container[int]) -> None:
        self._slots = slots
        self._groups = groups
        self._stale = stale

    def __len__(self) -> int:
        return len(self._slots)

    def __getitem__(self, number: int) -> UnitItem:  # type: ignore[override]
        """Return the item of a number, counted from the end if negative; raises IndexError."""
        slot = self._slots[number]
        if number < 0:
            number += len(self._slots)
        return self._item(slot, number, self._groups.piece_of(number))

    def __iter__(self) -> Iterator[UnitItem]:
        for number, first_piece in enumerate(self._groups.first_pieces()):
            yield self._item(self._slots[number], number, first_piece)

    def _item(self, slot: Slot, number: int, first_piece: int) -> UnitItem:
        unread, stale = slot.level is Level.HEAD, number in self._stale
        return UnitItem(slot.source, first_piece, slot.analysed, unread, stale)


class AnalysedUnit:
    """One state of a unit: its slots, and the names that they declare.

    `row` holds the slots.  `stale` holds the items that are still to be analysed, by number: their
    slots are those of an earlier state.  Where a slot is stale or not CHECKED, the state is
    provisional.  Its names and findings may be shown.  An answer about a place needs the item at
    the place, and the items that declare what it names.

    One field is filled later: `findings`, by `checking.check`; once more if races were left out.
    """

    def __init__(
        self,
        unit: Unit,
        groups: ItemGroups,
        row: SlotRow,
        target: Target,
        pragmas: PragmaState,
        stale: Mapping[int, SourceItem] | None = None,
        declarations: Declarations | None = None,
    ) -> None:
        self.unit = unit
        self.groups = groups
        self.row = row
        self.slots, self.models, self.unread, self.unchecked = row
        self.target = target
        self.pragmas = pragmas
        self.stale = {} if stale is None else stale
        self.declarations = Declarations(row.models) if declarations is None else declarations
        self.items = UnitItems(row.slots, groups, self.stale)
        self.places = PieceMap(unit)
        self.findings: UnitFindings | None = None

    def raised(self, checked: Mapping[int, Slot]) -> AnalysedUnit:
        """Return this state with CHECKED slots at some numbers, which declare the same."""
        state = (self.unit, self.groups, self.row.raised(checked), self.target, self.pragmas)
        return AnalysedUnit(*state, self.stale, self.declarations)

    @property
    def pending(self) -> int:
        """The number of slots that are stale, at level HEAD or at level BOUND; 0 if complete.

        A slot that is stale and at BOUND counts twice.
        """
        return len(self.stale) + len(self.unread) + len(self.unchecked)

    @property
    def is_provisional(self) -> bool:
        """Whether a slot is stale or not CHECKED."""
        return self.pending > 0

    def start_of(self, number: int) -> int:
        """Return the byte of the main file at which the text of an item starts; -1 in a header."""
        piece = self.groups.piece_of(number) + self.slots[number].source.slices[0].piece
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

    def items_touching(self, start: int, end: int) -> range:
        """Return the numbers of items outside of which none touches a stretch of the main file."""
        path = self.unit.path
        # A boundary belongs to what ends there as well.
        begin = self.items_around(path, max(0, start - 1)).start
        return range(begin, self.items_around(path, end).stop)

    def items_around(self, path: str, offset: int) -> range:
        """Return the numbers of items outside of which none is made from a byte of a file."""
        unit = self.unit
        if path != unit.path or path in unit.files:
            return range(len(self.items))
        chunk, counts = unit.offsets.last_up_to(offset), unit.piece_counts
        begin, end = counts[chunk], counts[min(chunk + 1, len(counts) - 1)]
        start = bisect_left(self.items, begin, key=_last_piece)
        return range(start, bisect_left(self.items, end, lo=start, key=_first_piece))

    def declarer(self, symbol: Symbol) -> tuple[UnitItem, Symbol] | None:
        """Return the item that declares a symbol, and its symbol in that item now.

        A reused model refers to the symbols of the time when it was made; the present ones are
        equal.
        """
        numbers = (
            *self.declarations.names.get(symbol.name, ()),
            *self.declarations.tags.get(symbol.name, ()),
        )
        for number in numbers:
            model = declaring(self.models[number])
            for own in (model.exports.get(symbol.name), model.exported_tags.get(symbol.name)):
                # Items of one text may share their symbols: the first of them counts for all.
                if own is symbol or (
                    type(own) is type(symbol) and own.fingerprint == symbol.fingerprint
                ):
                    return self.items[number], own
        # The rest are parameters and members, of this state or of an earlier one.
        for number, model in enumerate(self.models):
            own = declaring(model).declared_as(symbol)
            if own is not None:
                return self.items[number], own
        return None


def _first_piece(item: UnitItem) -> int:
    return item.first_piece


def _last_piece(item: UnitItem) -> int:
    return item.first_piece + item.source.slices[-1].piece
