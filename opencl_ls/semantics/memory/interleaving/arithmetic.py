"""Integer arithmetic on terms: what is linear, or becomes it by a new unknown with facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.memory.interleaving.terms import (
    GROUP,
    SHARED,
    Constraint,
    Term,
    Unknown,
    either,
    least,
    most,
    number,
    of,
    same,
    widest,
)

if TYPE_CHECKING:
    from opencl_ls.semantics.types.symbols import Symbol

_MOST_BITS: Final = 6
"""A mask of more bits is not taken apart."""
_WORD: Final = 32
"""The width of an int in bits."""
_Key = tuple[frozenset[tuple[Unknown, int]], int]


class Arithmetic:
    """The operators of one run; the same operands give the same unknown.

    `scope_of_data` is the scope of data that the work-items of a group read alike: in a loop that
    is run once for all rounds, each round has its own.  `arguments` are the kernel's.
    """

    def __init__(self) -> None:
        self.scope_of_data = GROUP
        self.loads: dict[tuple[Symbol, _Key], Term] = {}
        self.arguments: dict[Symbol, Term] = {}
        self._quotients: dict[tuple[_Key, int], Term] = {}
        self._macros: dict[str, Term] = {}
        self._products: dict[tuple[Unknown, Unknown], Term] = {}
        self._ratios: dict[tuple[_Key, _Key], Term] = {}
        self._extremes: dict[tuple[_Key, _Key, bool], Term] = {}

    def applied(self, operator: str, left: Term, right: Term) -> Term | None:
        """Return the result of a binary operator, None where it is not linear."""
        match operator:
            case "+":
                return left.plus(right)
            case "-":
                return left.plus(right, -1)
            case "*":
                return self.product(left, right)
            case "/" | "%" if right.number is None:
                return self._by_unknown(operator, left, right)
        if left.is_data or right.is_data:
            return None
        if left.number is not None and operator in ("&", "|", "^"):
            left, right = right, left
        factor = right.number
        return None if factor is None or factor < 0 else self._by_number(operator, left, factor)

    def _by_number(self, operator: str, left: Term, factor: int) -> Term | None:
        match operator:
            case "<<" if factor < _WORD:
                return left.times(1 << factor)
            case ">>" if factor < _WORD:
                return self.quotient(left, 1 << factor)
            case "/" if factor:
                return self.quotient(left, factor)
            case "%" if factor:
                return self.remainder(left, factor)
            case "&":
                return self._masked(left, factor)
            case "|":
                common = self._masked(left, factor)
                return None if common is None else left.plus(common, -1).shifted(factor)
            case "^":
                common = self._masked(left, factor)
                return None if common is None else left.plus(common, -2).shifted(factor)
        return None

    def quotient(self, term: Term, divisor: int) -> Term:
        """Return the quotient of a number that is not negative."""
        if term.number is not None:
            return number(_truncated(term.number, divisor))
        key = _key(term), divisor
        known = self._quotients.get(key)
        if known is None:
            unknown = Unknown(f"{parenthesized(term)} / {divisor}", term.scope)
            known = self._quotients[key] = of(unknown)
            rest = term.plus(known, -divisor)
            unknown.facts = (least(rest), most(rest, divisor - 1), least(known))
        return known

    def remainder(self, term: Term, divisor: int) -> Term:
        """Return the remainder of a number that is not negative."""
        return term.plus(self.quotient(term, divisor), -divisor)

    def _masked(self, term: Term, mask: int) -> Term | None:
        """Return the bits that a number, which is not negative, and a mask have in common."""
        if term.number is not None:
            return number(term.number & mask)
        found = number(0)
        runs = 0
        while mask:
            # A run of ones is a remainder: the bits 2 and 3 of x are (x / 4 % 4) * 4.
            start = (mask & -mask).bit_length() - 1
            length = (~(mask >> start) & (mask >> start) + 1).bit_length() - 1
            shifted = self.quotient(term, 1 << start) if start else term
            found = found.plus(self.remainder(shifted, 1 << length), 1 << start)
            mask &= ~(((1 << length) - 1) << start)
            runs += 1
        return found if runs <= _MOST_BITS else None

    def product(self, left: Term, right: Term) -> Term | None:
        """Return a product, None where neither factor is the same for all work-items."""
        if left.is_data or right.is_data:
            known = left.number if right.is_data else right.number
            return None if known is None else (right if right.is_data else left).times(known)
        found = right.times(left.constant).plus(left.shifted(-left.constant), right.constant)
        for term, times in ((left, right.number), (right, left.number)):
            if times is not None and abs(times) > 1:
                for each in term.factors:
                    each.is_length |= each.scope == SHARED and bool(each.needs)
        for one, factor in left.factors.items():
            for other, times in right.factors.items():
                both = self._product(one, other)
                if both is None:
                    return None
                found = found.plus(both, factor * times)
        return found

    def _product(self, one: Unknown, other: Unknown) -> Term | None:
        shared = [each for each in (other, one) if each.scope == SHARED or each.is_opaque]
        if not shared or one.product or other.product:
            return self._shared_product(one, other)
        size = next((each for each in shared if each.scope == SHARED), shared[0])
        rest = one if size is other else other
        size.is_length = True
        known = self._products.get((rest, size))
        if known is None:
            scope = widest((one.scope, other.scope))
            unknown = Unknown(f"{rest.name} * {size.name}", scope, product=(rest, size))
            known = self._products[rest, size] = of(unknown)
        return known

    def _shared_product(self, one: Unknown, other: Unknown) -> Term | None:
        """Return a product of what all work-items have alike, of which no more is known."""
        if one.scope != SHARED or other.scope != SHARED:
            return None
        key = (one, other) if (one, other) in self._products else (other, one)
        if key not in self._products:
            text = f"{one.name} * {other.name}"
            self._products[key] = of(Unknown(text, SHARED, needs=text, is_opaque=True))
        return self._products[key]

    def _by_unknown(self, operator: str, left: Term, right: Term) -> Term | None:
        """Return the quotient or the remainder by a number that is not known."""
        if right.scope != SHARED or len(right.factors) != 1 or right.constant:
            return None
        key = _key(left), _key(right)
        known = self._ratios.get(key)
        if known is None:
            unknown = Unknown(f"{parenthesized(left)} / {right.text}", left.scope)
            known = self._ratios[key] = of(unknown)
            back = self.product(known, right)
            if back is None:
                return None
            rest = left.plus(back, -1)
            unknown.facts = (least(known), least(rest), least(right.plus(rest, -1), 1))
        if operator == "/":
            return known
        back = self.product(known, right)
        return None if back is None else left.plus(back, -1)

    def load(self, symbol: Symbol, offset: Term, name: str) -> Term:
        """Return the value of an element of an object in memory, at an offset in bytes."""
        key = symbol, _key(offset)
        known = self.loads.get(key)
        if known is None:
            unknown = Unknown(name, offset.scope, needs=name, is_opaque=True, made_of=(offset,))
            known = self.loads[key] = of(unknown)
        return known

    def macro(self, name: str) -> Term:
        """Return the value of a macro that the host's build options define."""
        known = self._macros.get(name)
        if known is None:
            known = self._macros[name] = of(Unknown(name, SHARED, needs=name))
        return known

    def smaller(self, one: Term, other: Term) -> Term:
        """Return the minimum of two numbers."""
        return self._extreme(one, other, smallest=True)

    def larger(self, one: Term, other: Term) -> Term:
        """Return the maximum of two numbers."""
        return self._extreme(one, other, smallest=False)

    def _extreme(self, one: Term, other: Term, *, smallest: bool) -> Term:
        if one.number is not None and other.number is not None:
            return number((min if smallest else max)(one.number, other.number))
        key = _key(one), _key(other), smallest
        known = self._extremes.get(key)
        if known is None:
            name = "min" if smallest else "max"
            unknown = Unknown(f"{name}({one.text}, {other.text})", one.plus(other).scope)
            known = self._extremes[key] = of(unknown)
            sign = 1 if smallest else -1
            unknown.facts = (
                Constraint(one.plus(known, -1).times(sign)),
                Constraint(other.plus(known, -1).times(sign)),
                *either([(same(known, one),), (same(known, other),)]),
            )
        return known


def parenthesized(term: Term) -> str:
    """Return the text of a term as an operand."""
    return f"({term.text})" if " " in term.text else term.text


def _truncated(dividend: int, divisor: int) -> int:
    """Return a quotient as C has it."""
    quotient = abs(dividend) // divisor
    return quotient if dividend >= 0 else -quotient


def _key(term: Term) -> _Key:
    return frozenset(term.factors.items()), term.constant
