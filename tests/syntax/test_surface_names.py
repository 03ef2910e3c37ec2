"""The names of the program scope, found without a look into braces."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.syntax.surface import parse_surface
from opencl_ls.syntax.surface_names import names_in
from opencl_ls.syntax.surface_outline import declared
from opencl_ls.syntax.surface_queries import PartCache

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").rglob("*.cl"))


def read(text):
    """Return what is found, and the number of slices."""
    work, slices = names_in(text), 1
    while True:
        try:
            next(work)
            slices += 1
        except StopIteration as end:
            return end.value, slices


def names(text):
    found = read(text)[0].declared
    for each in found:
        assert text.startswith(each.name, each.offset)
    return [(each.kind, each.name) for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kernel void k(global int *p) { int x; }", [("kernel", "k")]),
        ("__kernel\nvoid k(void) {}", [("kernel", "k")]),
        ("KERNEL_FQ void f(void) { if (1) { g(); } }", [("function", "f")]),
        ("int f(int a);\nint f(int a) { return a; }", [("function", "f")]),
        ("struct S { int a; };", [("struct", "S")]),
        ("typedef struct { int a; } S;", [("struct", "S")]),
        ("typedef union U { int a; float b; } V;", [("union", "U"), ("typedef", "V")]),
        ("typedef float4 real;", [("typedef", "real")]),
        (
            "enum { ONE, TWO };",
            [("enumerator", "ONE"), ("enumerator", "TWO")],
        ),
        (
            "enum E { ONE, /* two */ TWO = 2 } e;",
            [("enum", "E"), ("enumerator", "ONE"), ("enumerator", "TWO"), ("variable", "e")],
        ),
        ("constant int t[] = {1, 2}, u = 3;", [("variable", "t"), ("variable", "u")]),
        ("constant struct S s = { .a = 1 };", [("variable", "s")]),
        ("#define M(a) { a\nint x;", [("macro", "M"), ("variable", "x")]),
        (
            "void f(void) {\n  # define N \\\n 4 }\n}\nint y;",
            [("function", "f"), ("macro", "N"), ("variable", "y")],
        ),
        ("// int a; {\n/* int b; { */ int c;", [("variable", "c")]),
        ("void f(void) { g('{', \"{\"); }\nint c;", [("function", "f"), ("variable", "c")]),
        ("#define A /* {\n */ 1\nint c;", [("macro", "A"), ("variable", "c")]),
    ],
)
def test_names(text, expected):
    assert names(text) == expected


def test_the_definition_goes_before_the_declaration():
    text = "int f(int a);\nint f(int a) { return a; }"
    [found] = read(text)[0].declared
    assert found.offset == text.rindex("f(")


@pytest.mark.parametrize(
    "text",
    [
        "#ifdef A\nvoid f(int a) {\n#else\nvoid f(float a) {\n#endif\n}\nint last;",
        '#ifdef A\nextern "C" {\n#endif\nvoid f(int a);\n#ifdef A\n}\n#endif\nint last;',
        'extern "C" {\nvoid f(int a) {}\n} int last;',
        "#ifdef A\nwhile (1) {\n#endif\nvoid f(int a);\n#ifdef A\n}\n#endif\nint last;",
        "void f(int a) {\n#ifdef A\n if (a) {\n#endif\n;\n#ifdef A\n }\n#endif\n}\nint last;",
        "} }\nvoid f(int a) {}\nint last;",
        "#else\n#endif\nvoid f(int a) {}\nint last;",
    ],
)
def test_braces_in_alternatives(text):
    assert names(text) == [("function", "f"), ("variable", "last")]


@pytest.mark.parametrize("left_open", ["void f(int a) { if (a) {", "void f(int a) {} enum {"])
def test_a_kernel_at_the_start_of_a_line_ends_what_was_left_open(left_open):
    text = left_open + "\nkernel void k(void) {}\nint last;"
    assert names(text) == [("function", "f"), ("kernel", "k"), ("variable", "last")]


PIECES = ["{", "}", "#if A\n", "#else\n", "#endif\n", "#define M {", '#include "', "/*", "*/", "//"]
PIECES += [
    "enum",
    "struct S",
    "kernel void k(",
    ")",
    ";",
    "\n",
    "\\",
    '"',
    "'",
    "\xff",
    "int x",
    "=",
]
PIECES += ['extern "C"', "typedef", " ", "\nkernel ", "\r\n", "\0"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read(text):
    names(text)


def test_includes():
    text = '#include "a.h"\n#include <b.h>\n  # include "c/d.h" // e\n#include "a.h"\n'
    assert read(text)[0].includes == ("a.h", "c/d.h")


@pytest.mark.parametrize(
    "piece",
    [
        "int f%d(int a) { return a; }\n",
        "int f%d(int a);\n",
        "struct f%d { int a; }; ",
        "#define f%d 1\n",
        "int f%d[] = {1}; // note\n",
        "int f%d(int a) { return a; } /* " + "long " * 400 + "*/\n",
    ],
)
def test_large_files_are_read_in_slices(piece):
    text = "// all\n" + "".join(piece % number for number in range(5000)) + "//\nint last;"
    found, slices = read(text)
    assert [each.name for each in found.declared] == [f"f{n}" for n in range(5000)] + ["last"]
    assert slices > 2 or "(int a);" in piece


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_the_outline_says_the_same(file):
    text = file.read_text("latin-1")
    expected = set()
    for _, group in declared(parse_surface(text), PartCache()):
        for entry in group.declared:
            expected |= {
                (each.kind, each.name)
                for each in (entry, *entry.children)
                if each.name and each.kind != "member"
            }
    assert set(names(text)) == expected
