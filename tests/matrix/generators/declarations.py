"""Declarations: place, storage class, address space, type and initialiser."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Final

from tests.matrix.frame import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

PRELUDE: Final = """\
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct { int a; float b; } S;
typedef union { int a; float b; } U;
enum E { E0, E1 };
typedef int F(int);
int runtime(void);
"""

# `$` is the declaration of `v@`; `;` ends it where one may.  What a function returns is declared as
# a variable is whose name has a list of parameters.
_PLACES: Final = {
    "program": "$;",
    "function": "void f@(int n) { $; }",
    "kernel": "kernel void f@(int n) { $; }",
    "nested": "kernel void f@(int n) { if (n) { $; } }",
    "for": "void f@(int n) { for ($; ; ) break; }",
    "parameter": "void f@($) {}",
    "kernel-parameter": "kernel void f@($) {}",
    "prototype": "void f@($);",
    "member": "struct T@ { $; };",
    "union-member": "union T@ { $; };",
    "typedef": "typedef $;",
    "return-type": "$;",
}

_STORAGE: Final = {
    "": "",
    "static": "static",
    "extern": "extern",
    "auto": "auto",
    "register": "register",
    "inline": "inline",
    "const": "const",
    "volatile": "volatile",
    "restrict": "restrict",
    "static-extern": "static extern",
    "typedef": "typedef",
}

_SPACES: Final = {
    "": "",
    "private": "private",
    "local": "local",
    "global": "global",
    "constant": "constant",
    "generic": "generic",
    "global-twice": "global global",
    "private-twice": "__private private",
    "global-local": "global local",
    "private-constant": "private constant",
}

# The type's kind: `$` is storage and address space, `%` the name.
_TYPES: Final = {
    "int": "$ int %",
    "float4": "$ float4 %",
    "half": "$ half %",
    "double": "$ double %",
    "bool": "$ bool %",
    "size_t": "$ size_t %",
    "ptrdiff_t": "$ ptrdiff_t %",
    "intptr_t": "$ intptr_t %",
    "uintptr_t": "$ uintptr_t %",
    "half4": "$ half4 %",
    "half-pointer": "$ half *%",
    "half-array": "$ half %[2]",
    "double2": "$ double2 %",
    "void": "$ void %",
    "struct": "$ S %",
    "union": "$ U %",
    "enum": "$ enum E %",
    "incomplete": "$ struct Nowhere %",
    "pointer": "int * $ %",
    "pointer-to": "$ int *%",
    "global-pointer": "global int * $ %",
    "local-pointer": "local int * $ %",
    "pointer-pointer": "$ int **%",
    "global-pointers": "global int * global * $ %",
    "array": "$ int %[3]",
    "array-2": "$ int %[2][3]",
    "array-unsized": "$ int %[]",
    "array-runtime": "$ int %[n]",
    "array-0": "$ int %[0]",
    "array-pointer": "$ int (*%)[3]",
    "function": "$ int %(int)",
    "function-pointer": "$ int (*%)(int)",
    "function-typedef": "$ F %",
    "block": "int (^ $ %)(int)",
    "block-pointed": "$ int (^%)(int)",
    "image": "$ image2d_t %",
    "image-read": "$ read_only image2d_t %",
    "image-write": "$ write_only image2d_t %",
    "image-both": "$ read_write image2d_t %",
    "image-depth": "$ read_only image2d_depth_t %",
    "image-msaa": "$ read_only image2d_msaa_t %",
    "image-pointer": "$ read_only image2d_t *%",
    "image-array": "$ read_only image2d_t %[2]",
    "sampler": "$ sampler_t %",
    "sampler-pointer": "$ sampler_t *%",
    "sampler-array": "$ sampler_t %[2]",
    "event": "$ event_t %",
    "event-array": "$ event_t %[2]",
    "event-pointer": "$ event_t *%",
    "clk-event": "$ clk_event_t %",
    "queue": "$ queue_t %",
    "ndrange": "$ ndrange_t %",
    "pipe": "$ pipe int %",
    "pipe-read": "$ read_only pipe int %",
    "reserve-id": "$ reserve_id_t %",
    "atomic": "$ atomic_int %",
    "atomic-pointer": "$ atomic_int *%",
    "undeclared": "$ nosuch_t %",
    "implicit": "$ %",
    "vendor": "$ intel_sub_group_avc_mce_payload_t %",
    "vendor-pointer": "$ intel_sub_group_avc_mce_payload_t *%",
}

# What C has beside the language: only in pairs.
_FOREIGN_TYPES: Final = {
    "long-long": "$ long long %",
    "complex": "$ _Complex float %",
    "thread-local": "$ _Thread_local int %",
    "atomic-c11": "$ _Atomic int %",
    "bit-int": "$ _BitInt(8) %",
}

_INITIALISERS: Final = {
    "": "",
    "zero": " = 0",
    "constant": " = 1 + 2",
    "float": " = 1.5f",
    "runtime": " = runtime()",
    "braces": " = { 0 }",
    "braces-many": " = { 1, 2, 3 }",
    "string": ' = "ab"',
    "vector": " = (float4)(1)",
    "empty": " = {}",
    "braces-runtime": " = { runtime() }",
    "braces-string": ' = { "ab" }',
}

_ALL_TYPES: Final = {**_TYPES, **_FOREIGN_TYPES}


def cells() -> Iterator[Cell]:
    """Yield every pair of the five dimensions at least once, and whole products of some."""
    seen = set()
    for place, storage, space, kind, initialiser in _coordinates():
        key = f"{place}/{storage or 'none'}/{space or 'none'}/{kind}/{initialiser or 'none'}"
        if key in seen:
            continue
        seen.add(key)
        specifiers = " ".join(filter(None, (_STORAGE[storage], _SPACES[space])))
        name = "v@(int n)" if place == "return-type" else "v@"
        declaration = _ALL_TYPES[kind].replace("$", specifiers).replace("%", name).strip()
        text = _PLACES[place].replace("$", declaration + _INITIALISERS[initialiser])
        yield Cell(key, text)
    yield from _type_names()


def _coordinates() -> Iterator[tuple[str, str, str, str, str]]:
    plain = ("program", "function", "parameter", "member")
    # What the language is about: where, in which address space, which type.
    yield from product(_PLACES, [""], _SPACES, _TYPES, [""])
    yield from product(plain, ["static", "extern", "const"], _SPACES, ("int", "pointer-to"), [""])
    yield from product(_PLACES, _STORAGE, _SPACES, ["int"], ["", "zero"])
    yield from product(
        ("program", "function"), [""], ("", "constant", "local"), _TYPES, _INITIALISERS
    )
    yield from product(("program", "kernel"), _STORAGE, [""], _TYPES, [""])
    yield from product(_PLACES, [""], ["", "constant"], ["int", "array"], _INITIALISERS)
    # The other pairs, with the rest as plain as can be.
    usual = ("function", "", "", "int", "")
    dimensions = (_PLACES, _STORAGE, _SPACES, _ALL_TYPES, _INITIALISERS)
    for one, other in combinations(range(len(dimensions)), 2):
        for this, that in product(dimensions[one], dimensions[other]):
            row = list(usual)
            row[one], row[other] = this, that
            yield row[0], row[1], row[2], row[3], row[4]


# Places in which only the type is written, as `$`.
_TYPE_PLACES: Final = {
    "cast": "void f@(int n) { (void)($)n; }",
    "cast-pointer": "void f@(global int *p) { (void)($)p; }",
    "compound-literal": "void f@(int n) { (void)($){ 0 }; }",
    "compound-program": "constant int *v@ = &($){ 0 };",
    "sizeof": "void f@(int n) { (void)sizeof($); }",
    "block-parameter": "void f@(int n) { void (^b)(int) = ^(int i) { }; void (^c)($); }",
    "block-literal": "void f@(int n) { void (^b)(int) = ^($ i) { }; }",
    "block-return": "void f@(int n) { int (^b)(void) = ^$ (void) { return 0; }; }",
    "as-type": "void f@(int n) { (void)__builtin_astype(n, $); }",
    "vec-step": "void f@(int n) { (void)vec_step($); }",
    "unnamed-parameter": "void f@($);",
}

# Those that are the same with a name behind the type cannot have one that goes around its name.
_ONLY_PLAIN: Final = ("block-literal", "block-return")


def _type_names() -> Iterator[Cell]:
    plain = [each for each, text in _TYPES.items() if text.endswith("%") and each != "implicit"]
    others = [each for each in _TYPES if each not in plain and each != "implicit"]
    for place, text in _TYPE_PLACES.items():
        kinds = plain if place in _ONLY_PLAIN else plain + others
        for space, kind in product(_SPACES, kinds):
            yield Cell(f"{place}/{space or 'none'}/{kind}", text.replace("$", _type(space, kind)))
        for storage, kind in product(_STORAGE, ("int", "pointer-to", "struct", "image-read")):
            if storage:
                words = _type("", kind, _STORAGE[storage])
                yield Cell(f"{place}/{storage}/none/{kind}", text.replace("$", words))
        for kind in _FOREIGN_TYPES:
            yield Cell(f"{place}/none/{kind}", text.replace("$", _type("", kind)))
    place = "compound-literal"
    for space, kind, (initialiser, written) in product(
        ("", "constant", "private"), _TYPES, _INITIALISERS.items()
    ):
        value = written.removeprefix(" = ") or "{ n }"
        if kind != "implicit" and initialiser != "braces":
            value = value if value.startswith("{") else f"{{ {value} }}"
            text = _TYPE_PLACES[place].replace("{ 0 }", value).replace("$", _type(space, kind))
            yield Cell(f"{place}/{space or 'none'}/{kind}/{initialiser or 'parameter'}", text)


def _type(space: str, kind: str, storage: str = "") -> str:
    words = " ".join(filter(None, (storage, _SPACES[space])))
    return _ALL_TYPES[kind].replace("$", words).replace("%", "").strip()
