"""The outline and the semantic tokens of a file, from its surface tree and its symbols."""

from __future__ import annotations

import pytest

from opencl_ls.analysis import Host
from opencl_ls.features import semantic_tokens
from opencl_ls.features.hover import hover_at
from opencl_ls.features.symbols import outline
from opencl_ls.settings.model import DEFAULT
from opencl_ls.syntax.surface_queries import Memory

PATH = "/w/a.cl"


class NoFiles:
    def resolve(self, name, quoted, includer, paths):
        return None

    def read(self, path):
        return None


def opened(text):
    host = Host(NoFiles())
    host.open(PATH, text, DEFAULT)
    return host


def entries(text):
    return [
        (entry.kind, entry.name, entry.detail, [child.name for child in entry.children])
        for entry in outline(opened(text).snapshot(PATH), Memory())
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kernel void k(void) {}", ("kernel", "k", "kernel", [])),
        ("static inline float f(int a);", ("function", "f", "static inline float", [])),
        ("constant int t[2] = {1, 2};", ("variable", "t", "constant int", [])),
        ("struct S { int a, *b; };", ("struct", "S", "struct", ["a", "b"])),
        ("typedef struct { int a; } S;", ("struct", "S", "typedef", ["a"])),
        ("typedef float4 real;", ("typedef", "real", "typedef", [])),
        ("enum E { ONE, TWO = 2 };", ("enum", "E", "enum", ["ONE", "TWO"])),
        ("#define M(a, b) a + b\n", ("macro", "M", "(a, b)", [])),
        ("#ifdef A\nint hidden;\n#endif", ("variable", "hidden", "int", [])),
        ("#define K kernel\nK void k(void) {}", ("kernel", "k", "kernel", [])),
    ],
)
def test_outline(text, expected):
    assert entries(text)[-1] == expected


def tokens(snapshot, memory):
    return [
        (snapshot.text[start + token.start : start + token.end], token.type, *token.modifiers)
        for start, run in semantic_tokens.runs(snapshot, memory)
        for token in run.tokens
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(int a) { a = 1; }", ("a", "parameter")),
        ("void f(void) { int v; v = 1; }", ("v", "variable")),
        ("enum { E }; int x = E;", ("E", "enumMember")),
        ("float x = M_PI;", ("M_PI", "macro", "defaultLibrary")),
        ("void f(void) { barrier(0); }", ("barrier", "function", "defaultLibrary")),
        ("typedef int T; T x;", ("T", "type")),
        ("#define Q global\nkernel void k(Q int *p) {}", ("Q", "macro")),
        ("#define Q kernel\nQ void k(void) {}", ("Q", "macro")),
    ],
)
def test_the_last_use_of_a_name(text, expected):
    found = tokens(opened(text).snapshot(PATH), semantic_tokens.Memory())

    assert [token for token in found if token[0] == expected[0]][-1] == expected


def test_an_edit_reads_one_item_anew():
    text = "".join(f"int f{n}(int a) {{ return a; }}\n" for n in range(50))
    host, memory = opened(text), semantic_tokens.Memory()
    before = {run for _, run in semantic_tokens.runs(host.snapshot(PATH), memory)}
    place = text.index("return a", len(text) // 2)
    host.edit(PATH, place, place, "a++; ")
    after = {run for _, run in semantic_tokens.runs(host.snapshot(PATH), memory)}

    assert len(after - before) == 1
    assert tokens(host.snapshot(PATH), memory) == tokens(
        host.snapshot(PATH), semantic_tokens.Memory()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kernel void k(global $float4 *p) {}", "16 bytes"),
        ("kernel void k(void) { int x = $get_global_id(0); }", "size_t get_global_id(uint"),
        ("void f(local int *p) { *$p = 1; }", "local int *p"),
        ("#define N 4\nint x[$N];", "#define N 4"),
        ("float x = M_$PI_F;", "#define M_PI_F"),
        ("__attribute__(($reqd_work_group_size(1, 1, 1))) kernel void k(void) {}", "kernel"),
        ("#pragma OPENCL EXTENSION $cl_khr_fp64 : enable\n", "cl_khr_fp64"),
    ],
)
def test_hover(text, expected):
    offset = text.index("$")
    found = hover_at(opened(text.replace("$", "")).snapshot(PATH), offset)

    assert expected in "\n".join(part.text for part in found.parts)


@pytest.mark.parametrize("text", ["// $max", '"$max"', "$ int x;", "int x; $", "$"])
def test_no_hover(text):
    offset = text.index("$")
    snapshot = opened(text.replace("$", "")).snapshot(PATH)

    assert hover_at(snapshot, offset) is None
