"""Sequences of numbers in which an edit changes one range without visiting the rest."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_Each = TypeVar("_Each")


class Offsets:
    """A sequence of numbers, such as the byte offsets of lines; a lookup needs ascending ones.

    An edit moves all numbers after it.  From the index `_moved` on, the numbers are those of
    `_stored` plus `_shift`: so an edit near the last one changes few of them.  The array is copied
    as a block of memory.
    """

    __slots__ = ("_moved", "_shift", "_stored")

    def __init__(self, numbers: Iterable[int]) -> None:
        self._stored = array("q", numbers)
        self._moved = len(self._stored)
        self._shift = 0

    @classmethod
    def sums(cls, lengths: Iterable[int], begin: int = 0) -> Offsets:
        """Return the starts of consecutive ranges of these lengths, and the end of the last."""
        return cls(accumulate(lengths, initial=begin))

    def __len__(self) -> int:
        return len(self._stored)

    def __getitem__(self, index: int) -> int:
        """Return a number by its index from 0; raises IndexError after the last."""
        number = self._stored[index]
        return number + self._shift if index >= self._moved else number

    def all(self) -> list[int]:
        """Return the numbers in a new list."""
        numbers, moved, shift = self._stored.tolist(), self._moved, self._shift
        if shift:
            numbers[moved:] = [number + shift for number in numbers[moved:]]
        return numbers

    def last_up_to(self, number: int) -> int:
        """Return the index of the last number that is not above `number`, -1 if all are."""
        stored, moved, shift = self._stored, self._moved, self._shift
        if moved < len(stored) and number - shift >= stored[moved]:
            return bisect_right(stored, number - shift, moved) - 1
        return bisect_right(stored, number, 0, moved) - 1

    def replaced(self, first: int, last: int, new: Sequence[int], shift: int) -> Offsets:
        """Return a sequence with `new` numbers in place of those from index `first` to `last`.

        The numbers after them grow by `shift`.
        """
        stored, moved, known = self._stored, self._moved, self._shift
        head, tail = stored[:first], stored[last:]
        head[moved:] = array("q", [number + known for number in head[moved:]])
        still = max(0, moved - last)
        tail[:still] = array("q", [number - known for number in tail[:still]])
        made = Offsets(())
        made._stored = head + array("q", new) + tail
        made._moved = first + len(new)
        made._shift = known + shift
        return made


def resummed(sums: Offsets, first: int, removed: int, lengths: Iterable[int]) -> Offsets:
    """Return running sums with `removed` lengths from the index `first` on replaced by others."""
    new = list(accumulate(lengths, initial=sums[first]))
    return sums.replaced(first, first + removed + 1, new, new[-1] - sums[first + removed])


def still(
    numbers: list[int],
    row: Sequence[_Each],
    change: tuple[int, int, int],
    holds: Callable[[_Each], object],
) -> list[int]:
    """Return the indices of the elements that satisfy a predicate, after a change of the sequence.

    `numbers` are the indices before it.  The change is (first, removed, added): from the index
    `first` on, `added` elements replace `removed` ones.
    """
    first, removed, added = change
    start, end = bisect_left(numbers, first), bisect_left(numbers, first + removed)
    new = [number for number in range(first, first + added) if holds(row[number])]
    after, moved = numbers[end:], added - removed
    if moved:
        after = [number + moved for number in after]
    return [*numbers[:start], *new, *after]
