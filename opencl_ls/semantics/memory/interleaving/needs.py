"""The values from outside that a race needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.memory.interleaving.terms import (
    Constraint,
    Facts,
    Term,
    Unknown,
    terms_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.memory.interleaving.accesses import Access


def needed(first: Access, second: Access) -> list[Unknown]:
    """Return the unknowns whose values decide whether two accesses meet.

    A value that both sides add to their address is none, and neither is a length, or one that has
    to be large enough alone, as the size of a problem is: each larger one will do.
    """
    asked = [first.offset.plus(second.offset, -1), *first.coordinates, *second.coordinates]
    asked += [*_asked(first.path), *_asked(second.path)]
    waiting = [unknown for term in asked for unknown in term.factors]
    seen: dict[Unknown, None] = {}
    while waiting:
        each = waiting.pop()
        if each not in seen and not each.is_length:
            seen[each] = None
            waiting += [unknown for term in _asked(each.facts) for unknown in term.factors]
            if each.product is not None:
                waiting.append(each.product[0])
    return list(seen)


def _asked(facts: Facts) -> Iterator[Term]:
    """Yield terms with the unknowns of which facts demand more than to be large enough."""
    for each in facts:
        if isinstance(each, Constraint) and not each.equal:
            factors = {
                unknown: factor
                for unknown, factor in each.term.factors.items()
                if not unknown.needs or factor < 0
            }
            yield Term(factors)
        else:
            yield from terms_in((each,))
