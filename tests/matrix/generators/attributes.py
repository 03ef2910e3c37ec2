"""Attributes: which, on what, how often, and with which arguments."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.attribute_uses import attribute_use
from opencl_ls.builtins.reader import table
from tests.matrix.frame import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

PRELUDE: Final = """\
typedef struct { int a; float b; } S;
void use(int);
"""

_SUBJECTS: Final = {
    "kernel": "$ kernel void f@(int n) {}",
    "kernel-behind": "kernel $ void f@(int n) {}",
    "kernel-prototype": "kernel void f@(int n) $;",
    "function": "$ void f@(int n) {}",
    "prototype": "void f@(int n) $;",
    "int-function": "$ int f@(int n) { return n; }",
    "parameter": "void f@($ int n) {}",
    "parameter-behind": "void f@(int n $) {}",
    "pointer-parameter": "kernel void f@($ global int *p) {}",
    "program": "constant int v@ $ = 1;",
    "variable": "void f@(int n) { int v $ = n; use(v); }",
    "array": "void f@(int n) { int v[4] $; v[0] = n; use(v[0]); }",
    "local": "kernel void f@(int n) { local int v $; v = n; }",
    "pointer": "void f@(global int *q) { global int *p $ = q; use(*p); }",
    "typedef": "typedef int T@ $;",
    "typedef-pointer": "typedef global int *T@ $;",
    "struct": "struct T@ { char a; int b; } $;",
    "struct-front": "struct $ T@ { char a; int b; };",
    "union": "union T@ { char a; int b; } $;",
    "member": "struct T@ { char a; int b $; };",
    "enum": "enum T@ { A@, B@ } $;",
    "enumerator": "enum T@ { A@ $, B@ };",
    "label": "void f@(int n) { here: $; if (n--) goto here; }",
    "statement": "void f@(int n) { $ use(n); }",
    "loop": "void f@(int n) { $ while (n--) use(n); }",
    "block": "void f@(int n) { void (^b)(int) = ^(int i) $ { use(i); }; b(n); }",
    "cast": "void f@(int n) { use((int $)n); }",
    "prototype-parameter": "void f@(int n $);",
    "constant": "kernel void f@(int n) { constant int v $ = 1; use(v + n); }",
    "front": "void f@(int n) { $ int v = n; use(v); }",
    "behind-star": "void f@(global int *q) { global int *$ p = q; use(*p); }",
    "for-head": "void f@(int n) { for (int i $ = 0; i < n; ++i) use(i); }",
    "struct-before": "$ struct T@ { char a; int b; };",
    "struct-forward": "struct $ T@;",
    "struct-typedef": "typedef struct { char a; int b; } $ T@;",
    "member-front": "struct T@ { char a; $ int b; };",
    "empty": "void f@(int n) { $; use(n); }",
    "compound": "void f@(int n) { $ { use(n); } }",
    "if": "void f@(int n) { $ if (n) use(n); }",
    "for": "void f@(int n) { $ for (int i = 0; i < n; ++i) use(i); }",
    "return": "int f@(int n) { $ return n; }",
    "case": "void f@(int n) { switch (n) { $ case 1: use(1); } }",
    "block-variable": "void f@(int n) { void (^b)(int) $ = ^(int i) { use(i); }; b(n); }",
    "block-parameter": "void f@(int n) { void (^b)(int) = ^(int i $) { use(i); }; b(n); }",
    "sizeof": "void f@(int n) { use(n + sizeof(int $)); }",
}

_ATTRIBUTES: Final = {
    "aligned": ("", "8", "0", "3", "-4", "4.0f", '"4"', "n", "4, 8", "1 << 29"),
    "packed": ("", "1"),
    "vec_type_hint": ("", "float4", "int", "4", "void", "S", "float *", "image2d_t", "int, float"),
    "work_group_size_hint": ("", "1", "8, 8, 1", "0, 1, 1", "-1, 1, 1", "1.0f, 1, 1", "1, 1, 1, 1"),
    "reqd_work_group_size": ("", "1", "8, 8, 1", "0, 1, 1", "-1, 1, 1", '"a", 1, 1', "1, 1, 1, 1"),
    "intel_reqd_sub_group_size": ("", "8", "0", "-8", "8, 8", "7", "2.0f"),
    "opencl_unroll_hint": ("", "4", "0", "-1", "1, 2", "2.0f"),
    "nosvm": ("", "1"),
    "endian": ("", "host", "device", "middle", "1"),
    "overloadable": ("", "1"),
    "unused": ("", "1"),
    "used": ("",),
    "always_inline": ("", "1"),
    "noinline": ("", "1"),
    "const": ("",),
    "pure": ("",),
    "noreturn": ("",),
    "deprecated": ("", '"text"', "1"),
    "unavailable": ("", '"text"'),
    "warn_unused_result": ("",),
    "convergent": ("",),
    "noduplicate": ("",),
    "flatten": ("",),
    "cold": ("",),
    "hot": ("",),
    "weak": ("",),
    "alias": ("", '"use"'),
    "section": ('"a"', "1"),
    "visibility": ('"default"', '"nonsense"', "1"),
    "vector_size": ("", "16", "0", "3"),
    "ext_vector_type": ("", "4", "0", "5"),
    "address_space": ("", "1", "-1"),
    "opencl_global": ("",),
    "opencl_local": ("",),
    "opencl_private": ("",),
    "opencl_constant": ("",),
    "opencl_generic": ("",),
    "mode": ("", "SI", "DI", "nonsense"),
    "format": ("", "printf, 1, 2", "printf, 1"),
    "nonnull": ("", "1", "9"),
    "returns_nonnull": ("",),
    "malloc": ("",),
    "transparent_union": ("",),
    "may_alias": ("",),
    "annotate": ('"a"', "1"),
    "fallthrough": ("",),
    "no_such_attribute": ("", "1"),
    "qcom_reqd_sub_group_size": ('"full"',),
    "__aligned__": ("8",),
    "__packed__": ("",),
}

_PAIRS: Final = (
    "reqd_work_group_size(8, 8, 1)",
    "reqd_work_group_size(4, 4, 1)",
    "work_group_size_hint(8, 8, 1)",
    "work_group_size_hint(4, 4, 1)",
    "vec_type_hint(int)",
    "vec_type_hint(float4)",
    "intel_reqd_sub_group_size(8)",
    "intel_reqd_sub_group_size(16)",
    "overloadable",
    "always_inline",
    "noinline",
    "aligned(8)",
    "aligned(16)",
    "packed",
    "opencl_unroll_hint(4)",
    "opencl_unroll_hint(2)",
    "nosvm",
    "unused",
    "no_such_attribute",
)

_SYNTAX: Final = {
    "empty": "__attribute__(())",
    "one-parenthesis": "__attribute__(packed)",
    "none": "__attribute__",
    "comma": "__attribute__((unused, packed))",
    "commas": "__attribute__((unused,,packed))",
    "short": "__attribute((unused))",
    "keyword": "__attribute__((const))",
    "number": "__attribute__((1))",
    "brackets": "[[]]",
    "brackets-unused": "[[maybe_unused]]",
    "alignas": "_Alignas(8)",
    "declspec": "__declspec(align(8))",
}


_OF_OTHER_LANGUAGES: Final = re.compile(
    # Objective-C, Swift, and what frameworks of macOS are annotated with.
    r"NSObject|objc_|swift|ns_|cf_|os_|ib|mig_|availability|external_source_symbol|callback"
    # C++, and its analysis of states.
    r"|coro_|consumable|callable_when|(?:param|return|set|test)_typestate|preferred_|vecreturn"
    # Vectors and calls of one processor, and functions in several versions.
    r"|neon_|arm_|riscv_|regparm|pcs|cpu_|target|ifunc|weakref|opencl_global_"
    # What analysers of programs want: types by tags, and who owns memory.
    r"|ownership_|blocks|argument_with|pointer_with|type_tag|diagnose_|matrix_type|clang_builtin_alias"
)


def _given(name: str) -> str:
    """Return arguments that an attribute takes, in parentheses."""
    if name == "enum_extensibility":
        return "(open)"
    use = attribute_use(name)
    assert use is not None
    kinds = [*use.arguments, *[""] * use.least][: use.least]
    given = ", ".join('"a"' if kind == "string" else "1" for kind in kinds)
    return f"({given})" if given else ""


def cells() -> Iterator[Cell]:
    """Yield attributes with arguments on every subject, two on some, and ways to write them.

    Those that kernels have come with many kinds of arguments, and all others that clang knows in C
    for any target with the arguments that they take.
    """
    others = [
        name
        for name in table("attribute_uses")
        if name not in _ATTRIBUTES and not _OF_OTHER_LANGUAGES.match(name)
    ]
    for (subject, text), name in product(_SUBJECTS.items(), others):
        yield Cell(
            f"known/{subject}/{name}", text.replace("$", f"__attribute__(({name}{_given(name)}))")
        )
    for subject, text in _SUBJECTS.items():
        for name, arguments in _ATTRIBUTES.items():
            for number, argument in enumerate(arguments):
                written = f"{name}({argument})" if argument else name
                yield Cell(
                    f"one/{subject}/{name}/{number}",
                    text.replace("$", f"__attribute__(({written}))"),
                )
        for how, written in _SYNTAX.items():
            yield Cell(f"written/{subject}/{how}", text.replace("$", written), alone=True)
    for subject in ("kernel", "function", "variable", "struct", "member", "loop"):
        for one, other in product(_PAIRS, repeat=2):
            text = _SUBJECTS[subject]
            for how, written in (
                ("list", f"__attribute__(({one}, {other}))"),
                ("two", f"__attribute__(({one})) __attribute__(({other}))"),
            ):
                number = f"{_PAIRS.index(one)}-{_PAIRS.index(other)}"
                if how == "two" or one == other:
                    yield Cell(f"two/{subject}/{how}/{number}", text.replace("$", written))
