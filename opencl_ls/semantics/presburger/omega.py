"""The Omega test: whether linear constraints over the integers have a solution, and which.

A constraint is a row of integers: the coefficient of each variable, and the constant last.  Of an
equality the sum is zero, of an inequality it is zero or more.  All rows of a system have the same
length.  Divisibility needs no form of its own: `d` divides `e` where `e = d * q` for a variable
`q` that occurs nowhere else.

Source: W. Pugh, "The Omega test: a fast and practical integer programming algorithm for dependence
analysis", 1991.  Equalities are removed first, then one variable after the other by the shadows of
its bounds; the removed values follow from those that are left.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Row = tuple[int, ...]
"""The coefficients of the variables, and the constant."""
Solution = list[int]
"""The value of each variable."""

LIMIT: Final = 2000
"""The number of systems that are looked at for one question, at most."""
_CELLS: Final = 100
"""The coefficients that count as one more system: large systems take longer."""
_MOST_ROWS: Final = 200
"""A system with more inequalities is not looked at."""


class TooHardError(Exception):
    """The question was not decided within its limit."""


def solve(
    variables: int, equalities: Iterable[Row], inequalities: Iterable[Row], limit: int = LIMIT
) -> Solution | None:
    """Return a solution of a system over `variables` variables, None where there is none.

    Raises `TooHardError` after `limit` systems.
    """
    return Search(limit).solve(variables, list(equalities), list(inequalities))


class Search:
    """One question; `left` is the number of systems that may still be looked at."""

    def __init__(self, limit: int) -> None:
        self.left = limit

    def solve(self, width: int, equalities: list[Row], inequalities: list[Row]) -> Solution | None:
        """Return a solution of a system over `width` variables, None where there is none."""
        self.left -= 1 + len(inequalities) * width // _CELLS
        if self.left < 0 or len(inequalities) > _MOST_ROWS:
            raise TooHardError
        equal = _normal_equalities(equalities)
        system = None if equal is None else _normal_inequalities(inequalities)
        if equal is None or system is None:
            return None
        least, found = system
        if equal or found:
            return self._without_equality(width, [*equal, *found], least)
        return self._without_variable(width, least)

    # --- equalities ------------------------------------------------------------------------------

    def _without_equality(
        self, width: int, equalities: list[Row], inequalities: list[Row]
    ) -> Solution | None:
        """Remove a variable by an equality that names it."""
        smallest, number, at = min(
            (abs(value), number, at)
            for number, row in enumerate(equalities)
            for at, value in enumerate(row[:-1])
            if value
        )
        chosen = equalities[number]
        if smallest == 1:
            # x = -sign * (the other terms)
            value = _without(chosen, at, -chosen[at])
            rest = [row for each, row in enumerate(equalities) if each != number]
            found = self.solve(
                width,
                [_substituted(row, at, value) for row in rest],
                [_substituted(row, at, value) for row in inequalities],
            )
        else:
            # A new variable for the quotient makes all coefficients smaller.
            modulus = smallest + 1
            sign = 1 if chosen[at] > 0 else -1
            value = (
                *(sign * _centred(each, modulus) for each in _without(chosen, at, 1)[:-1]),
                -sign * modulus,
                sign * _centred(chosen[-1], modulus),
            )
            found = self.solve(
                width + 1,
                [_substituted(_widened(row), at, value) for row in equalities],
                [_substituted(_widened(row), at, value) for row in inequalities],
            )
        if found is None:
            return None
        found[at] = _value(value, found)
        return found[:width]

    # --- inequalities ----------------------------------------------------------------------------

    def _without_variable(self, width: int, rows: list[Row]) -> Solution | None:
        """Remove the variable whose bounds combine to the fewest inequalities."""
        if not rows:
            return [0] * width
        at = _cheapest(width, rows)
        lower = [row for row in rows if row[at] > 0]
        upper = [row for row in rows if row[at] < 0]
        rest = [row for row in rows if not row[at]]
        exact = all(row[at] == 1 for row in lower) or all(row[at] == -1 for row in upper)
        found = self.solve(width, [], rest + _shadow(lower, upper, at, dark=not exact))
        if found is None and not exact:
            found = self._splintered(width, rows, lower, upper, at)
        if found is not None:
            found[at] = 0
            least = [-(_value(row, found) // row[at]) for row in lower]
            most = [_value(row, found) // -row[at] for row in upper]
            # Of the values that are possible, the one nearest to 0 is the easiest to read.
            found[at] = min([max([*least, 0]), *most])
        return found

    def _splintered(
        self, width: int, rows: list[Row], lower: list[Row], upper: list[Row], at: int
    ) -> Solution | None:
        """Look for solutions near a lower bound, where the dark shadow has none."""
        rest = [row for row in rows if not row[at]]
        if self.solve(width, [], rest + _shadow(lower, upper, at, dark=False)) is None:
            return None
        steepest = max(-row[at] for row in upper)
        for row in lower:
            last = (steepest * row[at] - steepest - row[at]) // steepest
            for distance in range(last + 1):
                found = self.solve(width, [(*row[:-1], row[-1] - distance)], rows)
                if found is not None:
                    return found
        return None


def _cheapest(width: int, rows: list[Row]) -> int:
    """Return the variable to remove: one with exact shadows if there is one, and with few."""
    best = None
    for at in range(width):
        lower = [row[at] for row in rows if row[at] > 0]
        upper = [-row[at] for row in rows if row[at] < 0]
        if lower or upper:
            inexact = bool(lower and upper) and max(lower) > 1 and max(upper) > 1
            cost = inexact, len(lower) * len(upper) - len(lower) - len(upper), at
            best = cost if best is None else min(best, cost)
    assert best is not None
    return best[2]


def _shadow(lower: list[Row], upper: list[Row], at: int, *, dark: bool) -> list[Row]:
    """Return what each pair of a lower and an upper bound of a variable says without it."""
    found = []
    for low in lower:
        for high in upper:
            up, down = -high[at], low[at]
            row = [up * one + down * other for one, other in zip(low, high, strict=True)]
            if dark:
                row[-1] -= (up - 1) * (down - 1)
            found.append(tuple(row))
    return found


# --- rows ----------------------------------------------------------------------------------------


def _normal_equalities(rows: list[Row]) -> list[Row] | None:
    """Divide each row by what its coefficients share; None where one cannot hold."""
    found: dict[Row, None] = {}
    for row in rows:
        shared = gcd(*row[:-1])
        if not shared:
            if row[-1]:
                return None
        elif row[-1] % shared:
            return None
        else:
            found[tuple(each // shared for each in row)] = None
    return list(found)


def _normal_inequalities(rows: list[Row]) -> tuple[list[Row], list[Row]] | None:
    """Return inequalities and equalities that say the same, None where one cannot hold.

    Of inequalities with equal coefficients the tightest is left.
    """
    tightest: dict[Row, int] = {}
    for row in rows:
        terms, constant = row[:-1], row[-1]
        shared = gcd(*terms)
        if not shared:
            if constant < 0:
                return None
            continue
        if shared > 1:
            terms, constant = tuple(each // shared for each in terms), constant // shared
        known = tightest.get(terms)
        if known is None or constant < known:
            tightest[terms] = constant
    least, equal = [], []
    for terms, constant in tightest.items():
        negated = tuple(-each for each in terms)
        opposite = tightest.get(negated)
        if opposite is None or constant + opposite > 0:
            least.append((*terms, constant))
        elif constant + opposite < 0:
            return None
        elif terms > negated:
            equal.append((*terms, constant))
    return least, equal


def _substituted(row: Row, at: int, value: Sequence[int]) -> Row:
    """Return a row with a value, which does not name the variable, in place of the variable."""
    factor = row[at]
    if not factor:
        return row
    found = [one + factor * other for one, other in zip(row, value, strict=True)]
    found[at] = factor * value[at]
    return tuple(found)


def _without(row: Row, at: int, divisor: int) -> Row:
    """Return a row without one of its variables, divided by 1 or -1."""
    return tuple(0 if each == at else value * divisor for each, value in enumerate(row))


def _widened(row: Row) -> Row:
    """Return a row with one more variable, which it does not name."""
    return (*row[:-1], 0, row[-1])


def _centred(value: int, modulus: int) -> int:
    """Return the remainder of least absolute value."""
    return value - modulus * ((2 * value + modulus) // (2 * modulus))


def _value(row: Sequence[int], values: Solution) -> int:
    """Return the sum of a row; variables beyond the values that are known count as zero."""
    return sum(map(int.__mul__, row, values)) + row[-1]
