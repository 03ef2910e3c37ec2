"""Every operator with pairs of operand kinds, and every other place that takes one value."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tests.matrix.frame import Cell
from tests.matrix.operands import EVERY, PRELUDE, SINCE_20, Operand, operands, vectors

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PRELUDE", "cells"]

_BINARY = {
    **{sign: f"(void)($1 {sign} $2)" for sign in ("+", "-", "*", "%", "<<", "<", "==", "&", "&&")},
    **{sign: f"$1 {sign} $2" for sign in ("=", "+=", "-=", "*=", "%=", "<<=", "&=")},
    ",": "$1, $2",
    "[]": "(void)($1)[$2]",
    "?:": "(void)(1 ? $1 : $2)",
    "condition": "(void)($1 ? $2 : $2)",
}
_SIBLINGS = {
    **{sign: f"(void)($1 {sign} $2)" for sign in "/ >> > <= >= != | ^ ||".split()},
    **{sign: f"$1 {sign} $2" for sign in "/= >>= |= ^=".split()},
}
"""These do what one of `_BINARY` does: each kind is paired with a few of the others here."""
_UNARY = {
    **{f"{sign}x": f"(void){sign}($1)" for sign in ("+", "-", "~", "!", "&", "*", "sizeof")},
    **{f"{sign}x": f"{sign}($1)" for sign in ("++", "--")},
    "x++": "($1)++",
    "member": "(void)($1).x",
    "arrow": "(void)($1)->a",
    "called": "(void)($1)(1)",
    "if": "if ($1) {}",
    "while": "while ($1) break",
    "switch": "switch ($1) { default: break; }",
    "do": "do { break; } while ($1)",
    "for": "for (; $1; ) break",
    "case": "switch (1) { case $1: break; }",
    "size": "int z[$1]; (void)z",
    "return": "return $1",
    "statement": "$1",
}
_MEMBERS = "x y xyzw wx s0 S7 sF sff lo even a f q r rgba x.x".split()
_KINDS = (
    *("int", "bool", "float", "int4", "float2", "global int *", "void *", "global void *"),
    *("struct pair", "union either", "event_t", "sampler_t", "enum colour"),
)
_TYPES = (
    *("void", "char", "half", "double", "size_t", "char2", "uint4", "float4", "double2", "half2"),
    *("local int *", "constant char *", "const global int *", "global int4 *", "struct other"),
    *("image2d_t", "int[4]", "const int", "global int", "alias", "global int *global *"),
)
_LATER_TYPES = (
    *("generic int *", "queue_t", "clk_event_t", "reserve_id_t", "ndrange_t", "atomic_int"),
    *("void (^)(void)", "int (^)(int)", "global atomic_int *"),
)
_COMMON = {
    *("int", "float", "uchar", "int4", "float4", "bool", "global-int-pointer", "struct", "event"),
    *("array", "block", "half", "0", "void"),
}


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    kinds, sizes = operands(), vectors()
    pairs = [(one.named("a"), other.named("b")) for one, other in product(kinds, kinds)]
    near = [
        (one.named("a"), other.named("b"))
        for one, other in product(sizes, sizes)
        if _are_near(one.name, other.name)
    ]
    for (name, text), (one, other) in product(_BINARY.items(), pairs):
        yield _cell(f"{name}/{one.name}/{other.name}", text, one, other)
    for (name, text), (one, other) in product(_SIBLINGS.items(), pairs):
        if one.name in _COMMON or other.name in _COMMON:
            yield _cell(f"{name}/{one.name}/{other.name}", text, one, other)
    for (name, text), (one, other) in product((_BINARY | _SIBLINGS).items(), near):
        yield _cell(f"sizes/{name}/{one.name}/{other.name}", text, one, other)
    for one, other in pairs:
        if one.parameter:
            yield _cell(f"argument/{one.name}/{other.name}", "g@($2)", one, other)
    for one in [kind.named("a") for kind in kinds]:
        yield from _alone(one)


def _alone(one: Operand) -> Iterator[Cell]:
    """Yield expressions with a kind and no other."""
    for name, text in _UNARY.items():
        yield _cell(f"{name}/{one.name}", text, one)
    for kind in (*_KINDS, *_TYPES, *_LATER_TYPES):
        named = kind.replace(" ", "-").replace("*", "p")
        targets = SINCE_20 if kind in _LATER_TYPES else EVERY
        yield _cell(f"cast/{named}/{one.name}", f"(void)({kind})($1)", one, only=targets)
    for kind in _KINDS:
        named = kind.replace(" ", "-").replace("*", "p")
        text = f"{kind} z = $1; (void)z"
        yield _cell(f"initializer/{named}/{one.name}", text, one)
    for member in _MEMBERS:
        yield _cell(f"member/{member}/{one.name}", f"(void)($1).{member}", one)
        yield _cell(f"arrow/{member}/{one.name}", f"(void)($1)->{member}", one)
        yield _cell(f"to-member/{member}/{one.name}", f"($1).{member} = 1", one)
    for number in (1, 2, 4):
        text = f"(void)(int4)({', '.join(['$1'] * number)})"
        yield _cell(f"literal-of-{number}/{one.name}", text, one)


def _are_near(one: str, other: str) -> bool:
    """Whether two types of numbers differ only in the element or in the size."""
    element, size = one.rstrip("0123456789"), one.lstrip("abcdefghijklmnopqrstuvwxyz")
    return other.startswith(element) or other.endswith(size or other[-1])


def _cell(name: str, text: str, *given: Operand, only: tuple[str, ...] = EVERY) -> Cell:
    for number, each in enumerate(given, start=1):
        text = text.replace(f"${number}", each.expression)
    callee = ""
    if text.startswith("g@("):
        callee, given = f"void g@({given[0].parameter}); ", given[1:]
    parameters = ", ".join(each.parameter for each in given if each.parameter)
    locals_ = "".join(f"{each.local} " for each in given if each.local)
    targets = min((only, *(each.targets for each in given)), key=len)
    return Cell(name, f"{callee}void f@({parameters or 'void'}) {{ {locals_}{text}; }}", targets)
