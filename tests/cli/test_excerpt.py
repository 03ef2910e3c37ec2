"""Excerpts show the right lines, and the carets are under exactly the range of the finding."""

from __future__ import annotations

import pytest

from opencl_ls.cli.excerpt import excerpt
from opencl_ls.cli.terminal import Painter
from opencl_ls.text import LineTable, byte_text

# In the sources, « and » enclose the place.
CASES = {
    "one word": (
        "int «a»;",
        ["  |", "1 | int a;", "  |     ^"],
    ),
    "the second line": (
        "\n  «x + y»;\n",
        ["  |", "2 |   x + y;", "  |   ^^^^^"],
    ),
    "nothing, in the middle": (
        "int a«» = 1;",
        ["  |", "1 | int a = 1;", "  |      ^"],
    ),
    "nothing, at the end of the file": (
        "int a\n«»",
        ["  |", "2 |", "  | ^"],
    ),
    "the line's ending": (
        "int a«\n»int b;\n",
        ["  |", "1 | int a", "  |      ^"],
    ),
    "tabs before and inside": (
        "\tint\t«a\tb»;",
        ["  |", "1 |     int a   b;", "  |         ^^^^^"],
    ),
    "letters of two bytes": (
        "/* größe */ «é»;",
        ["  |", "1 | /* größe */ é;", "  |             ^"],
    ),
    "wide letters": (
        "/* 幅 */ «世界»;",
        ["  |", "1 | /* 幅 */ 世界;", "  |          ^^^^"],
    ),
    "a letter with a combining accent": (
        "e\u0301 «x»",
        ["  |", "1 | e\u0301 x", "  |   ^"],
    ),
    "control characters cannot reach the terminal": (
        "\x1b[31m «x»\x7f \u202e",
        ["  |", "1 | ␛[31m x␡ \ufffd", "  |       ^"],
    ),
    "two lines": (
        "a = «f(x,\n      y)»;",
        ["  |", "1 | a = f(x,", "  |     ^^^^", "2 |       y);", "  |       ^^"],
    ),
    "a blank line inside": (
        "«{\n\n}»",
        ["  |", "1 | {", "  | ^", "2 |", "3 | }", "  | ^"],
    ),
    "the middle of a long place is left out": (
        "«1\n2\n3\n4\n5\n6\n7»",
        ["  |"]
        + [line for n in "1234" for line in (f"{n} | {n}", "  | ^")]
        + ["...", "7 | 7", "  | ^"],
    ),
    "carriage returns": (
        "int a;\r\nint «b»;\r\n",
        ["  |", "2 | int b;", "  |     ^"],
    ),
    "line numbers of several digits": (
        "\n" * 9 + "«a»",
        ["   |", "10 | a", "   | ^"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_excerpt(name: str) -> None:
    marked, expected = CASES[name]
    assert _lines(marked) == expected


def test_a_very_long_line_is_cut_around_the_place() -> None:
    _, line, carets = _lines("x" * 5000 + "«abc»" + "y" * 5000)
    assert len(line) < 180
    assert line.startswith("1 | …xxx")
    assert line.endswith("yyy…")
    start = carets.index("^")
    assert line[start : carets.rindex("^") + 1] == "abc"


def test_a_cut_never_splits_a_letter() -> None:
    _, line, _ = _lines("é" * 3000 + "«abc»" + "é" * 3000)
    assert "\ufffd" not in line


def test_a_place_outside_of_the_text_is_no_failure() -> None:
    lines = LineTable("int a;\n")
    assert excerpt(lines, 900, 950, "error", Painter(enabled=False))


def test_a_place_inside_of_a_letter_shows_the_whole_letter() -> None:
    lines = LineTable(byte_text("“x”"))
    shown = excerpt(lines, 5, 6, "error", Painter(enabled=False))
    assert shown == ["  |", "1 | “x”", "  |   ^"]


def _lines(marked: str) -> list[str]:
    text = byte_text(marked)
    opening, closing = byte_text("«"), byte_text("»")
    start = text.index(opening)
    text = text.replace(opening, "", 1)
    end = text.index(closing)
    text = text.replace(closing, "", 1)
    return excerpt(LineTable(text), start, end, "error", Painter(enabled=False))
