"""Heads of functions, their repetition, and calls that fit them or not."""

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
enum colour { RED };
enum change { DOWN = -1 };
struct pair { int a; };
struct hidden;
typedef int T;
"""

_WORDS = {
    "plain": "",
    "static": "static ",
    "inline": "inline ",
    "extern": "extern ",
    "kernel": "kernel ",
    "static-inline": "static inline ",
    "const": "const ",
    "overloadable": "__attribute__((overloadable)) ",
    "noinline": "__attribute__((noinline)) ",
    "global": "global ",
    "local": "local ",
    "constant": "constant ",
    "private": "private ",
}
_RESULTS = (
    *("void %", "int %", "int4 %", "global int *%", "struct pair %", "struct hidden %"),
    *("image2d_t %", "sampler_t %", "event_t %", "half %", "bool %", "double %", "%"),
)
_PARAMETERS = (
    *("", "void", "int", "int a", "int a, ...", "...", "a", "int a, int", "const int a"),
    *("int a[]", "int a[4]", "global int *a", "global int a", "local int a", "constant int *a"),
    *("int *restrict a", "global const int *restrict a", "void a", "void, int", "int, void"),
    *("struct pair s", "struct pair *s", "int (a)", "int (*a)(int)", "int a(int)", "half h"),
    *("half *h", "read_only image2d_t i", "write_only image2d_t i", "read_write image2d_t i"),
    *("image2d_t i", "read_only int i", "event_t e", "sampler_t s", "global sampler_t *s"),
    *("image2d_t *i", "int a, int a", "register int a", "static int a", "extern int a"),
    *("typedef int a", "auto int a", "inline int a", "int a = 1", "int4 a", "size_t n"),
    *("volatile global int *a", "bool b", "enum colour e", "global int **a", "int **a"),
    *("unsigned a", "double d", "int a[static 4]", "int a[*]", "char c, float f"),
    *("__attribute__((unused)) int a",),
)
_LATER_PARAMETERS = (
    *("int (^a)(int)", "atomic_int a", "queue_t q", "ndrange_t n", "read_only pipe int p"),
    *("pipe int p", "clk_event_t e", "reserve_id_t r", "generic int *a"),
)
_HEADS = {
    **{each: f"void %({each})" for each in ("int a", "int", "const int a", "float a", "", "void")},
    **{each: f"void %({each})" for each in ("int a, int b", "global int *a", "local int *a")},
    **{each: f"void %({each})" for each in ("const global int *a", "global int *restrict a")},
    **{each: f"void %({each})" for each in ("global int a[]", "volatile global int *a")},
    **{each: f"void %({each})" for each in ("global uint *a", "global T *a", "T a", "uint a")},
    **{each: f"void %({each})" for each in ("struct pair a", "enum colour a", "enum change a")},
    **{each: f"{each} void %(int a)" for each in ("static", "inline", "extern", "kernel")},
    "result": "int %(int a)",
    "overloadable": "void __attribute__((overloadable)) %(int a)",
    "overloadable-float": "void __attribute__((overloadable)) %(float a)",
    "typedef": "typedef void %(int)",
    "variable": "int %",
    "constant": "constant int % = 1",
    "tag": "struct % { int a; }",
    "enumerator": "enum { % }",
}
_CALLS = (
    *("%()", "%(1)", "%(1, 2)", "%(1.0f)", "%(p)", "%(l)", "int x = %(1)", "(void)%", "%"),
    *("(%)(1)", "(*%)(1)", "(&%)(1)", "void (*q)(int) = %", "%(s)", "%(1u)", "%(v)"),
)


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    lists = [(each, EVERY) for each in _PARAMETERS]
    lists += [(each, SINCE_20) for each in _LATER_PARAMETERS]
    for result, (listed, targets) in product(_RESULTS, lists):
        words = _WORDS if result == "void %" else {"plain": ""}
        for word, written in words.items():
            head = f"{written}{result.replace('%', 'f@')}({listed})"
            named = f"{word}/{result.replace(' ', '_')}/{listed.replace(' ', '_')}"
            body = "{}" if result == "void %" else "{ while (1); }"
            yield Cell(f"declared/{named}", f"{head};", targets)
            yield Cell(f"defined/{named}", f"{head} {body}", targets)
    for (one, first), (other, second) in product(_HEADS.items(), repeat=2):
        for bodies in ("declared", "defined-later", "defined-first", "defined-twice"):
            ends = [";", ";"]
            if bodies in ("defined-first", "defined-twice") and _is_definable(first):
                ends[0] = " {}"
            if bodies in ("defined-later", "defined-twice") and _is_definable(second):
                ends[1] = " {}"
            if ends == [";", ";"] and bodies != "declared":
                continue
            text = f"{first}{ends[0]} {second}{ends[1]}".replace("%", "f@")
            yield Cell(f"{bodies}/{one.replace(' ', '_')}/{other.replace(' ', '_')}", text)
    for (one, first), call in product(_HEADS.items(), _CALLS):
        inside = call.replace("%", "f@")
        text = f"{first.replace('%', 'f@')};\nvoid g@(global int *p, local int *l, int4 v) {{ "
        named = call.replace(" ", "_").replace("%", "f")
        yield Cell(
            f"called/{one.replace(' ', '_')}/{named}", f"{text}struct pair s = {{1}}; {inside}; }}"
        )


def _is_definable(head: str) -> bool:
    is_function = head.endswith(")") and not head.startswith("typedef")
    return (
        is_function
        and head.startswith(("void", "static", "inline", "extern", "kernel"))
        and (not head.endswith("(int)"))
    )
