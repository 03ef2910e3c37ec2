"""Pairs of pointers, and what is near them, in each context that converts one to the other."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from tests.matrix.frame import Cell
from tests.matrix.operands import EVERY, SINCE_20

if TYPE_CHECKING:
    from collections.abc import Iterator

PRELUDE: Final = """\
struct pair { int a; };
struct hidden;
"""

_SPACES = ("", "global ", "local ", "constant ", "private ")
_CONTEXTS = {
    "initialize": "void f@($B) { $A = b; (void)sizeof a; }",
    "assign": "void f@($A, $B) { a = b; }",
    "argument": "void g@($A); void f@($B) { g@(b); }",
    "return": "$R f@($B) { return b; }",
    "equal": "void f@($A, $B) { (void)(a == b); }",
    "less": "void f@($A, $B) { (void)(a < b); }",
    "difference": "void f@($A, $B) { (void)(a - b); }",
    "choice": "void f@($A, $B, int c) { (void)(c ? a : b); }",
    "cast": "void f@($B) { (void)($T)b; }",
}
_BUILTIN = {
    "vload4": "void f@($B) { (void)vload4(0, b); }",
    "fract": "void f@(float x, $B) { (void)fract(x, b); }",
    "atomic_add": "void f@($B) { (void)atomic_add(b, 1); }",
    "prefetch": "void f@($B) { prefetch(b, 1); }",
    "atomic_load": "void f@($B) { (void)atomic_load(b); }",
}


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    kinds = list(_kinds())
    for (context, text), (one, targets), (other, later) in product(_CONTEXTS.items(), kinds, kinds):
        if context == "return" and "%(" in one.replace("(*%", "%("):
            continue  # Such a result is written around the function.
        yield _cell(context, text, one, other, min(targets, later, key=len))
    for (name, text), (other, targets) in product(_BUILTIN.items(), kinds):
        yield _cell(f"builtin/{name}", text, "", other, targets)


def _cell(context: str, text: str, one: str, other: str, targets: tuple[str, ...]) -> Cell:
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
