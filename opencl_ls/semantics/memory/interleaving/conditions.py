"""The facts that a condition says where it holds, or where it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.interleaving.accesses import Pointer
from opencl_ls.semantics.memory.interleaving.terms import (
    NEGATED,
    NEVER,
    Facts,
    Term,
    Unknown,
    both,
    compared,
    either,
    is_never,
    least,
    number,
    of,
    same,
    terms_in,
    widest,
)
from opencl_ls.semantics.memory.interleaving.uniformity import is_same_for_group
from opencl_ls.semantics.memory.interleaving.values import Truth, is_same
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
    from opencl_ls.semantics.memory.interleaving.values import Value, Variables

_FLIPPED: Final = {"&&": "||", "||": "&&"}

_MOST_OPERANDS: Final = 64
"""The number of operands of `&&` and `||` in a row up to which a condition is followed."""


def facts_of(
    evaluator: Evaluator, record: r.Expression, variables: Variables, *, holds: bool
) -> Facts | None:
    """Return what is known where a condition holds or fails, None where data decides."""
    record = unwrapped(record)
    fixed = evaluator.fixed(record)
    if fixed is not None:
        return () if bool(fixed) == holds else NEVER
    match record:
        case r.Unary(operator="!"):
            return facts_of(evaluator, record.operand, variables, holds=not holds)
        case r.Binary(operator=r.Word(text=","), right=last):
            return facts_of(evaluator, last, variables, holds=holds)
        case r.Binary(operator=r.Word(text=("&&" | "||") as operator)):
            if _is_long(record):
                return None
            one = facts_of(evaluator, record.left, variables, holds=holds)
            other = facts_of(evaluator, record.right, variables, holds=holds)
            return _joined(operator if holds else _FLIPPED[operator], one, other)
        case r.Binary(operator=r.Word(text=operator)) if operator in NEGATED:
            found = _relation(
                evaluator, record, variables, operator if holds else NEGATED[operator]
            )
            if found is not None:
                return found
    value = evaluator.value(record, variables)
    if isinstance(value, Truth) and value.record is record:
        # A comparison whose sides are not known may still be the same for all.
        value = _uniform(evaluator, record, variables)
    if isinstance(value, Truth):
        return facts_of(value.evaluator, value.record, value.variables, holds=holds)
    if isinstance(value, Term) and not value.is_data:
        return compared(value, "!=" if holds else "==", number(0))
    return None


def _is_long(record: r.Expression) -> bool:
    """Tell whether a row of conditions is longer than what is followed."""
    for _ in range(_MOST_OPERANDS):
        if not isinstance(record, r.Binary) or record.operator.text not in _FLIPPED:
            return False
        record = unwrapped(record.left)
    return True


def _uniform(evaluator: Evaluator, record: r.Expression, variables: Variables) -> Term | None:
    if not is_same_for_group(evaluator, record, variables):
        return None
    return evaluator.alike(record, variables)


def _joined(operator: str, one: Facts | None, other: Facts | None) -> Facts | None:
    if operator == "&&":
        if (one is not None and is_never(one)) or (other is not None and is_never(other)):
            return NEVER
        return None if one is None or other is None else both(one, other)
    if one == () or other == ():
        return ()
    return None if one is None or other is None else either([one, other])


def _relation(
    evaluator: Evaluator, record: r.Binary, variables: Variables, operator: str
) -> Facts | None:
    one, other = (evaluator.value(each, variables) for each in (record.left, record.right))
    if isinstance(one, Pointer) or isinstance(other, Pointer):
        return _of_pointers(one, operator, other)
    left, right = _number(one), _number(other)
    if left is None or right is None:
        return None
    found = compared(left, operator, right)
    # A negative number that is compared as an unsigned one is a large one.
    for term, side in ((left, record.left), (right, record.right)):
        kind = evaluator.model.type_of(unwrapped(side)).type
        if isinstance(kind, t.ScalarType) and not kind.signed and term.number is None:
            found = both(found, (least(term),))
    return found


def _of_pointers(one: Value, operator: str, other: Value) -> Facts | None:
    """Return what a comparison says of which a side is a pointer into an object."""
    if isinstance(one, Pointer) and isinstance(other, Pointer):
        if one.symbol is other.symbol:
            return compared(one.offset, operator, other.offset)
        return {"==": NEVER, "!=": ()}.get(operator)
    rest = other if isinstance(one, Pointer) else one
    if not isinstance(rest, Term) or rest.number != 0:
        return None
    # No object is at the address 0.
    return (
        compared(number(1), operator, number(0))
        if isinstance(one, Pointer)
        else compared(number(0), operator, number(1))
    )


def _number(value: Value) -> Term | None:
    if isinstance(value, Truth):
        return as_number(value)
    return value if isinstance(value, Term) and not value.is_data else None


def as_number(truth: Truth) -> Term | None:
    """Return the 0 or 1 that a condition is as a number."""
    yes = facts_of(truth.evaluator, truth.record, truth.variables, holds=True)
    no = facts_of(truth.evaluator, truth.record, truth.variables, holds=False)
    if yes is None or no is None:
        return None
    name = truth.evaluator.model.spelling(truth.record, 60)
    return choice(name, [(yes, number(1)), (no, number(0))])


def merged(name: str, ways: Sequence[tuple[Facts, Value]]) -> Value:
    """Return the value that is one of several, each under facts of its own; None if not known."""
    ways = [each for each in ways if not is_never(each[0])]
    if not ways:
        return None
    first = ways[0][1]
    if all(is_same(first, value) for _, value in ways):
        return first
    terms = [(facts, value) for facts, value in ways if isinstance(value, Term)]
    if len(terms) == len(ways):
        return choice(name, terms)
    pointers = [(facts, value) for facts, value in ways if isinstance(value, Pointer)]
    if len(pointers) < len(ways) or len({each.symbol for _, each in pointers}) > 1:
        return None
    offset = choice(name, [(facts, value.offset) for facts, value in pointers])
    return Pointer(pointers[0][1].symbol, pointers[0][1].space, offset)


def choice(name: str, ways: Sequence[tuple[Facts, Term]]) -> Term:
    """Return a value that is one of several, each under facts of its own."""
    possible = [each for each in ways if not is_never(each[0])]
    if len(possible) == 1:
        return possible[0][1]
    scopes = {term.scope for facts, value in possible for term in (value, *terms_in(facts))}
    is_data = any(value.is_data for _, value in possible)
    unknown = Unknown(name, widest(scopes), is_opaque=is_data)
    term = of(unknown)
    unknown.facts = either([both(facts, (same(term, value),)) for facts, value in possible])
    return term
