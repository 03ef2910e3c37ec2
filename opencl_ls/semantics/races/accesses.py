"""Accesses to shared memory, and whether two of them certainly clash.

What an access touches is worked out for every work-item of a few small groups: a clash counts where
it is there in all of them.
"""

from __future__ import annotations

from itertools import islice, product
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field
from msgspec.structs import replace

from opencl_ls.semantics.constants import sums
from opencl_ls.semantics.memory.races.numbers import Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.semantics.memory import fences
    from opencl_ls.semantics.memory.races.numbers import Bound, Numbers, Triple
    from opencl_ls.semantics.memory.races.places import Place
    from opencl_ls.syntax import records as r

Element = tuple[sums.Key, ...]
Owned = dict["Triple", list[set[Element | None]]]
"""What each work-item of each group may write; None stands for any element."""

_MOST_ITEMS: Final = 64
_SIZES: Final[dict[int, tuple[Sequence[int], ...]]] = {
    0: ((),),
    1: ((4,), (5,), (6,), (7,)),
    2: ((2, 2), (3, 2), (2, 3), (4, 4)),
    3: ((2, 2, 2), (3, 2, 2)),
}
"""The sizes of the groups that are tried, by how many dimensions a kernel asks about."""


class Condition(Struct, frozen=True, eq=False):
    """A condition on the way to an access, and whether it has to hold or to fail."""

    bound: Bound
    holds: bool
    is_same: bool
    """The condition is made of what is the same for all work-items."""


class Access(Struct, eq=False):
    """A read or a write by the work-items that come along `path`.

    `value` is what a write stores; `changes` marks one that depends on what was there before.
    `fence` is the barrier since then that does not order this memory, `in_loop` tells that it
    stands in a loop, `atomic` that an atomic function makes it.
    """

    record: r.Expression
    place: Place
    indices: tuple[Bound | None, ...]
    path: tuple[Condition, ...]
    is_write: bool
    value: Bound | None = None
    changes: bool = False
    fence: fences.Barrier | None = None
    in_loop: bool = False
    atomic: bool = False
    elements: dict[Triple, dict[Element, list[Item]]] = field(default_factory=dict)

    def is_like(self, other: Access) -> bool:
        """Tell whether this read takes what another one has taken under the same conditions."""
        return (
            not self.is_write
            and not other.is_write
            and self.place.part == other.place.part
            and self.path == other.path
            and len(self.indices) == len(other.indices)
            and all(
                own is given or (own is not None and given is not None and own.is_like(given))
                for own, given in zip(self.indices, other.indices, strict=True)
            )
        )


def groups(dimensions: Iterable[int], sizes: Triple | None) -> dict[Triple, list[Item]]:
    """Return groups to try, by their sizes: the required one, or small ones.

    `dimensions` are those in which a kernel asks for the ids that count.
    """
    asked = sorted(dimensions)
    tried = [sizes] if sizes is not None else [_spread(asked, row) for row in _SIZES[len(asked)]]
    return {shape: _items(asked, shape) for shape in tried}


def _spread(asked: Sequence[int], sizes: Sequence[int]) -> Triple:
    by_dimension = dict(zip(asked, sizes, strict=True))
    return by_dimension.get(0, 1), by_dimension.get(1, 1), by_dimension.get(2, 1)


def _items(asked: Sequence[int], shape: Triple) -> list[Item]:
    """Return the first work-items of a group, as far as the kernel tells them apart."""
    width, height, depth = (shape[d] if d in asked else 1 for d in range(3))
    every = product(range(depth), range(height), range(width))
    return [Item((x, y, z), shape) for z, y, x in islice(every, _MOST_ITEMS)]


class Clashes:
    """Compares accesses to one kind of memory on the groups that are tried."""

    def __init__(self, numbers: Numbers, items: dict[Triple, list[Item]]) -> None:
        self.numbers = numbers
        self.items = items

    def elements(self, access: Access, shape: Triple) -> dict[Element, list[Item]]:
        """Return the elements that an access certainly touches, with the work-items that do."""
        known = access.elements.get(shape)
        if known is None:
            known = access.elements[shape] = {}
            for item in self.items[shape]:
                element = self._element(access, item) if self._comes(access, item) else None
                if element is not None:
                    known.setdefault(element, []).append(item)
        return known

    def touches_first(self, access: Access) -> bool:
        """Tell whether some work-item certainly touches the first element of the object.

        What an atomic function works on may be that one where data decides.
        """
        if access.atomic and any(each and self.numbers.is_loaded(each) for each in access.indices):
            return all(
                any(self._may_well_come(access, item) for item in items)
                for items in self.items.values()
            )
        first = tuple(sums.key(sums.known(0)) for _ in access.indices)
        return all(first in self.elements(access, each) for each in self.items)

    def may_touch(self, access: Access, elements: range) -> bool:
        """Tell whether some work-item touches one of these elements where it comes to an access.

        What only some rounds of a loop come to has to be certain.
        """
        return all(
            any(
                self._comes(access, item)
                if access.in_loop
                else not self._is_kept_away(access, item)
                for item in items
                if self._index(access, item) in elements
            )
            for items in self.items.values()
        )

    def _is_kept_away(self, access: Access, item: Item) -> bool:
        truths = ((self.numbers.truth(each.bound, item), each.holds) for each in access.path)
        return any(truth is not None and truth != holds for truth, holds in truths)

    def _index(self, access: Access, item: Item) -> int | None:
        """Return the last index of an access in the first row of its object, None elsewhere."""
        index: int | None = 0
        for each in access.indices:
            value = sums.known(0) if each is None else self.numbers.value(each, item)
            if index != 0 or value is None:
                return None
            index = sums.number(value)
        return index

    def comes_about(self, access: Access) -> bool:
        """Tell whether some work-item certainly comes to an access."""
        return all(
            any(all(self._lets_in(condition, item) for condition in access.path) for item in items)
            for items in self.items.values()
        )

    def _lets_in(self, condition: Condition, item: Item) -> bool:
        if condition.is_same and not self.numbers.is_settled(condition.bound, item):
            return False
        return self.numbers.truth(condition.bound, item) == condition.holds

    def _comes(self, access: Access, item: Item) -> bool:
        for condition in access.path:
            truth = self.numbers.truth(condition.bound, item)
            if truth is None and not condition.is_same:
                return False
            if truth is not None and truth != condition.holds:
                return False
        return True

    def _element(self, access: Access, item: Item) -> Element | None:
        found: list[sums.Key] = []
        for index in access.indices:
            value = sums.known(0) if index is None else self.numbers.value(index, item)
            if value is None:
                return None
            found.append(sums.key(value))
        return tuple(found)

    # --- two accesses ----------------------------------------------------------------------------

    def clash(self, first: Access, second: Access) -> bool:
        """Tell whether two work-items certainly touch one element, one of them writing."""
        if not _on_one_way(first, second) or not _overlap(first, second):
            return False
        return all(self._meet(first, second, shape) for shape in self.items)

    def _meet(self, first: Access, second: Access, shape: Triple) -> bool:
        both = first.is_write and second.is_write
        others = self.elements(second, shape)
        for element, items in self.elements(first, shape).items():
            for item in items:
                for other in others.get(element, ()):
                    if item is other:
                        continue
                    if both and not self._store_differently(first, item, second, other):
                        continue
                    if not both and self._has_written_alike(first, item, second, other):
                        continue
                    return True
        return False

    def _has_written_alike(self, first: Access, item: Item, second: Access, other: Item) -> bool:
        """Tell whether the one that reads has written to the element itself, and nothing else."""
        write, writer, reader = (first, item, other) if first.is_write else (second, other, item)
        return (
            self._comes(write, reader)
            and self._element(write, reader) == self._element(write, writer)
            and not self._store_differently(write, writer, write, reader)
        )

    def is_shared_write(self, write: Access) -> bool:
        """Tell whether several work-items write values of their own to one element."""
        return all(self._meet(write, write, shape) for shape in self.items)

    def _store_differently(self, first: Access, item: Item, second: Access, other: Item) -> bool:
        if first.changes or second.changes:
            return True
        values = self._stored(first, item), self._stored(second, other)
        return None not in values and values[0] != values[1]

    def _stored(self, write: Access, item: Item) -> object:
        value = self.numbers.value(write.value, item)
        return self.numbers.loaded(write.value, item) if value is None else sums.key(value)

    def clash_with_atomic(self, plain: Access, atomic: Access) -> bool:
        """Tell whether work-items touch what others work on by an atomic function.

        Where data decides which element that is, or who does it, it may be any.
        """
        if not _on_one_way(plain, atomic) or not _overlap(plain, atomic):
            return False
        return all(self._meet_atomic(plain, atomic, shape) for shape in self.items)

    def _meet_atomic(self, plain: Access, atomic: Access, shape: Triple) -> bool:
        is_anywhere = any(each and self.numbers.is_loaded(each) for each in atomic.indices)
        elements = self.elements(plain, shape)
        for other in self.items[shape]:
            if not self._may_well_come(atomic, other):
                continue
            own = self._element(atomic, other)
            for element, items in elements.items():
                if element == own or (own is None and is_anywhere):
                    if any(item is not other for item in items):
                        return True
        return False

    def _may_well_come(self, access: Access, item: Item) -> bool:
        """Tell whether nothing but data may keep a work-item away from an access."""
        for condition in access.path:
            truth = self.numbers.truth(condition.bound, item)
            if truth is None and not condition.is_same:
                if not self.numbers.is_loaded(condition.bound):
                    return False
            elif truth is not None and truth != condition.holds:
                return False
        return True

    # --- objects with one writer for each element ------------------------------------------------

    def reads_of_others(self, read: Access, write: Access, owned: Owned) -> bool:
        """Tell whether a read certainly takes elements that others have written, or nobody.

        That is so where every work-item comes to `write`, which gives it one element of its own,
        all writes of the kernel keep to it (they are `owned`), and `read` is of another.
        """
        if not _on_one_way(read, write) or not _overlap(read, write):
            return False
        if not all(self._is_open(condition) for condition in write.path):
            return False
        return all(self._reads_elsewhere(read, write, owned[shape], shape) for shape in self.items)

    def owned(self, writes: Sequence[Access]) -> Owned:
        """Return the elements that each work-item may write, of all the writes to an object."""
        return {
            shape: [self._may_write(writes, item) for item in items]
            for shape, items in self.items.items()
        }

    def _may_write(self, writes: Sequence[Access], item: Item) -> set[Element | None]:
        """Return the elements that a work-item may write, or the first two of many."""
        found: set[Element | None] = set()
        truth = self.numbers.truth
        for write in writes:
            if not any(truth(each.bound, item) == (not each.holds) for each in write.path):
                found.add(self._element(write, item))
            if len(found) > 1:
                break
        return found

    def _is_open(self, condition: Condition) -> bool:
        """Tell whether a condition lets in all the work-items of a group, as large as it may be."""
        if condition.is_same:
            return True
        truth, is_settled = self.numbers.truth, self.numbers.is_settled
        return all(
            truth(condition.bound, item) == condition.holds
            and not is_settled(condition.bound, item)
            for items in self.items.values()
            for item in items
        )

    def _reads_elsewhere(
        self, read: Access, write: Access, owned: list[set[Element | None]], shape: Triple
    ) -> bool:
        owners: dict[Element, Item] = {}
        if len(self.items[shape]) < 2:
            return False
        for item, written in zip(self.items[shape], owned, strict=True):
            own = self._element(write, item)
            if own is None or owners.setdefault(own, item) is not item or not written <= {own}:
                return False
        elements = self.elements(read, shape)
        is_common = sum(len(items) for items in elements.values()) > 1
        return any(
            owners.get(element) is not item
            and (element in owners or not self._owner_stays_away(write, element, item))
            for element, items in elements.items()
            for item in items
            if is_common or _is_known(element)
        )

    def _owner_stays_away(self, write: Access, element: Element, item: Item) -> bool:
        """Tell whether the work-item to which `write` gives an element does not come to it.

        It is one with a larger id, by as much as the element lies behind that of `item`: of
        `r[id + n]` in `if (id < n) r[id] += r[id + n];`, the one with the id `id + n`.
        """
        own = self._element(write, item)
        if own is None:
            return False
        for here, there in zip(own, element, strict=True):
            distance = sums.key(sums.added(dict(there), dict(here), -1))
            for dimension in range(len(item.ids)) if distance else ():
                owner = replace(item, beyond=(dimension, distance))
                if self._element(write, owner) == element:
                    return self._is_kept_away(write, owner)
        return False


def _is_known(element: Element) -> bool:
    """Tell whether an element has no unknowns in its indices."""
    return all(not any(product for product, _ in index) for index in element)


def _on_one_way(first: Access, second: Access) -> bool:
    """Tell whether the one access comes about wherever the other does, as far as all go alike."""
    ways = [
        {(id(each.bound.record), each.holds) for each in access.path if each.is_same}
        for access in (first, second)
    ]
    return ways[0] <= ways[1] or ways[1] <= ways[0]


def _overlap(first: Access, second: Access) -> bool:
    parts = first.place.part, second.place.part
    if len(first.indices) != len(second.indices):
        # The one is an element of an array in the other: which of them count is not looked at.
        return False
    return not parts[0] or not parts[1] or parts[0] == parts[1]
