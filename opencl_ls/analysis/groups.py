"""The groups of items of a unit, and how many pieces and items come before each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from opencl_ls.analysis.items import ItemGroup, split_groups
from opencl_ls.analysis.kept_groups import keep_groups, known_groups
from opencl_ls.offsets import Offsets, resummed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.preprocess import Change, Unit
    from opencl_ls.preprocess.chunks import Piece


class Regrouped(NamedTuple):
    """The groups after an edit: those from `first` to `last` replace those up to `old_last`."""

    groups: ItemGroups
    first: int
    last: int
    old_last: int


class ItemGroups(Struct, eq=False, frozen=True):
    """All groups of a unit in their order.

    `pieces` and `items` are the numbers of the first piece and of the first item of each group,
    followed by the count of all pieces and items.
    """

    row: list[ItemGroup]
    pieces: Offsets
    items: Offsets

    @classmethod
    def of(cls, unit: Unit) -> ItemGroups:
        """Split all pieces of a unit into groups."""
        row = list(split_groups(unit.pieces, 0, known_groups(unit)))
        keep_groups(unit, row)
        return cls(row, Offsets.sums(map(_pieces, row)), Offsets.sums(map(_items, row)))

    def sources(self, first: int = 0, last: int | None = None) -> Iterator[tuple[SourceItem, int]]:
        """Yield the items of the groups from `first` to `last`, each with its group's piece."""
        at = self.pieces[first]
        for group in self.row[first:last]:
            for source in group.items:
                yield source, at
            at += group.count

    def piece_of(self, item: int) -> int:
        """Return the number of the first piece of the group that holds an item, by its number."""
        return self.pieces[self.items.last_up_to(item)]

    def items_above(self, piece: int) -> int:
        """Return how many items are in groups that end before the piece of a number."""
        return self.items[self.pieces.last_up_to(piece)]

    def items_from(self, piece: int) -> int:
        """Return how many items are in groups that start at the piece of a number or after it."""
        return self.items[len(self.row)] - self.items[self.pieces.last_up_to(piece - 1) + 1]

    def first_pieces(self) -> Iterator[int]:
        """Yield what `piece_of` returns for each item, in their order."""
        for group, piece in zip(self.row, self.pieces.all(), strict=False):
            for _ in group.items:
                yield piece

    def followed(self, pieces: Sequence[Piece], change: Change) -> Regrouped:
        """Split the pieces of a later state; only the groups at the change are split again."""
        old, starts = self.row, self.pieces
        # The last group is never kept: it may have ended only because the text ended.
        first = max(0, min(starts.last_up_to(change.first), len(old) - 1))
        shift = change.added - change.removed
        new: list[ItemGroup] = []
        at, old_last = starts[first], len(old)
        for group in split_groups(pieces, at):
            if at >= change.first + change.added:
                there = starts.last_up_to(at - shift)
                if starts[there] == at - shift:
                    old_last = there
                    break
            new.append(group)
            at += group.count
        groups = ItemGroups(
            [*old[:first], *new, *old[old_last:]],
            resummed(starts, first, old_last - first, map(_pieces, new)),
            resummed(self.items, first, old_last - first, map(_items, new)),
        )
        return Regrouped(groups, first, first + len(new), old_last)


def _pieces(group: ItemGroup) -> int:
    return group.count


def _items(group: ItemGroup) -> int:
    return len(group.items)
