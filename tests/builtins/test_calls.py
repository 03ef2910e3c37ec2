"""Calls of every signature of the built-in functions, in every version.

The calls are made from the table: a call of a form that a version has is silent, and a call of a
function that it has not is reported by the function's name.  Where clang-19 is installed it judges
the same text, and `DIFFERENCES` lists and explains where we part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.settings.target import Target
from tests.support.builtin_forms import ELSEWHERE, VENDORS, calls, forms
from tests.support.judged_calls import (
    STDS,
    Call,
    Program,
    errors,
    findings,
    judged_by_clang,
    names_in_header,
    rejected,
)

# What differs from clang-19, by the call, with the reason.
DIFFERENCES = {
    r"work_group_(reduce|scan)_": "cl_khr_work_group_uniform_arithmetic is newer than clang-19",
    r"atomic_(inc|dec)\(counter": "clang-19 has no cl_ext_atomic_counters_32 and 64",
    r"async_work_group_copy_(2D2D|3D3D|fence)\b": "clang-19 has cl_khr_extended_async_copies "
    "under older names",
    r"intel_sub_group_shuffle(_\w+)?\(.*u?char\d": "clang's header has cl_intel_subgroups_char "
    "for scalars alone",
    r"intel_sub_group_block_(read|write)\w*\(.*\blocal\b": "clang's header has no "
    "cl_intel_subgroup_local_block_io",
    r"intel_sub_group_block_write_ui\d?\(write_only": "clang's header writes to images that it "
    "calls read_only",
}
DIFFERENCES_OF_12 = {
    r"intel_sub_group_block_(read|write)\w*\(\w+ image": "clang's header asks for the feature "
    "macro of images, which 1.2 does not have",
}


@cache
def program(std: str) -> Program:
    target = Target.make(std, "+all")
    return Program(each for name in sorted(function_names()) for each in calls_of(name, target))


def calls_of(name: str, target: Target) -> Iterator[Call]:
    found = function(name)
    assert found is not None
    if found.missing(target) is not None:
        yield Call(name, f"{name}()", legal=False)
    elif not ELSEWHERE.fullmatch(name):
        yield from calls(name, [form for _, each in forms(name, target) for form in each])


@pytest.mark.parametrize("std", STDS)
def test_every_form_of_a_version_can_be_called(std: str) -> None:
    made = program(std).calls
    assert sum(each.legal for each in made) > 4000
    assert not {made[number] for number in errors(program(std), std) if made[number].legal}


@pytest.mark.parametrize("std", STDS)
def test_what_a_version_has_not_is_reported_by_name(std: str) -> None:
    reported = findings(program(std), std)
    silent = [
        each.name
        for number, each in enumerate(program(std).calls)
        if not each.legal
        and not any(f"'{each.name}'" in finding.message for finding in reported.get(number, ()))
    ]
    assert not silent


@judged_by_clang
@pytest.mark.parametrize("std", STDS)
def test_clang_agrees(std: str) -> None:
    made = program(std).calls
    judged = rejected(program(std), std)
    assert judged or all(each.legal for each in made)
    # What came with 1.1 is there in 1.0 too, so we warn of it; clang misses its arguments.
    warned = set(findings(program(std), std)) if std == "CL1.0" else set()
    # Vendors' functions that clang does not have are for other compilers to judge.
    foreign = {name for name in function_names() if VENDORS.fullmatch(name)} - names_in_header(std)
    known = {**DIFFERENCES, **(DIFFERENCES_OF_12 if std == "CL1.2" else {})}
    differences = {
        made[number]
        for number in judged ^ errors(program(std), std)
        if made[number].legal or number not in warned
        if made[number].name not in foreign
        if not any(re.match(each, made[number].shape) for each in known)
    }
    assert not differences
