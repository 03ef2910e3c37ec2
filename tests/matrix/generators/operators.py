"""Every operator with pairs of operand kinds, and every other place that takes one value."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from tests.matrix.frame import Cell
from tests.matrix.operands import PRELUDE, Operand, operands

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
    "return": "return $1",
    "statement": "$1",
}
_KINDS = (
    *("int", "bool", "float", "int4", "float2", "global int *", "void *", "global void *"),
    *("struct pair", "union either", "event_t", "sampler_t", "enum colour"),
)


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    kinds = operands()
    for (name, text), one, other in product(_BINARY.items(), kinds, kinds):
        yield _cell(f"{name}/{one.name}/{other.name}", text, one.named("a"), other.named("b"))
    for (name, text), one in product(_UNARY.items(), kinds):
        yield _cell(f"{name}/{one.name}", text, one.named("a"))
    for kind, one in product(_KINDS, kinds):
        named = kind.replace(" ", "-").replace("*", "p")
        yield _cell(f"cast/{named}/{one.name}", f"(void)({kind})($1)", one.named("a"))
        text = f"{kind} z = $1; (void)sizeof z"
        yield _cell(f"initializer/{named}/{one.name}", text, one.named("a"))
    for number, one in product((1, 2, 4), kinds):
        text = f"(void)(int4)({', '.join(['$1'] * number)})"
        yield _cell(f"literal-of-{number}/{one.name}", text, one.named("a"))


def _cell(name: str, text: str, *given: Operand) -> Cell:
    for number, each in enumerate(given, start=1):
        text = text.replace(f"${number}", each.expression)
    parameters = ", ".join(each.parameter for each in given if each.parameter)
    locals_ = "".join(f"{each.local} " for each in given if each.local)
    targets = min((each.targets for each in given), key=len)
    return Cell(name, f"void f@({parameters or 'void'}) {{ {locals_}{text}; }}", targets)
