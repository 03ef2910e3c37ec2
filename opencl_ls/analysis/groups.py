"""The groups of items of a unit, and how many pieces and items stand before each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.analysis.items import Group, split_groups
from opencl_ls.rows import Offsets, resummed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.preprocess import Change
    from opencl_ls.preprocess.expansion import Piece


class Regrouped(NamedTuple):
    """The groups after an edit: those from `first` to `last` took the place of others.

    The others stood from `first` to `old_last`.
    """

    groups: Groups
    first: int
    last: int
    old_last: int


class Groups:
    """All groups of a unit in their order.

    `pieces` and `items` are the numbers of the first piece and of the first item of each group,
    and behind the last one how many there are.
    """

    __slots__ = ("items", "pieces", "row")

    def __init__(self, row: list[Group], pieces: Offsets, items: Offsets) -> None:
        self.row = row
        self.pieces = pieces
        self.items = items

    @classmethod
    def of(cls, pieces: Sequence[Piece]) -> Groups:
        """Split all pieces of a unit into groups."""
        row = list(split_groups(pieces))
        return cls(row, Offsets.sums(map(_pieces, row)), Offsets.sums(map(_items, row)))

    def sources(self, first: int = 0, last: int | None = None) -> Iterator[tuple[SourceItem, int]]:
        """Yield the items of the groups from `first` to `last`, each with its group's piece."""
        at = self.pieces[first]
        for group in self.row[first:last]:
            for source in group.items:
                yield source, at
            at += group.count

    def followed(self, pieces: Sequence[Piece], change: Change) -> Regrouped:
        """Split the pieces of a later state into groups, only those around the change anew."""
        old, starts = self.row, self.pieces
        # The last group is never kept: it may have ended only because the text did.
        first = max(0, min(starts.last_up_to(change.first), len(old) - 1))
        shift = change.added - change.removed
        new: list[Group] = []
        at, old_last = starts[first], len(old)
        for group in split_groups(pieces, at):
            if at >= change.first + change.added:
                there = starts.last_up_to(at - shift)
                if starts[there] == at - shift:
                    old_last = there
                    break
            new.append(group)
            at += group.count
        groups = Groups(
            [*old[:first], *new, *old[old_last:]],
            resummed(starts, first, old_last - first, map(_pieces, new)),
            resummed(self.items, first, old_last - first, map(_items, new)),
        )
        return Regrouped(groups, first, first + len(new), old_last)


def _pieces(group: Group) -> int:
    return group.count


def _items(group: Group) -> int:
    return len(group.items)
