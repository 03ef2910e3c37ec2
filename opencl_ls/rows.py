"""Rows of which an edit changes one stretch: what stands behind it is not looked at again."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_Each = TypeVar("_Each")


class Offsets:
    """Numbers of a row, such as the bytes at which lines begin; to be looked up they ascend.

    An edit moves all of them behind it: from `_moved` on they are larger by `_shift` than `_kept`
    says, so that an edit where the last one was touches next to none.  They stand in an array,
    which is copied without a look at its numbers.
    """

    __slots__ = ("_kept", "_moved", "_shift")

    def __init__(self, numbers: Iterable[int]) -> None:
        self._kept = array("q", numbers)
        self._moved = len(self._kept)
        self._shift = 0

    @classmethod
    def sums(cls, lengths: Iterable[int], begin: int = 0) -> Offsets:
        """Return where stretches of these lengths begin, and the end of the last."""
        return cls(accumulate(lengths, initial=begin))

    def __len__(self) -> int:
        return len(self._kept)

    def __getitem__(self, index: int) -> int:
        """Return a number by its index from 0; raises IndexError behind the last."""
        number = self._kept[index]
        return number + self._shift if index >= self._moved else number

    def all(self) -> list[int]:
        """Return the numbers in a list of its own."""
        numbers, moved, shift = self._kept.tolist(), self._moved, self._shift
        if shift:
            numbers[moved:] = [number + shift for number in numbers[moved:]]
        return numbers

    def last_up_to(self, number: int) -> int:
        """Return the index of the last number that is not above `number`, -1 if all are."""
        kept, moved, shift = self._kept, self._moved, self._shift
        if moved < len(kept) and number - shift >= kept[moved]:
            return bisect_right(kept, number - shift, moved) - 1
        return bisect_right(kept, number, 0, moved) - 1

    def replaced(self, first: int, last: int, new: Sequence[int], shift: int) -> Offsets:
        """Return a row with `new` numbers in place of those from index `first` to `last`.

        Those behind them grow by `shift`.
        """
        kept, moved, known = self._kept, self._moved, self._shift
        head, tail = kept[:first], kept[last:]
        head[moved:] = array("q", [number + known for number in head[moved:]])
        still = max(0, moved - last)
        tail[:still] = array("q", [number - known for number in tail[:still]])
        made = Offsets(())
        made._kept = head + array("q", new) + tail
        made._moved = first + len(new)
        made._shift = known + shift
        return made


def resummed(sums: Offsets, first: int, removed: int, lengths: Iterable[int]) -> Offsets:
    """Return running sums where stretches from `first` on, so many, gave way to others."""
    new = list(accumulate(lengths, initial=sums[first]))
    return sums.replaced(first, first + removed + 1, new, new[-1] - sums[first + removed])


def still(
    numbers: list[int],
    row: Sequence[_Each],
    change: tuple[int, int, int],
    holds: Callable[[_Each], object],
) -> list[int]:
    """Return the numbers of those in a row of which something holds; `numbers` were so before.

    The change is (first, removed, added): so many from the first on took the place of others.
    """
    first, removed, added = change
    start, end = bisect_left(numbers, first), bisect_left(numbers, first + removed)
    new = [number for number in range(first, first + added) if holds(row[number])]
    behind, moved = numbers[end:], added - removed
    if moved:
        behind = [number + moved for number in behind]
    return [*numbers[:start], *new, *behind]
