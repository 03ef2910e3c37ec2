"""Formats and what they are given, for `printf` and for functions with the attribute `format`."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from tests.matrix import operands
from tests.matrix.frame import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

_TARGETS = ("1.2", "2.0", "3.0", "3.0-")

PRELUDE: Final = (
    operands.PRELUDE
    + """\
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
int second(int n, const constant char *f, ...) __attribute__((format(printf, 2, 3)));
int elsewhere(const constant char *f) __attribute__((format(printf, 1, 0)));
"""
)

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
    for flag, conversion, value in product(_FLAGS, "duxfgcsp%", ("1", "1.0f", "(int4)(1)")):
        text = f'printf("%{flag}{conversion}", {"5, " if "*" in flag else ""}{value})'
        yield Cell(f"flags/{flag}{conversion}/{value}", f"void f@(void) {{ {text}; }}", _TARGETS)
    for length, conversion, scalar in product(_LENGTHS, "duxfgcsp", _SCALARS):
        one = operands.Operand(scalar, f"{scalar} a", expression="a")
        yield _cell(f"length/{length}{conversion}/{scalar}", f"%{length}{conversion}", one)
    for vector, length, conversion, scalar in product(_VECTORS, _LENGTHS, "duxfgcsp", _SCALARS):
        size = vector[1:] if vector in _VECTORS[:5] else ""
        one = operands.Operand(f"{scalar}{size}", f"{scalar}{size} a", expression="a")
        written = f"%{vector}{length}{conversion}"
        yield _cell(f"vector/{written[1:]}/{one.name}", written, one)
    for number, arguments in enumerate(_WHOLE):
        text = f"void f@(constant char *a, global char *b, char *c) {{ $({arguments}); }}"
        yield Cell(f"whole/{number}", text.replace("$", "printf"), _TARGETS)
        yield Cell(f"whole/second/{number}", text.replace("$(", "second(1, "), _TARGETS)
        if "," not in arguments:
            yield Cell(f"whole/elsewhere/{number}", text.replace("$", "elsewhere"), _TARGETS)


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
    targets = one.targets if len(one.targets) < len(_TARGETS) else _TARGETS
    return Cell(name, text, targets)
