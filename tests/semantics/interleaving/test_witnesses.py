"""Witnesses are replayed, and answers are those of trying all work-items."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opencl_ls.semantics.memory.interleaving.accesses import Access
from opencl_ls.semantics.memory.interleaving.decide import witness
from opencl_ls.semantics.memory.interleaving.results import Assumptions, KernelAnalysis, Race
from opencl_ls.semantics.memory.interleaving.terms import (
    AnyOf,
    Facts,
    Term,
    Unknown,
    terms_in,
    unknowns_in,
)
from tests.semantics.interleaving.kernels import analysed
from tests.semantics.interleaving.test_kernels import BLOCKS
from tests.support.race_kernels import program

SIZE = 4
"""The work-items of a group that are all tried."""
Values = dict[Unknown, int]


def value(term: Term, values: Values) -> int:
    """Return the value of a term."""
    return term.constant + sum(values[each] * factor for each, factor in term.factors.items())


def hold(facts: Facts, values: Values) -> bool:
    """Tell whether facts hold; a fact about what has no value does not."""
    for each in facts:
        if isinstance(each, AnyOf):
            if not any(hold(row, values) for row in each.alternatives):
                return False
        elif any(unknown not in values for unknown in each.term.factors):
            return False
        else:
            number = value(each.term, values)
            if number != 0 if each.equal else number < 0:
                return False
    return True


def replayed(race: Race) -> None:
    """Check that two work-items touch a common byte on the ways that the witness tells."""
    sides = (race.first, race.witness.first), (race.second, race.witness.second)
    for access, values in sides:
        assert hold(access.path, values)
        for unknown in unknowns_in([access.offset]):
            assert hold(unknown.facts, values)
    (first, one), (second, other) = sides
    start, end = value(first.offset, one), value(second.offset, other)
    assert start < end + second.size
    assert end < start + first.size
    ids = race.launch.groups if race.other_group else race.launch.locals
    by_group = not race.other_group and (first.by_group or second.by_group)
    assert by_group or any(one.get(each) != other.get(each) for each in ids)


def test_each_witness_of_the_cases() -> None:
    for text in BLOCKS:
        for analysis in analysed(text):
            for race in analysis.races:
                replayed(race)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 100_000))
def test_each_witness_of_random_kernels(seed: int) -> None:
    for analysis in analysed(program(seed).text):
        for race in analysis.races:
            replayed(race)


def small(access: Access, analysis: KernelAnalysis) -> bool:
    """Tell whether the ids of the group alone decide what an access touches."""
    named = unknowns_in([access.offset, *terms_in(access.path)])
    return all(each in analysis.launch.locals for each in named)


INDICES = ("l", "l + 1", "2 * l", "3 - l", "l * l", "5", "l * 3 - 2", "4 * l + 1")
GUARDS = ("1", "l < 2", "l != 1", "l == 3 || l == 0", "l > 0 && l < 3", "!(l < 2)")


@settings(deadline=None, max_examples=40)
@given(*[st.sampled_from(each) for each in (INDICES, GUARDS, INDICES, GUARDS)])
def test_the_answer_is_that_of_trying_all_work_items(
    index: str, guard: str, other: str, other_guard: str
) -> None:
    text = f"""\
kernel void k(local int *t, local int *u) {{
    int l = get_local_id(0);
    if ({guard})
        t[{index} + 8] = l;
    if ({other_guard})
        u[l] = t[{other} + 8];
}}
"""
    (analysis,) = analysed(text, Assumptions(local_size=(SIZE, 1, 1)))
    (interval,) = analysis.intervals
    accesses = [each for each in interval.accesses if small(each, analysis)]
    (item,) = analysis.launch.locals
    for first, second in combinations_with_replacement(accesses, 2):
        if first.symbol is not second.symbol or first.is_write == second.is_write:
            continue
        meets = any(
            one != two
            and hold(first.path, {item: one})
            and hold(second.path, {item: two})
            and value(first.offset, {item: one}) == value(second.offset, {item: two})
            for one, two in product(range(SIZE), repeat=2)
        )
        found = witness(analysis.launch, first, second, other_group=False)
        assert (found is not None) == meets


@pytest.mark.parametrize(
    "text",
    [
        "kernel void k(local int *t) { t[get_local_id(0) * get_local_id(0)] = 1; }",
        "void f(void); kernel void k(local int *t) { t[get_local_id(0)] = 1; f(); }",
        "kernel void k(volatile local int *t) { t[get_local_id(0) / 2] = get_local_id(0); }",
        "kernel void k(local int *t, global int *a) { t[a[get_global_id(0)]] = 1; }",
        "kernel void k(local int *t) { int l = get_local_id(0); a: t[l] = 1; if (l) goto a; }",
    ],
)
def test_what_is_not_followed_is_told(text: str) -> None:
    (analysis,) = analysed(text)
    assert analysis.races == ()
    assert analysis.undecided
