"""Splitting the expanded program into items."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from opencl_ls.analysis.items import split_groups


@dataclass
class Piece:
    """A piece of expanded text."""

    text: str


def split(*texts: str) -> list[str]:
    """Return the texts of the items of some pieces."""
    return [item.text for group in split_groups([Piece(t) for t in texts]) for item in group.items]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int a; int b;", ["int a;", "int b;"]),
        ("// x;\nint a; /* } */", ["int a;"]),
        ("void f(void) { int x; } int y;", ["void f(void) { int x; }", "int y;"]),
        ("struct s { int x; } v; int y;", ["struct s { int x; } v;", "int y;"]),
        ("typedef struct { int x; } t;", ["typedef struct { int x; } t;"]),
        ("struct s { int x; } f(void) { } int y;", ["struct s { int x; } f(void) { }", "int y;"]),
        ("constant int a[] = { 1, 2 }; int b;", ["constant int a[] = { 1, 2 };", "int b;"]),
        (
            "int (^b)(int) = ^(int x) { return x; }; int y;",
            ["int (^b)(int) = ^(int x) { return x; };", "int y;"],
        ),
        ("enum e { A, B }; int y;", ["enum e { A, B };", "int y;"]),
        (
            "struct __attribute__((packed)) s { int x; }; int y;",
            ["struct __attribute__((packed)) s { int x; };", "int y;"],
        ),
        (
            "void f(void) __attribute__((x)) { } int y;",
            ["void f(void) __attribute__((x)) { }", "int y;"],
        ),
        ('void f(void) { g("}"); } int y;', ['void f(void) { g("}"); }', "int y;"]),
        ("void f(void) { g('}'); } int y;", ["void f(void) { g('}'); }", "int y;"]),
        ("} int y;", ["}", "int y;"]),
        ("", []),
        ("  \n // only a comment", []),
    ],
)
def test_split(text: str, expected: list[str]) -> None:
    """One piece gives its items without the comments between them."""
    assert split(text) == expected


def test_an_item_over_pieces() -> None:
    """An item may span pieces, as a function with a directive in its body does."""
    assert split("void f(void) {\n", "int x;\n", "}\nint y;\n") == [
        "void f(void) {\nint x;\n}",
        "int y;",
    ]


def test_an_unclosed_brace_ends_at_the_next_kernel() -> None:
    """A stray brace spoils its own function only."""
    text = "kernel void a(void) { {\n}\nkernel void b(void) { }\nint y;"
    assert split(text) == ["kernel void a(void) { {\n}", "kernel void b(void) { }", "int y;"]


@pytest.mark.parametrize(
    "head",
    [
        "void b(void) {",
        "static inline float4\nb (const float4 *p, int (*f)(int)) {",
        "struct s *b(struct s *p)\n{",
        "__attribute__((always_inline)) void kernel_b(int n) {",
        "static __attribute__ ((aligned(16))) float\t* b(int n) {",
    ],
)
def test_an_unclosed_brace_ends_at_the_next_definition_in_column_0(head: str) -> None:
    items = ["static int a(void) { if (x) {\n    y();\n}", f"{head} }}", "int y;"]
    assert split("\n".join(items)) == items


@pytest.mark.parametrize(
    "statement",
    [
        "if (x) {",
        "else if (x) {",
        "else\nif (x) {",
        "do { } while (x); for (;;) {",
        "for (int i = f(x); i < 3; i++) {",
        "switch (x) {",
        "__attribute__((opencl_unroll_hint(2))) for (;;) {",
        "__attribute__((opencl_unroll_hint)) while (x) {",
        "int x = f(y); {",
        "float x (int y); {",
        "block b = ^int(int y) {",
        "f(y); while (x) {",
    ],
)
def test_a_statement_in_column_0_ends_nothing(statement: str) -> None:
    text = f"static int a(void) {{\n{statement}\n}} return 1;\n}}"
    assert split(text) == [text]


def test_slices_lead_back() -> None:
    """Every part of an item knows its piece and its place in it."""
    groups = list(split_groups([Piece("int a;\nvoid f(void) {\n"), Piece("int x; }")]))
    assert [group.count for group in groups] == [2]
    function = groups[0].items[1]
    found = [(part.start, part.piece, part.piece_start) for part in function.slices]
    assert found == [(0, 0, 7), (15, 1, 0)]
    assert function.slice_at(14).piece == 0
    assert function.slice_at(15).piece == 1
