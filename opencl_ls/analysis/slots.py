"""Slots: the items of a unit, each with its identity and how much is known of it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from opencl_ls.analysis.groups import ItemGroups
    from opencl_ls.analysis.item_cache import AnalysedItem
    from opencl_ls.analysis.items import SourceItem


class Level(IntEnum):
    """How much of an item counts in a state; a state is complete when all slots are CHECKED."""

    HEAD = 0
    """The head of a function is known, and nothing of its body."""
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


class UnitItem(Struct, eq=False, frozen=True):
    """A slot at its position in one state: the number of the first piece of its group.

    `unread` says that only the head of the function is known, `stale` that the text or a name that
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
