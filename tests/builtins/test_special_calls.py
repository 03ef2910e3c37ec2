"""Calls of the built-in functions that take a type, a format or a block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import pytest

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

# What differs from clang-19, by the call, with the reason.
DIFFERENCES = {
    r"vec_step\(i, f\)|u = vec_step i|vec_step \(f4\)\[0\]": "to clang it is an operator like "
    "sizeof; the specification has a function of one argument",
    r"enqueue_kernel\(.*, 1, ev, &ev, ": "clang takes an event for a list of events, and then "
    "cannot make code of it",
    r"enqueue_kernel\(.*, evs, evs, ": "clang does not let an array decay to a pointer here",
}

DIFFERENCES_OF_10 = {
    r"vec_step": "it came with 1.1: we warn, as compilers take it, and look no further",
}

PRELUDE = """
#if __OPENCL_C_VERSION__ == 200
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
struct pair { int a, b; };
union either { int a; float b; };
enum mode { FIRST };
typedef float4 colour;
constant char text[] = "abc";
void nothing(void);
"""

SCALARS = (
    "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "half",
)  # fmt: skip
VALUES = (
    "int i", "uint u", "ulong l", "float f", "double d", "int2 i2", "float3 f3", "float4 f4",
    "ulong16 l16", "half2 h2", "colour c", "global int *gp", "global float4 *gf4", "struct pair s",
    "union either un", "enum mode e", "image2d_t img", "event_t ev", "bool b",
    "constant const char *cs", "local char *lp", "global const char *gp8", "private const char *ps",
)  # fmt: skip
DEVICE = (
    "queue_t q", "ndrange_t n", "clk_event_t ev", "uint u", "int i", "ulong l", "float f",
    "global int *gp", "local int *lp", "struct pair s", "kernel_enqueue_flags_t flags",
)  # fmt: skip

VEC_STEP = (
    *(f"{kind}{width}" for kind in SCALARS for width in ("", 2, 3, 4, 8, 16)),
    "void", "size_t", "unsigned int", "const float3", "global int", "colour", "enum mode",
    "i", "f", "d", "i2", "f3", "f4", "l16", "h2", "c", "e", "i + 1", "f4 * 2.0f", "f4.xyz", "f4.x",
    "gp[0]", "*gf4", "1", "1.0f", "'c'", "(int2)(1, 2)", "s.a", "(f4)", "get_work_dim()", "i2 < i2",
)  # fmt: skip
NO_VEC_STEP = (
    "", "struct pair", "union either", "int *", "global float4 *", "image2d_t", "sampler_t",
    "event_t", "int[2]", "s", "un", "gp", "gp + 1", "&i", "img", "ev", "undeclared", "text", "NULL",
    "i, f", "int, int", "nothing",
)  # fmt: skip

# Without the formats and strings that clang takes and the specification does not: see the rules.
PRINTF = (
    '"a"', '("a")', '"a" "b"', "text", "&text[0]", '"%d", i', '"%u", u', '"%f", f', '"%f", d',
    '"%c", i', '"%s", "x"', '"%p", gp', '"%%"', '"%5.2f|%-10d|%+d|%#x", f, i, i, u',
    '"%ld", (long)i', '"%lu", l', '"%hd", i', '"%hhd", i', '"%a", f',
    '"%x %o %X", u, u, u', '"%v4hlf", f4', '"%v2hld", i2', '"%v3hlf", f3', '"%v16lx", l16',
    '"%d", e', '"%v2hf", h2', '"%v3hhd", (char3)(1, 2, 3)', '"%d", b', 'i ? "a" : "b"',
    '"%lu", sizeof(int)',
)  # fmt: skip
NO_PRINTF = (
    "", "i", "f4", "s", "lp", "gp8", "ps", "i, i", "img", '"%d", s', '"%d", un', '"%d", img',
    '"%d", ev', '"%d", nothing()', '"%d", undeclared',
)  # fmt: skip

# Blocks by the number of sizes that they want.
BLOCKS = {
    "^{ }": 0, "^(void){ }": 0, "^{ *gp = 1; }": 0, "^{ int z = i; }": 0,
    "^(local void *p){ }": 1, "^(const local void *p){ }": 1, "^(local volatile void *p){ }": 1,
    "^(local void *p, local void *r){ }": 2,
}  # fmt: skip
NO_BLOCKS = (
    "^(int p){ }", "^(global void *p){ }", "^(private void *p){ }", "^(constant void *p){ }",
    "^(void *p){ }", "^(local void *p, int k){ }", "^(local void **p){ }", "^(local int *p){ }",
    "^(local struct pair *p){ }", "i", "gp", "NULL", "0", "s", "nothing", "undeclared",
)  # fmt: skip
EVENTS = (
    "0, NULL, NULL", "0, NULL, &ev", "1, &ev, NULL", "1, &ev, &ev", "2, evs, &ev", "u, evs, NULL",
    "2, evs, evs", "1, evs + 1, &evs[0]", "0, 0, 0", "l, NULL, NULL",
)  # fmt: skip
NO_EVENTS = (
    "1, ev, &ev", "1, &ev, ev", "1, gp, &ev", "1, &ev, gp", "1.0f, NULL, NULL", "gp, NULL, NULL",
    "0, 1, NULL", "0", "0, NULL", "q, NULL, NULL",
)  # fmt: skip
SIZES = ("1", "u", "i", "-1", "(char)1", "sizeof(int)", "64 * sizeof(struct pair)", "16L")
NO_SIZES = ("f", "gp", "s", "q", "NULL, 1", "1, 2", "(uint2)(1)")
LIST = "clk_event_t evs[2] = { ev, ev };"
FIRST = "q, CLK_ENQUEUE_FLAGS_NO_WAIT, n"
QUERIES = ("get_kernel_work_group_size", "get_kernel_preferred_work_group_size_multiple")
RANGE_QUERIES = (
    "get_kernel_sub_group_count_for_ndrange",
    "get_kernel_max_sub_group_size_for_ndrange",
)


class Kind(NamedTuple):
    """Calls of one kind, from a version on: correct ones, and ones that compilers reject."""

    since: str
    parameters: tuple[str, ...]
    correct: Iterable[str]
    wrong: Iterable[str]


def kinds() -> Iterator[Kind]:
    wrong = [f"vec_step({each})" for each in NO_VEC_STEP]
    wrong += ["u = vec_step i", "vec_step (f4)[0]"]
    yield Kind("CL1.1", VALUES, (f"vec_step({each})" for each in VEC_STEP), wrong)
    formats = (f"printf({each})" for each in PRINTF)
    yield Kind("CL1.2", VALUES, formats, (f"printf({each})" for each in NO_PRINTF))
    yield Kind("CL2.0", DEVICE, enqueued(), wrongly_enqueued())
    yield Kind("CL2.0", DEVICE, queries(), wrong_queries())


def enqueued() -> Iterator[str]:
    for block, count in BLOCKS.items():
        for events in ("", ", 0, NULL, NULL"):
            yield f"enqueue_kernel({FIRST}{events}, {block}{', u' * count})"
    for events in EVENTS:
        yield f"{LIST} enqueue_kernel({FIRST}, {events}, ^{{ }})"
        yield f"{LIST} enqueue_kernel({FIRST}, {events}, ^(local void *p){{ }}, u)"
    for size in SIZES:
        yield f"enqueue_kernel({FIRST}, ^(local void *p){{ }}, {size})"
        yield f"enqueue_kernel({FIRST}, 0, NULL, NULL, ^(local void *p){{ }}, {size})"
    for values in ("q, 0, n", "q, flags, n", "get_default_queue(), 0, ndrange_1D(1, 2)"):
        yield f"enqueue_kernel({values}, ^{{ }})"


def wrongly_enqueued() -> Iterator[str]:
    for block, count in BLOCKS.items():
        yield f"enqueue_kernel({FIRST}, {block}{', u' * (count + 1)})"
        yield f"enqueue_kernel({FIRST}, 0, NULL, NULL, {block}{', u' * (count + 1)})"
        if count:
            yield f"enqueue_kernel({FIRST}, {block})"
    for block in (*NO_BLOCKS, "&nothing", "^int{ return 1; }", "^int(void){ return 1; }"):
        for events in ("", ", 0, NULL, NULL"):
            yield f"enqueue_kernel({FIRST}{events}, {block})"
            yield f"enqueue_kernel({FIRST}{events}, {block}, 1)"
    for events in NO_EVENTS:
        yield f"enqueue_kernel({FIRST}, {events}, ^{{ }})"
        yield f"enqueue_kernel({FIRST}, {events}, ^(local void *p){{ }}, u)"
    for size in NO_SIZES:
        yield f"enqueue_kernel({FIRST}, ^(local void *p){{ }}, {size})"
        yield f"enqueue_kernel({FIRST}, 0, NULL, NULL, ^(local void *p){{ }}, {size})"
    for values in ("0, 0, n", "q, 1.0f, n", "q, n, 0", "q, 0, 0", "q, gp, n", "q, 0, s", "i, 0, n"):
        yield f"enqueue_kernel({values}, ^{{ }})"
    for values in ("", "q", "q, 0, n", "q, 0, n, 0, NULL, NULL", "q, 0, n, n, n, n, ^{ }"):
        yield f"enqueue_kernel({values})"


def queries() -> Iterator[str]:
    for block in BLOCKS:
        yield from (f"{name}({block})" for name in QUERIES)
        yield from (f"{name}(n, {block})" for name in RANGE_QUERIES)


def wrong_queries() -> Iterator[str]:
    for block in (*NO_BLOCKS, "", "^{ }, 1", "^{ }, ^{ }", "q"):
        yield from (f"{name}({block})" for name in QUERIES)
        yield from (f"{name}(n, {block})" for name in RANGE_QUERIES)
    for values in ("", "^{ }", "^{ }, n", "i, ^{ }", "q, ^{ }", "0, ^{ }", "NULL, ^{ }"):
        yield from (f"{name}({values})" for name in RANGE_QUERIES)


@cache
def program(std: str) -> Program:
    return Program(calls(std), PRAGMAS + PRELUDE)


def calls(std: str) -> Iterator[Call]:
    """Yield the calls of all kinds, and some of each where all of the kind are wrong."""
    for kind in kinds():
        early = std < kind.since
        step = 9 if early and not ALL_CALLS else 1
        pairs = [(text, True) for text in kind.correct] + [(text, False) for text in kind.wrong]
        for number, (text, legal) in enumerate(pairs[::step]):
            # Each call has a function of its own: it may be one that no parser understands.
            yield Call(str(number), text, kind.parameters, text, legal and not early)


@pytest.mark.parametrize("std", STDS)
def test_correct_calls_are_silent_and_others_are_not(std: str) -> None:
    reported = findings(program(std), std)
    assert not {
        each.shape
        for number, each in enumerate(program(std).calls)
        if each.legal == (number in reported)
    }


@judged_by_clang
@pytest.mark.parametrize("std", STDS)
def test_clang_agrees(std: str) -> None:
    made = program(std)
    known = {**DIFFERENCES, **(DIFFERENCES_OF_10 if std == "CL1.0" else {})}
    assert not {
        made.calls[number].shape
        for number in rejected(made, std) ^ errors(made, std)
        if not any(re.search(each, made.calls[number].shape) for each in known)
    }
