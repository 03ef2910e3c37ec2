"""Formats and what they are given, for `printf` and for functions with the attribute `format`."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from tests.matrix import operands
from tests.matrix.frame import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

_TARGETS = ("1.2", "2.0", "3.0", "3.0-")
_VARIADIC = ("1.2", "2.0", "3.0")
"""Where clang lets a function of the user's own take further arguments."""

PRELUDE: Final = (
    operands.PRELUDE
    + """\
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
int second(int n, const constant char *f, ...) __attribute__((format(printf, 2, 3)));
int elsewhere(const constant char *f) __attribute__((format(printf, 1, 0)));
"""
)

_SPECIFIED = "diouxXfFeEgGaAcsp"
_CONVERSIONS = "d i o u x X f F e E g G a A c s p n % C S m y".split()
_FLAGS = ("-", "+", " ", "#", "0", "-0", "+ ", "5", ".3", "*", ".*", "5.3", "-5.", "'", "I", "1$")
_LENGTHS = ("", "hh", "h", "l", "ll", "hl", "L", "j", "z", "t", "q")
_VECTORS = ("v2", "v3", "v4", "v8", "v16", "v5", "v")
_SCALARS = "char uchar short ushort int uint long ulong float double".split()


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    for conversion, kind in product(_CONVERSIONS, operands.operands()):
        one = kind.named("a")
        yield _cell(f"{conversion}/{one.name}", f"%{conversion}", one)
        yield _cell(f"second/{conversion}/{one.name}", f"%{conversion}", one, "second(1, ")
    for flag, conversion, value in product(_FLAGS, f"{_SPECIFIED}%", _VALUES):
        text = f'printf("%{flag}{conversion}", {"5, " if "*" in flag else ""}{value})'
        yield Cell(f"flags/{flag}{conversion}/{value}", f"void f@(void) {{ {text}; }}", _TARGETS)
    for length, conversion, scalar in product(_LENGTHS, f"{_SPECIFIED}Cn", _SCALARS):
        one = operands.Operand(scalar, f"{scalar} a", expression="a")
        yield _cell(f"length/{length}{conversion}/{scalar}", f"%{length}{conversion}", one)
    for vector, length, conversion, scalar in product(_VECTORS, _LENGTHS, _SPECIFIED, _SCALARS):
        size = vector[1:] if vector in _VECTORS[:5] else ""
        one = operands.Operand(f"{scalar}{size}", f"{scalar}{size} a", expression="a")
        written = f"%{vector}{length}{conversion}"
        yield _cell(f"vector/{written[1:]}/{one.name}", written, one)
    for number, arguments in enumerate(_WHOLE):
        text = f"void f@(constant char *a, global char *b, char *c) {{ $({arguments}); }}"
        yield Cell(f"whole/{number}", text.replace("$", "printf"), _TARGETS)
        yield Cell(f"whole/second/{number}", text.replace("$(", "second(1, "), _VARIADIC)
        if "," not in arguments:
            yield Cell(f"whole/elsewhere/{number}", text.replace("$", "elsewhere"), _TARGETS)

    for (name, declared), conversion, one in product(_OWN.items(), "diuxfcsp%n", _some()):
        for each in ("", "v4hl"):
            text = _cell("", f"%{each}{conversion}", one).text
            where = f"own/{name}/{each}{conversion}/{one.name}"
            yield Cell(where, f"{declared} {text}", alone=True)


def _some() -> list[operands.Operand]:
    kinds = ("int", "float", "ulong", "int4", "global-int-pointer", "struct", '"abc"', "uchar")
    return [one.named("a") for one in operands.operands() if one.name in kinds]


_VALUES = ("1", "1.0f", "(int4)(1)", '"abc"', "1L")
_FORMAT = "__attribute__((format(printf, 1, 2)))"
_OWN = {
    "plain": "int printf(constant char *f, ...);",
    "checked": f"int printf(constant const char *restrict f, ...) {_FORMAT};",
    "private": f"int printf(const char *f, ...) {_FORMAT};",
    "other": f"void printf(constant char *f, int a) {_FORMAT.replace('2', '0')};",
}
"""What users declare as `printf`: clang lets this one name be variadic."""
_WHOLE = (
    *('""', '"x"', '"%"', '"%d"', '"%d", 1', '"%d", 1, 2', '"%d%d", 1', '"%d %", 1', '"x", 1'),
    *('"%*d", 1', '"%*d", 1.0f, 1', '"%.*f", 1, 1.0f', "a", "a, 1", '"a\\0b"', '"%y"', '"%n"'),
    *('"%hhv4d", (char4)(1)', '"%v4 d", 1', '1 ? "%d" : "%f", 1', '("%d"), 1.0f'),
    *('"%d" "%f", 1, 1', '"\\%d", 1', '"%5$d", 1', "0", '"%s", 0', '"%p", 0', '"%s", b'),
    *('"%s", c', '"%p", b', '"%s", a', '"%s", "x"', '"%%"', '"%%%d", 1', '"%5%"'),
)


def _cell(name: str, written: str, one: operands.Operand, callee: str = "printf(") -> Cell:
    locals_ = f"{one.local} " if one.local else ""
    text = (
        f'void f@({one.parameter or "void"}) {{ {locals_}{callee}"{written}", {one.expression}); }}'
    )
    targets = tuple(
        target
        for target in (_TARGETS if callee == "printf(" else _VARIADIC)
        if target in one.targets
    )
    return Cell(name, text, targets)
