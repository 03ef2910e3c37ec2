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
    *("__attribute__((unused)) int a", "struct { int a; } s", "struct new { int a; } s"),
    *("struct new { int a; } *s", "struct new *s", "enum { A } e", "enum new { A } e"),
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
    "variadic": "void %(int a, ...)",
    "struct-inside": "void %(struct new { int a; } s)",
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
# Old style: the list of parameters has only names, and declarations come before the body.
_OLD_STYLE = {
    "one": "void %(a) int a; {}",
    "two": "void %(a, b) int a; float b; {}",
    "two-together": "int %(a, b) int a, b; { return a; }",
    "pointer": "void %(p) global int *p; {}",
    "kernel": "kernel void %(a) int a; {}",
    "untyped": "%(a) int a; { return a; }",
    "not-listed": "void %(a) int a; int b; {}",
    "no-declarations": "void %(a) {}",
    "declared": "void %(a);",
    "with-prototype": "void %(int); void %(a) int a; {}",
    "prototype-later": "void %(a) int a; {} void %(int);",
    "other-prototype": "void %(float4); void %(a) int a; {}",
    "called": "void %(a) int a; {} void g@(void) { %(1); }",
    "called-with-two": "void %(a) int a; {} void g@(void) { %(1, 2); }",
    "initialised": "void %(a) int a = 1; {}",
    "static": "void %(a) static int a; {}",
    "typedef-name": "void %(T) int T; {}",
}
# What declares nothing, or only a type.
_NAMELESS = (
    *("int", "float4", "struct pair", "struct { int a; }", "struct new@ { int a; }", "T", ""),
    *("union { int a; float b; }", "enum { A@ }", "enum colour", "enum new@ { B@ }", "image2d_t"),
    *("int *", "int (int)", "int [3]", "void (*)(int)", "struct new@", "void", "sampler_t"),
    *("event_t", "union new@ { int a; }", "size_t", "unsigned"),
)
_BEFORE_NOTHING = {
    **{each: f"{each} " for each in ("typedef", "static", "extern", "const", "inline", "kernel")},
    **{each: f"{each} " for each in ("global", "constant", "local", "private", "volatile")},
    "typedef-global": "typedef global ",
    "typedef-const": "typedef const ",
    "none": "",
    "attribute": "__attribute__((packed)) ",
}
_AROUND_NOTHING = {
    "program": "$;",
    "function": "void f@(void) { $; }",
    "member": "struct f@ { int a; $; };",
    "parameter": "void f@(int a, $);",
}
# Functions that are called before a declaration of theirs, or without one.
_MISSING = {
    "never": "void g@(void) { %; }",
    "behind": "void g@(void) { %; } $ {}",
    "behind-declared": "void g@(void) { %; } $;",
    "in-body": "void g@(void) { $; %; }",
    "in-other-body": "void h@(void) { $; } void g@(void) { %; }",
    "in-block-before": "void g@(void) { { $; } %; }",
    "before": "$; void g@(void) { %; }",
    "before-defined": "$ {} void g@(void) { %; }",
    "itself": "$ { %; }",
}
_MISSING_CALLS = ("%()", "%(1)", "%(1.0f)", "int x = %(1)", "(void)%", "%(1, 2)", "%(%)")
_MISSING_HEADS = {
    **{each: f"{each} %(int a)" for each in ("void", "int", "static void", "kernel void")},
    "inline": "inline void %(int a)",
    "empty": "void %()",
    "untyped": "%(int a)",
    "other": "void %(float4 a)",
    "overloadable": "void __attribute__((overloadable)) %(int a)",
}


def cells() -> Iterator[Cell]:
    """Yield the cells."""
    yield from _declared()
    yield from _nameless()
    for name, text in _OLD_STYLE.items():
        yield Cell(f"old-style/{name}", text.replace("%", "f@"))
    for (place, text), (one, head), call in product(
        _MISSING.items(), _MISSING_HEADS.items(), _MISSING_CALLS
    ):
        if place != "never" or one == "void":
            written = text.replace("%", call).replace("$", head).replace("%", "f@")
            yield Cell(f"missing/{place}/{one.replace(' ', '_')}/{call.replace(' ', '_')}", written)


def _nameless() -> Iterator[Cell]:
    for (place, text), (word, before), kind in product(
        _AROUND_NOTHING.items(), _BEFORE_NOTHING.items(), _NAMELESS
    ):
        named = kind.replace(" ", "_") or "nothing"
        yield Cell(f"nameless/{place}/{word}/{named}", text.replace("$", (before + kind).strip()))


def _declared() -> Iterator[Cell]:
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
