"""Pairs of pointers, and what is near them, in each context that converts one to the other."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from tests.matrix.frame import Cell
from tests.matrix.operands import EVERY, SINCE_20

if TYPE_CHECKING:
    from collections.abc import Iterator

PRELUDE: Final = """\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
struct pair { int a; };
struct hidden;
union either { int a; float f; };
enum colour { RED };
"""

_SPACES = ("", "global ", "local ", "constant ", "private ")
_CONTEXTS = {
    "initialize": "void f@($B) { $A = b; (void)a; }",
    "assign": "void f@($A, $B) { a = b; }",
    "argument": "void g@($A); void f@($B) { g@(b); }",
    "return": "$R f@($B) { return b; }",
    "equal": "void f@($A, $B) { (void)(a == b); }",
    "less": "void f@($A, $B) { (void)(a < b); }",
    "difference": "void f@($A, $B) { (void)(a - b); }",
    "choice": "void f@($A, $B, int c) { (void)(c ? a : b); }",
    "cast": "void f@($B) { (void)($T)b; }",
    "sum": "void f@($A, $B) { (void)(a + b); }",
    "or": "void f@($A, $B) { (void)(a || b); }",
    "add": "void f@($A, $B) { a += b; }",
    "through": "void f@($A, $B) { *a = *b; }",
}
_BUILTIN = {
    "vstore4": "void f@(float4 x, $B) { vstore4(x, 0, b); }",
    "vload_half": "void f@($B) { (void)vload_half(0, b); }",
    "sincos": "void f@(float4 x, $B) { (void)sincos(x, b); }",
    "frexp": "void f@(float x, $B) { (void)frexp(x, b); }",
    "remquo": "void f@(float4 x, $B) { (void)remquo(x, x, b); }",
    "atomic_cmpxchg": "void f@($B) { (void)atomic_cmpxchg(b, 1, 2); }",
    "atom_add": "void f@($B) { (void)atom_add(b, 1); }",
    "wait": "void f@($B) { wait_group_events(1, b); }",
    "copy": "void f@(local int *l, $B) { (void)async_work_group_copy(l, b, 1, 0); }",
    "copy-to": "void f@(global int *g, $B) { (void)async_work_group_copy(b, g, 1, 0); }",
    "to_global": "void f@($B) { (void)to_global(b); }",
    "get_fence": "void f@($B) { (void)get_fence(b); }",
    "vload4": "void f@($B) { (void)vload4(0, b); }",
    "fract": "void f@(float x, $B) { (void)fract(x, b); }",
    "atomic_add": "void f@($B) { (void)atomic_add(b, 1); }",
    "prefetch": "void f@($B) { prefetch(b, 1); }",
    "atomic_load": "void f@($B) { (void)atomic_load(b); }",
}


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    common, others = list(_kinds()), list(_others())
    some = common[::4]
    pairs = [*product(common, common), *product(some, others), *product(others, some)]
    for (context, text), ((one, targets), (other, later)) in product(_CONTEXTS.items(), pairs):
        if context == "return" and "%(" in one.replace("(*%", "%(").replace("(^%", "%("):
            continue  # Such a result is written around the function.
        if context == "argument" and "(^" in one:
            continue  # Compilers refuse the parameter, whatever it is given.
        yield _cell(context, text, one, other, min(targets, later, key=len))
    for (name, text), (other, targets) in product(_BUILTIN.items(), common + others):
        yield _cell(f"builtin/{name}", text, "", other, targets)


def _cell(context: str, text: str, one: str, other: str, targets: tuple[str, ...]) -> Cell:
    parameters, _, body = text.rpartition(") { ")
    for sign, kind, name in (("$A", one, "a"), ("$B", other, "b")):
        if "(^" in kind and sign in parameters.rpartition("void f@(")[2]:
            # Compilers refuse a block as a parameter.
            literal = "^(int x) { return x; }" if kind.startswith("int") else "^{}"
            declared = f"{kind.replace('%', name)} = {literal}; "
            parameters = parameters.replace(f"{sign}, ", "").replace(f", {sign}", "")
            parameters = parameters.replace(sign, "void")
            body = declared + body
    text = f"{parameters}) {{ {body}"
    for sign, written in (
        ("$A", one.replace("%", "a")),
        ("$B", other.replace("%", "b")),
        ("$R", one.replace("%", "")),
        ("$T", one.replace("%", "")),
    ):
        text = text.replace(sign, written)
    names = "/".join(each.replace(" ", "_") for each in (one, other) if each)
    return Cell(f"{context}/{names}", text, targets)


def _kinds() -> Iterator[tuple[str, tuple[str, ...]]]:
    for space in _SPACES:
        for pointee in ("int", "float", "void", "int4", "struct pair", "const int", "const void"):
            yield f"{space}{pointee} *%", EVERY
        for inner in ("", "global ", "local "):
            yield f"{inner}int *{space}*%", EVERY
    yield from (
        (each, EVERY)
        for each in (
            *("global uint *%", "global char *%", "volatile global int *%"),
            *(
                "global int *restrict %",
                "global int *const global *%",
                "global const int *global *%",
            ),
            *("global int (*%)[4]", "global int (*%)[3]", "global struct hidden *%"),
            *("size_t %", "int %", "float %"),
        )
    )
    yield "global atomic_int *%", SINCE_20
    yield "generic int *%", SINCE_20
    yield "void (^%)(void)", SINCE_20


def _others() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield kinds that are paired with those of `_kinds`, and not with each other."""
    known = {each for each, _ in _kinds()}
    for space, pointee in product(
        _SPACES,
        (
            *("char", "uchar", "uint", "ulong", "half", "double", "bool", "float2", "uint4"),
            *("union either", "enum colour", "volatile int", "const struct pair", "event_t"),
        ),
    ):
        if f"{space}{pointee} *%" not in known:
            yield f"{space}{pointee} *%", EVERY
    for inner, outer in product(_SPACES, _SPACES):
        for one, qualifier in (("int", ""), ("float", ""), ("const int", ""), ("int", "const ")):
            written = f"{inner}{one} *{qualifier}{outer}*%"
            if written not in known:
                yield written, EVERY
    for each in ("global int **global *%", "global int *const %", "volatile global void *%"):
        yield each, EVERY
    later = ("generic void *%", "int (^%)(int)", "void (^const %)(void)", "local atomic_int *%")
    for each in later:
        yield each, SINCE_20
    for each in ("void (*%)(void)", "int4 %", "struct pair %", "bool %", "event_t %", "int %[4]"):
        yield each, EVERY
