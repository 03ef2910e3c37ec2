"""Amounts that depend on how often loops go round: `4 + 8 * n`, each part from a least to a most.

An amount is a sum of products.  A product is a sorted tuple of names of counts, which are never
negative, and has the least and the most that it is multiplied by: `{(): (4, 4), ("n",): (0, 8)}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Range = tuple[int, int]
"""The least and the most."""


class Amount(Struct, frozen=True, eq=False):
    """A sum of products of counts, see the module."""

    terms: dict[tuple[str, ...], Range]

    def plus(self, other: Amount) -> Amount:
        """Return the sum."""
        found = dict(self.terms)
        for names, (least, most) in other.terms.items():
            low, high = found.get(names, (0, 0))
            found[names] = (low + least, high + most)
        return Amount(found)

    def times(self, other: Amount) -> Amount:
        """Return the product."""
        found = NONE
        for names, (least, most) in self.terms.items():
            for others, (low, high) in other.terms.items():
                product = tuple(sorted((*names, *others)))
                found = found.plus(Amount({product: (least * low, most * high)}))
        return found

    def maybe(self) -> Amount:
        """Return the amount of what may be left out."""
        return Amount({names: (0, most) for names, (_, most) in self.terms.items()})


def number(value: int) -> Amount:
    """Return an amount that is a number."""
    return Amount({(): (value, value)} if value else {})


def count(name: str) -> Amount:
    """Return an amount that is one count."""
    return Amount({(name,): (1, 1)})


NONE: Final = Amount({})
ONE: Final = number(1)


class Tally:
    """Amounts by what they are of."""

    def __init__(self) -> None:
        self.amounts: dict[object, Amount] = {}

    def add(self, key: object, amount: Amount) -> None:
        """Add an amount of something."""
        self.amounts[key] = self.amounts.get(key, NONE).plus(amount)

    def add_all(self, other: Tally, times: Amount = ONE) -> None:
        """Add another tally, as often as `times` says."""
        for key, amount in other.amounts.items():
            self.add(key, amount if times is ONE else amount.times(times))

    def maybe(self) -> Tally:
        """Return the tally of what may be left out."""
        return _tally({key: amount.maybe() for key, amount in self.amounts.items()})


def either(tallies: Sequence[Tally]) -> Tally:
    """Return the tally of one of several ways."""
    keys = dict.fromkeys(key for each in tallies for key in each.amounts)
    return _tally({key: _joined([each.amounts.get(key, NONE) for each in tallies]) for key in keys})


def _joined(amounts: Sequence[Amount]) -> Amount:
    products = dict.fromkeys(names for each in amounts for names in each.terms)
    return Amount({names: _hull(each.terms.get(names) for each in amounts) for names in products})


def _hull(ranges: Iterable[Range | None]) -> Range:
    rows = [each or (0, 0) for each in ranges]
    return min(low for low, _ in rows), max(high for _, high in rows)


def _tally(amounts: Mapping[object, Amount]) -> Tally:
    made = Tally()
    made.amounts = dict(amounts)
    return made
