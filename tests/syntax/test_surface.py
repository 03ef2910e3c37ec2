"""The surface tree after edits is that of the text parsed anew."""

from __future__ import annotations

import pytest

from opencl_ls.syntax.surface import parse_surface


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        # What was a computed include keeps none of its quotes when it is one no longer.
        ("/**/[\n#include v(g){n();}", [(6, 15, "kernel"), (4, 5, "")]),
        ("#include v(g)\nint a;\n", [(0, 1, ""), (0, 0, "#")]),
        ("#include v(g)\nint a;\n", [(3, 3, "\n")]),
        ("int a;\\\n#include v(g)\n", [(6, 7, "")]),
        # An edit that ends in a directive; what is left of it stood between quotes.
        ("int a;\n#include v(g)\nint b;\n", [(4, 18, "b")]),
        ("t(){\n#include ct\n}", [(6, 13, "")]),
    ],
)
def test_edits_blank_what_a_first_look_would(text: str, edits: list[tuple[int, int, str]]) -> None:
    surface = parse_surface(text)
    for start, end, replacement in edits:
        surface = surface.edited(start, end, replacement, frozenset())
        fresh = parse_surface(surface.text)
        assert surface.blanked == fresh.blanked
        assert str(surface.tree.root_node) == str(fresh.tree.root_node)


_TEXT = """/* M */ M int a; // M "
#define M \\
  M
#include M(x)
"M" M b; "\\M\\
M" /* M
# M \\\r
M */ M"""


@pytest.mark.parametrize("replacement", ["", "M", "\n", "\\", "#", "/*"])
def test_every_edit_blanks_what_a_first_look_would(replacement: str) -> None:
    names = frozenset(("M",))
    before = parse_surface(_TEXT, names)
    for start in range(len(_TEXT) + 1):
        for end in range(start, min(start + 9, len(_TEXT)) + 1):
            after = before.edited(start, end, replacement, names)
            assert after.blanked == parse_surface(after.text, names).blanked, (start, end)
