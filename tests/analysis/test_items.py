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
        ("enum e : uint { A, B }; int y;", ["enum e : uint { A, B };", "int y;"]),
        (
            "struct __attribute__((packed)) s { int x; }; int y;",
            ["struct __attribute__((packed)) s { int x; };", "int y;"],
        ),
        # As a macro leaves it.
        (
            "struct __attribute__ ( ( packed ) ) s { int x; }; int y;",
            ["struct __attribute__ ( ( packed ) ) s { int x; };", "int y;"],
        ),
        (
            "void f(void) __attribute__((x)) { } int y;",
            ["void f(void) __attribute__((x)) { }", "int y;"],
        ),
        ('void f(void) { g("}"); } int y;', ['void f(void) { g("}"); }', "int y;"]),
        ("void f(void) { g('}'); } int y;", ["void f(void) { g('}'); }", "int y;"]),
        ("} int y;", ["}", "int y;"]),
        # Parameters that are declared after their list.
        ("int f(a, b) int a; int *b; { } int y;", ["int f(a, b) int a; int *b; { }", "int y;"]),
        (
            "int *f(a)\n// of four\nint (*a)[4];\n{\n}\nint y;",
            ["int *f(a)\n// of four\nint (*a)[4];\n{\n}", "int y;"],
        ),
        ("int f(a) int a;\nint g(int a) {\n}", ["int f(a) int a;", "int g(int a) {\n}"]),
        ("int f(T) PURE; int y;", ["int f(T) PURE;", "int y;"]),
        ("int f(T) PURE NOINLINE; int y;", ["int f(T) PURE NOINLINE;", "int y;"]),
        ("int f(T)\nint g(int a); int y;", ["int f(T)\nint g(int a);", "int y;"]),
        # A brace that is one too many, or missing, leaves the rest of the function in it.
        (
            "void f(int a)\n{\n  a = 1; }\n  a = 2;\n  if (a) { a = 3; }\n}\nint y;",
            ["void f(int a)\n{\n  a = 1; }\n  a = 2;\n  if (a) { a = 3; }\n}", "int y;"],
        ),
        (
            "void f(int a)\n{\n  a = 1; }\n  a = 2;\nkernel void g(void) {}",
            ["void f(int a)\n{\n  a = 1; }\n  a = 2;", "kernel void g(void) {}"],
        ),
        (
            "void f(int a)\n{\n  a = 1; }\n  int x = 2;",
            ["void f(int a)\n{\n  a = 1; }", "int x = 2;"],
        ),
        (
            "void f(int a)\n  a = 1;\n  a = 2;\n}\nint y;",
            ["void f(int a)\n  a = 1;\n  a = 2;\n}", "int y;"],
        ),
        ("void f(int a);\n  int x;", ["void f(int a);", "int x;"]),
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


def test_a_function_goes_on_in_the_next_piece() -> None:
    """The piece after it tells whether an item has ended too early."""
    function = "void f(int a)\n{\n  a = 1; }\n"
    assert split(function, "  a = 2;\n}\n", "int y;") == [function + "  a = 2;\n}", "int y;"]
    assert split(function, "int y;") == [function.rstrip(), "int y;"]
    assert split(function) == [function.rstrip()]


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


def test_lines_of_a_large_item_are_filled_up() -> None:
    """An edit within a line leaves the others where they are; every byte finds its way back."""
    written = "void f(int *p)\r\n{\n" + "\n".join(f"  p[{n}] = {n};" for n in range(200)) + "\n}"
    (group,) = split_groups([Piece(f"int a;\n{written}\n")])
    item = group.items[-1]
    lines = item.text.split("\n")
    assert all((len(line) + 1) % 64 == 1 for line in lines[:-1])
    assert [line.replace(" ", "") for line in lines] == written.replace(" ", "").split("\n")
    for offset, character in enumerate(item.text):
        at = item.as_written(offset)
        if character not in " \r\n":
            assert written[at] == character
            assert item.in_text(at) == offset
        elif item.text[offset - 1] not in " \r\n":
            # Where a word ends, the same word ends as it was written.
            assert written[at - 1] == item.text[offset - 1]
    edited = written.replace("p[7] = 7", "p[7] = 70")
    (other,) = split_groups([Piece(edited)])
    assert len(other.items[0].text) == len(item.text)
    assert other.items[0].text[64 * 12 :] == item.text[64 * 12 :]
    assert item.words_as_written("a;" + " " * 9 + "\r\nb;  \nc") == "a;\r\nb;\nc"


def test_small_items_and_tables_are_left_as_they_are() -> None:
    """What does not pay off, and what a blank would change, is not filled up."""
    for written in ("int a[] =\n{ 1 };", "int a[] = {\n" + "1,\n" * 100_000 + "};"):
        (group,) = split_groups([Piece(written)])
        assert group.items[0].text == written
        assert group.items[0].as_written(20) == group.items[0].in_text(20) == 20
    continued = "void f(void)\n{\n" + "// no\\\n" * 400 + "\n}"
    (group,) = split_groups([Piece(continued)])
    assert group.items[0].text == continued
