"""Calls of `convert_type` and `as_type`: every name with every type, in every version."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.signatures import ELEMENTS, WIDTHS
from opencl_ls.builtins.types import builtin_type
from tests.support.builtin_forms import calls
from tests.support.judged_calls import (
    ALL_CALLS,
    PRAGMAS,
    STDS,
    Call,
    Program,
    errors,
    findings,
    judged_by_clang,
    rejected,
)

TYPES = [f"{element}{width if width > 1 else ''}" for width in WIDTHS for element in ELEMENTS]

# What differs from clang-19, by the call, with the reason.
DIFFERENCES = {
    r'as_\w+\("text"\)|as_\w+\(r\)': "clang measures arrays and structs here, and then cannot "
    "make code of those that fit",
}
DIFFERENCES_OF_10 = {
    r"(convert|as)_[a-z]+3[_(]": "vectors of 3 came with 1.1: we warn, as compilers take them, and "
    "look no further",
}

# Parameters of other types, and the arguments of a call.
OTHERS = (
    "bool b", "size_t s", "enum mode e", "struct pair r", "global int *g", "image2d_t i",
    "sampler_t m", "event_t v",
)  # fmt: skip
PRELUDE = PRAGMAS + "enum mode { FIRST };\nstruct pair { int a, b; };\n"
ARGUMENTS = ("", "1, 2", "0", "1.0f", '"text"', "(void)0", "b", "s", "e", "r", "g", "i", "m", "v")


@cache
def program(std: str) -> Program:
    return Program((*conversions(std), *reinterpretations(std), *oddities()), PRELUDE)


def conversions(std: str) -> Iterator[Call]:
    def fits(name: str, source: str) -> bool:
        return width_of(source) == width_of(name.split("_")[1])

    return calls_from_types("convert_", std, fits)


def reinterpretations(std: str) -> Iterator[Call]:
    def fits(name: str, source: str) -> bool:
        return size_of(source) == size_of(name.removeprefix("as_"))

    return calls_from_types("as_", std, fits)


def calls_from_types(prefix: str, std: str, fits: Callable[[str, str], bool]) -> Iterator[Call]:
    """Yield calls of each name: with one in 3 of the types that fit, and one in 12 of the others.

    They are other ones in each version, so that the versions together have each that fits.
    """
    for number, name in enumerate(names(prefix), STDS.index(std)):
        wanted = {
            source: fits(name, source)
            for index, source in enumerate(TYPES)
            if ALL_CALLS or (index + number) % (3 if fits(name, source) else 12) == 0
        }
        for each in calls(name, [(source,) for source in wanted]):
            yield each._replace(legal=wanted[each.shape[len(name) + 1 : -1]])


def oddities() -> Iterator[Call]:
    """Yield calls with types that are rarely converted."""
    for name in ("convert_int", "convert_half4_rte", "as_long", "as_uchar4", "as_size_t"):
        for values in ARGUMENTS:
            yield Call(name, f"{name}({values})", OTHERS, f"{name}({values})", legal=None)


@cache
def names(prefix: str) -> list[str]:
    return sorted(name for name in function_names() if name.startswith(prefix))


def width_of(kind: str) -> str:
    return kind.lstrip("abcdefghijklmnopqrstuvwxyz")


def size_of(kind: str) -> int:
    found = builtin_type(kind)
    assert found is not None
    return found.size or 8


def test_there_is_a_name_for_each_type_and_way_of_rounding() -> None:
    rounded = {f"{kind}{way}" for kind in TYPES for way in ("", "_rte", "_rtz", "_rtp", "_rtn")}
    saturated = {
        kind.replace("_", "_sat_", 1) if "_" in kind else f"{kind}_sat"
        for kind in rounded
        if not kind.startswith(("float", "double", "half"))
    }
    assert names("convert_") == sorted(f"convert_{each}" for each in rounded | saturated)
    pointer_sized = {"size_t", "ptrdiff_t", "intptr_t", "uintptr_t"}
    assert names("as_") == sorted(f"as_{each}" for each in {*TYPES, *pointer_sized})


@pytest.mark.parametrize("std", STDS)
def test_the_types_decide(std: str) -> None:
    rejected_by_us = errors(program(std), std)
    reported = findings(program(std), std)
    for number, each in enumerate(program(std).calls):
        assert each.legal is not True or number not in rejected_by_us, each.shape
        assert each.legal is not False or number in reported, each.shape


@judged_by_clang
@pytest.mark.parametrize("std", STDS)
def test_clang_agrees(std: str) -> None:
    made = program(std)
    known = {**DIFFERENCES, **(DIFFERENCES_OF_10 if std == "CL1.0" else {})}
    assert not {
        made.calls[number].shape
        for number in rejected(made, std) ^ errors(made, std)
        if not any(re.match(each, made.calls[number].shape) for each in known)
    }
