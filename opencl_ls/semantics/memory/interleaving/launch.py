"""A launch of a kernel: the ids of its work-items and groups as unknowns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.memory.interleaving.terms import (
    GROUP,
    ITEM,
    SHARED,
    Term,
    Unknown,
    least,
    most,
    number,
    of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping


Sizes = tuple[int, int, int]
"""A number for each dimension."""
_MOST_GROUPS: Final = 1 << 10
"""The groups in a dimension that a witness may have."""
_USUAL_GROUPS: Final = 4
"""The groups in a dimension where their number is multiplied."""


class Launch:
    """A launch with groups of a known size.

    `dimensions` are those in which the kernel asks for ids; in the others there is one work-item.
    `num_groups` gives the number of groups in the dimensions in which it is known.  The size is
    `certain` where it is required or was given; it is `guessed` in dimensions of which nothing is
    known.  `for_groups` are the dimensions in which the kernel asks for
    ids beyond its group: in others it is made for one group.
    """

    def __init__(
        self,
        dimensions: Iterable[int],
        sizes: Sizes,
        num_groups: Mapping[int, int] | None = None,
        *,
        guessed: frozenset[int] = frozenset(),
        is_certain: bool = False,
        for_groups: Collection[int] = (0, 1, 2),
    ) -> None:
        self.sizes = sizes
        self.guessed = guessed
        self.is_certain = is_certain
        self.for_groups = for_groups
        self.num_groups_known = num_groups
        self.dimensions = sorted(dimensions)
        self.locals: list[Unknown] = []
        self.groups: list[Unknown] = []
        self.own_groups: list[Unknown] = []
        self._local: dict[int, Term] = {}
        self._group: dict[int, Term] = {}
        self._counts: dict[int, Term] = {}
        for each in self.dimensions:
            local = Unknown(f"get_local_id({each})", ITEM)
            term = of(local)
            local.facts = (least(term), most(term, sizes[each] - 1))
            self.locals.append(local)
            self._local[each] = term
            unknown = Unknown(f"get_num_groups({each})", SHARED, usual=_USUAL_GROUPS)
            unknown.facts = (least(of(unknown), 1), most(of(unknown), _MOST_GROUPS))
            known = (num_groups or {}).get(each)
            count = number(known) if known else of(unknown)
            group = Unknown(f"get_group_id({each})", GROUP)
            group.facts = (least(of(group)), least(count.plus(of(group), -1), 1))
            self.groups.append(group)
            if each in for_groups:
                self.own_groups.append(group)
            self._group[each] = of(group)
            self._counts[each] = count

    def is_like(self, other: Launch) -> bool:
        """Return whether another launch of the same kernel has the same sizes."""
        known = self.num_groups_known or {}
        return self.sizes == other.sizes and known == (other.num_groups_known or {})

    def local_id(self, dimension: int) -> Term:
        """Return the id within the group."""
        return self._local.get(dimension, number(0))

    def group_id(self, dimension: int) -> Term:
        """Return the id of the group."""
        return self._group.get(dimension, number(0))

    def num_groups(self, dimension: int) -> Term:
        """Return the number of groups."""
        return self._counts.get(dimension, number(1))

    def most_groups(self, dimension: int) -> int:
        """Return the largest number of groups that is looked at."""
        return (self.num_groups_known or {}).get(dimension) or _MOST_GROUPS

    def local_size(self, dimension: int) -> Term:
        """Return the size of a group."""
        return number(self.sizes[dimension] if dimension in self._local else 1)

    def global_id(self, dimension: int) -> Term:
        """Return the id within the launch, whose offset is zero."""
        size = self.sizes[dimension] if dimension in self._local else 1
        return self.local_id(dimension).plus(self.group_id(dimension), size)

    def global_size(self, dimension: int) -> Term:
        """Return the number of work-items."""
        size = self.sizes[dimension] if dimension in self._local else 1
        return self.num_groups(dimension).times(size)

    def linear_id(self, *, within_group: bool) -> list[tuple[Term, Term]]:
        """Return the ids within the group or the launch with the sizes, the outermost first."""
        take = self.local_id if within_group else self.global_id
        size = self.local_size if within_group else self.global_size
        return [(take(each), size(each)) for each in reversed(range(3))]
