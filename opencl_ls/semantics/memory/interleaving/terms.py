"""Linear terms over what a run of a kernel does not fix, and constraints on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from opencl_ls.semantics.memory.interleaving.lanes import Lanes

ITEM: Final = "item"
"""Each work-item has a value of its own."""
ROUND: Final = "round"
"""The work-items of a group have one value in each round of a loop."""
GROUP: Final = "group"
"""The work-items of a group have one value."""
SHARED: Final = "shared"
"""All work-items of a launch have one value."""


USUAL_SIZE: Final = 1 << 20
"""The length that a row is taken to have, which no id within a launch is beyond."""


class Unknown(Struct, eq=False):
    """A number that a run does not fix.

    `scope` says who shares it.  `needs` says in words which value from outside it is, "" for one
    that each legal launch brings.  `bounds` are its `facts` with `THIS` in its own place: so it is
    no circle of references, which only the garbage collector could free.
    """

    name: str
    scope: str
    needs: str = ""
    is_opaque: bool = False
    """It is data, or computed from data in a way that is not followed."""
    is_free: bool = True
    """It may have each value that its facts allow; what is computed may not."""
    product: tuple[Unknown, Unknown] | None = None
    """It is the product of two others, of which the second is taken to have its `usual` value."""
    made_of: tuple[Term, ...] | None = None
    """The terms that decide its value, with what all work-items have alike; None if not known.

    Of an element that is read from memory it is the offset in bytes."""
    lanes: Lanes | None = None
    """The elements that the components of a vector are computed from, one from one."""
    is_length: bool = False
    """It is multiplied, as the length of a row is, and is taken to have its `usual` value."""
    usual: int = USUAL_SIZE
    """The value of a length."""
    bounds: Facts = ()

    @property
    def facts(self) -> Facts:
        """What holds for it in any case; other unknowns may be named there."""
        return with_unknown(self.bounds, THIS, self)

    @facts.setter
    def facts(self, facts: Facts) -> None:
        self.bounds = with_unknown(facts, self, THIS)


ANY: Final = Unknown("a value that is not followed", ITEM, is_opaque=True)
"""Stands for what is stored where that is not followed: each work-item may have another."""
THIS: Final = Unknown("this", SHARED)
"""The unknown itself in its bounds."""


def widest(scopes: Collection[str]) -> str:
    """Return the scope in which values of several scopes together are one value."""
    return next((each for each in (ITEM, ROUND, GROUP) if each in scopes), SHARED)


class Term(Struct, frozen=True, eq=False):
    """A sum of unknowns with factors and a constant."""

    factors: dict[Unknown, int]
    constant: int = 0

    def plus(self, other: Term, factor: int = 1) -> Term:
        """Return the sum of this term and a multiple of another."""
        found = dict(self.factors)
        for unknown, value in other.factors.items():
            total = found.get(unknown, 0) + factor * value
            if total:
                found[unknown] = total
            else:
                found.pop(unknown, None)
        return Term(found, self.constant + factor * other.constant)

    def times(self, factor: int) -> Term:
        """Return a multiple."""
        if not factor:
            return Term({})
        return Term(
            {u: value * factor for u, value in self.factors.items()}, self.constant * factor
        )

    def shifted(self, constant: int) -> Term:
        """Return the sum with a number."""
        return Term(self.factors, self.constant + constant)

    @property
    def number(self) -> int | None:
        """The number that this term is, None where it names an unknown."""
        return None if self.factors else self.constant

    @property
    def scope(self) -> str:
        """The widest scope in which it has one value."""
        scopes = {each.scope for each in self.factors}
        return widest(scopes)

    @property
    def is_data(self) -> bool:
        """It is made of data that differs between work-items: a value, and no place."""
        return any(each.is_opaque and each.scope == ITEM for each in self.factors)

    @property
    def text(self) -> str:
        """The term as C has it."""
        found = ""
        for unknown, factor in self.factors.items():
            name = unknown.name
            if abs(factor) != 1:
                name = f"({name}) * {abs(factor)}" if " " in name else f"{name} * {abs(factor)}"
            elif " / " in name or (factor < 0 and " " in name):
                name = f"({name})"
            sign = "-" if factor < 0 else "+"
            found += f" {sign} {name}" if found else name if factor > 0 else f"-{name}"
        if not found:
            return str(self.constant)
        if not self.constant:
            return found
        return f"{found} {'-' if self.constant < 0 else '+'} {abs(self.constant)}"

    def is_same(self, other: Term) -> bool:
        """Tell whether another term is equal whatever the unknowns are."""
        return self.constant == other.constant and self.factors == other.factors


class Constraint(Struct, frozen=True, eq=False):
    """A term that is zero (`equal`), or zero or more."""

    term: Term
    equal: bool = False

    @property
    def verdict(self) -> bool | None:
        """Whether it holds, None where that depends on an unknown."""
        value = self.term.number
        if value is None:
            return None
        return value == 0 if self.equal else value >= 0


class AnyOf(Struct, frozen=True, eq=False):
    """At least one of several rows of facts holds."""

    alternatives: tuple[Facts, ...]


Facts = tuple[Constraint | AnyOf, ...]
"""What holds together."""
NEVER: Final[Facts] = (AnyOf(()),)
"""What does not hold."""


def with_unknown(facts: Facts, old: Unknown, new: Unknown) -> Facts:
    """Return facts with an unknown in the place of another."""
    made: list[Constraint | AnyOf] = []
    for each in facts:
        if isinstance(each, AnyOf):
            ways = tuple(with_unknown(way, old, new) for way in each.alternatives)
            made.append(AnyOf(ways))
        elif old in each.term.factors:
            factors = {new if u is old else u: factor for u, factor in each.term.factors.items()}
            made.append(Constraint(Term(factors, each.term.constant), each.equal))
        else:
            made.append(each)
    return tuple(made)


def number(value: int) -> Term:
    """Return a number as a term."""
    return Term({}, value)


def of(unknown: Unknown) -> Term:
    """Return an unknown as a term."""
    return Term({unknown: 1})


def least(term: Term, bound: int = 0) -> Constraint:
    """Say that a term is at least a number."""
    return Constraint(term.shifted(-bound))


def most(term: Term, bound: int) -> Constraint:
    """Say that a term is at most a number."""
    return Constraint(term.times(-1).shifted(bound))


def same(one: Term, other: Term) -> Constraint:
    """Say that two terms are equal."""
    return Constraint(one.plus(other, -1), equal=True)


def compared(left: Term, operator: str, right: Term) -> Facts:
    """Return what a comparison says."""
    difference = left.plus(right, -1)
    match operator:
        case "<":
            return both((most(difference, -1),))
        case "<=":
            return both((most(difference, 0),))
        case ">":
            return both((least(difference, 1),))
        case ">=":
            return both((least(difference),))
        case "==":
            return both((same(left, right),))
        case _:
            return either([(most(difference, -1),), (least(difference, 1),)])


def both(*rows: Facts) -> Facts:
    """Return facts that hold together, without those that always hold."""
    found: list[Constraint | AnyOf] = []
    for each in (fact for row in rows for fact in row):
        if isinstance(each, AnyOf):
            if not each.alternatives:
                return NEVER
        elif each.verdict is False:
            return NEVER
        elif each.verdict:
            continue
        found.append(each)
    return tuple(found)


def either(rows: Iterable[Facts]) -> Facts:
    """Say that one of several rows of facts holds."""
    possible = [row for each in rows if not is_never(row := both(each))]
    if len(possible) == 1:
        return possible[0]
    return () if () in possible else (AnyOf(tuple(possible)),)


def is_never(facts: Facts) -> bool:
    """Tell whether facts are known not to hold."""
    return any(isinstance(each, AnyOf) and not each.alternatives for each in facts)


def terms_in(facts: Facts) -> Iterator[Term]:
    """Yield the terms that facts name."""
    for each in facts:
        if isinstance(each, Constraint):
            yield each.term
        else:
            for row in each.alternatives:
                yield from terms_in(row)


NEGATED: Final = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def unknowns_in(terms: Iterable[Term]) -> list[Unknown]:
    """Return all unknowns that terms name, and those that their facts name, each once."""
    found: dict[Unknown, None] = {}
    waiting = [unknown for term in terms for unknown in term.factors]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found[each] = None
            waiting.extend(unknown for term in terms_in(each.bounds) for unknown in term.factors)
    found.pop(THIS, None)
    return list(found)
