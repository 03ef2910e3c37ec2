"""The quick tests say nothing that trying all work-items contradicts."""

from __future__ import annotations

import random
from itertools import product

import pytest

from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory.interleaving.accesses import Access
from opencl_ls.semantics.memory.interleaving.launch import Launch
from opencl_ls.semantics.memory.interleaving.quick_tests import alike_where_they_meet
from opencl_ls.semantics.memory.interleaving.terms import GROUP, ITEM, SHARED, Term, Unknown

LAUNCH = Launch([0, 1], (3, 2, 1), {0: 2, 1: 1})
ARGUMENT = Unknown("n", SHARED)
RANGES = dict(zip((*LAUNCH.locals, *LAUNCH.groups, ARGUMENT), (3, 2, 2, 1, 3), strict=True))
VALUES = [dict(zip(RANGES, row, strict=True)) for row in product(*map(range, RANGES.values()))]


def access(offset: Term, size: int, *coordinates: Term) -> Access:
    """Return an access of which the quick tests see all that they look at."""
    return Access(None, None, None, t.GLOBAL, offset, size, (), True, coordinates=coordinates)  # type: ignore[arg-type]


def value(term: Term, values: dict[Unknown, int]) -> int:
    """Return the value of a term."""
    return term.constant + sum(values[each] * factor for each, factor in term.factors.items())


@pytest.mark.parametrize("own", [(ITEM,), (ITEM, GROUP)])
def test_quick_tests(own: tuple[str, ...]) -> None:
    chance = random.Random(50)
    shared = [each for each in RANGES if each.scope not in own]
    said = 0
    for _ in range(60):
        factors = [chance.choice((0, 0, 1, 2, 3, 4, 6, 12)) for _ in RANGES]
        terms = [Term({each: f for each, f in zip(RANGES, factors, strict=True) if f})] * 2
        if chance.random() < 0.3:
            terms[1] = terms[1].plus(terms[1], chance.choice((-2, 1)))
        first, second = (access(each.shifted(chance.randrange(3)), 2) for each in terms)
        alike = alike_where_they_meet(LAUNCH, first, second, own)
        for one, other in product(VALUES, VALUES):
            distance = value(second.offset, other) - value(first.offset, one)
            if abs(distance) < 2 and all(one[each] == other[each] for each in shared):
                assert alike is not None
                assert all(one[each] == other[each] for each in alike)
        said += alike is None or alike > {each for each in RANGES if RANGES[each] == 1}
    assert said > 15
